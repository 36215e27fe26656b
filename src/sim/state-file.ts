/**
 * The files of one simulator's memory: `<simulator>.json` with everything as it once was, and `<simulator>.journal`
 * with one line for each group of changes since. A line is in the kernel's hands when `append` returns, so that what
 * was answered outlives a kill -9 of the process, as it would at a real provider. Opening folds both into one.
 */

import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Log } from "#core/ports.ts";

/** A key of a map with its new value, or without one: it was deleted. */
export type Change =
  | readonly [map: string, key: string]
  | readonly [map: string, key: string, value: unknown];

/** By map: its keys with their values, oldest first. */
export type SavedMaps = Readonly<Record<string, readonly (readonly [key: string, value: unknown])[]>>;

export type StateFile = {
  /** What was there when it was opened. The values are not checked yet. */
  readonly saved: SavedMaps;
  /** Writes changes that belong together: after a kill either all or none of them are there. */
  readonly append: (changes: readonly Change[]) => void;
  /** The journal has grown so long that it is time for `replace`. */
  readonly isLong: () => boolean;
  /** Puts `maps` instead of everything. A process that is killed meanwhile leaves the old state. */
  readonly replace: (maps: SavedMaps) => void;
};

/** A journal may grow to this many characters, or to the size of the rest if that is more: writing all stays rare. */
const shortestLongJournal = 32 * 1024 ** 2;

const snapshotSchema = z.object({
  format: z.literal(1),
  stores: z.record(z.string(), z.array(z.tuple([z.string(), z.unknown()]))),
});
const lineSchema = z.array(
  z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string(), z.unknown()])]),
);

/**
 * Opens the files of one simulator, in a directory that is made when it is not there. What cannot be read or written is
 * logged: the simulator then continues in memory.
 */
export function openStateFile(options: {
  readonly simulator: string;
  readonly stateDir: string;
  readonly log: Log;
}): StateFile {
  const { simulator, stateDir, log } = options;
  const path = join(stateDir, `${simulator}.json`);
  const journal = join(stateDir, `${simulator}.journal`);
  let length = 0;
  let allowedLength = shortestLongJournal;

  function orTell(write: () => void): void {
    try {
      write();
    } catch (error) {
      log.error("simulator_state_not_written", { path, reason: String(error) });
    }
  }

  function replace(maps: SavedMaps): void {
    orTell(() => {
      const text = JSON.stringify({ format: 1, stores: maps });
      length = 0;
      allowedLength = Math.max(shortestLongJournal, text.length);
      writeFileSync(`${path}.new`, text, { mode: 0o600 });
      renameSync(`${path}.new`, path);
      // Killed before this line, the next start plays the journal again: that ends at the same state.
      rmSync(journal, { force: true });
    });
  }

  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const snapshot = read(path, (text) => snapshotSchema.parse(JSON.parse(text)).stores, log) ?? {};
  const lines = read(journal, (text) => text.split("\n").filter((line) => line !== ""), log);
  const saved = lines === null ? snapshot : replay(snapshot, lines, () => tellUnreadable(log, journal));
  if (lines !== null) replace(saved);
  return {
    saved,
    append: (changes) =>
      orTell(() => {
        const line = `${JSON.stringify(changes)}\n`;
        length += line.length;
        appendFileSync(journal, line, { mode: 0o600 });
      }),
    isLong: () => length > allowedLength,
    replace,
  };
}

/** What a file holds, or null when there is none or it makes no sense. */
function read<T>(path: string, parse: (text: string) => T, log: Log): T | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return null;
  }
  try {
    return parse(text);
  } catch {
    tellUnreadable(log, path);
    return null;
  }
}

function tellUnreadable(log: Log, path: string): void {
  log.warn("simulator_state_unreadable", { path });
}

/** The maps after these lines. A line that was cut short, as by a kill in the middle of it, is left out whole. */
function replay(snapshot: SavedMaps, lines: readonly string[], tell: () => void): SavedMaps {
  const maps = new Map(Object.entries(snapshot).map(([name, entries]) => [name, new Map(entries)]));
  for (const line of lines) {
    const changes = parseLine(line);
    if (changes === null) tell();
    for (const [name, key, ...value] of changes ?? []) {
      const map = maps.get(name) ?? new Map<string, unknown>();
      maps.set(name, map);
      if (value.length === 0) map.delete(key);
      else map.set(key, value[0]);
    }
  }
  return Object.fromEntries([...maps].map(([name, map]) => [name, [...map]]));
}

function parseLine(line: string): z.infer<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
