/**
 * The memory of one simulator: named maps, of which some are written to one JSON file so that a local demo keeps
 * its provider's state over restarts. A map is written only if it says how its values are checked on the way back.
 * Card numbers and security codes must live in unwritten maps only (decision K4).
 */

import { mkdirSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Log } from "#core/ports.ts";

export type Store<T> = {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
  readonly delete: (key: string) => void;
  readonly values: () => IterableIterator<T>;
  readonly size: () => number;
};

export type StoreOptions<T> = {
  readonly name: string;
  /** Present: the map is written to disk and every value is checked by this schema when read back. */
  readonly persist?: z.ZodType<T>;
  /** Most entries kept; the oldest goes first. A guard against endless runs, 100,000 unless told. */
  readonly limit?: number;
};

export type SimulatorState = {
  readonly store: <T>(options: StoreOptions<T>) => Store<T>;
  readonly reset: () => void;
  /** Written maps with their newest 200 entries, and the sizes of all maps. */
  readonly dump: () => Record<string, { readonly size: number; readonly entries?: readonly unknown[] }>;
  /** Writes what is not written yet; resolves when it is on disk. */
  readonly flush: () => Promise<void>;
};

type Held = { readonly name: string; readonly map: Map<string, unknown>; readonly isWritten: boolean };

const defaultLimit = 100_000;
const dumpedEntries = 200;
const shortestWriteGapMs = 250;
/** A big state must not eat the process: the pause before the next write is this many times the last write's time. */
const writeGapFactor = 20;

const stateFileSchema = z.object({
  format: z.literal(1),
  stores: z.record(z.string(), z.array(z.tuple([z.string(), z.unknown()]))),
});

/** The state of one simulator, read back from `<stateDir>/<simulator>.json` when a directory is given. */
export function createState(options: {
  readonly simulator: string;
  readonly stateDir?: string | undefined;
  readonly log: Log;
}): SimulatorState {
  const path =
    options.stateDir === undefined ? undefined : join(options.stateDir, `${options.simulator}.json`);
  if (options.stateDir !== undefined) mkdirSync(options.stateDir, { recursive: true, mode: 0o700 });
  const saved = path === undefined ? {} : readSaved(path, options.log);
  const held: Held[] = [];
  const writer = createWriter({ path, log: options.log, render: () => render(held) });

  return {
    store<T>(wanted: StoreOptions<T>): Store<T> {
      const map = new Map<string, T>();
      const schema = wanted.persist;
      const limit = wanted.limit ?? defaultLimit;
      for (const [key, value] of schema === undefined ? [] : (saved[wanted.name] ?? [])) {
        const parsed = schema?.safeParse(value);
        if (parsed?.success) map.set(key, parsed.data);
      }
      held.push({ name: wanted.name, map, isWritten: schema !== undefined });
      const changed = schema === undefined ? () => undefined : writer.changed;
      return {
        get: (key) => map.get(key),
        set(key, value) {
          map.set(key, value);
          if (map.size > limit) dropOldest(map);
          changed();
        },
        delete(key) {
          map.delete(key);
          changed();
        },
        values: () => map.values(),
        size: () => map.size,
      };
    },
    reset() {
      for (const each of held) each.map.clear();
      writer.changed();
    },
    dump() {
      return Object.fromEntries(
        held.map(({ name, map, isWritten }) => [
          name,
          isWritten
            ? { size: map.size, entries: [...map.values()].slice(-dumpedEntries) }
            : { size: map.size },
        ]),
      );
    },
    flush: writer.flush,
  };
}

function dropOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}

function render(held: readonly Held[]): string {
  const written = held.filter((each) => each.isWritten);
  return JSON.stringify({
    format: 1,
    stores: Object.fromEntries(written.map((each) => [each.name, [...each.map]])),
  });
}

function readSaved(path: string, log: Log): Record<string, [string, unknown][]> {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return {};
  }
  try {
    return stateFileSchema.parse(JSON.parse(text)).stores;
  } catch {
    log.warn("simulator_state_unreadable", { path });
    return {};
  }
}

/** Writes whole files through a temporary name, one at a time, so that a killed process leaves the old file. */
function createWriter(options: {
  readonly path: string | undefined;
  readonly log: Log;
  readonly render: () => string;
}) {
  const { path } = options;
  let isDirty = false;
  let timer: NodeJS.Timeout | undefined;
  let gapMs = shortestWriteGapMs;
  let running: Promise<void> = Promise.resolve();

  async function write(target: string): Promise<void> {
    if (!isDirty) return;
    isDirty = false;
    const startedAt = performance.now();
    await writeFile(`${target}.new`, options.render(), { mode: 0o600 });
    await rename(`${target}.new`, target);
    gapMs = Math.max(shortestWriteGapMs, (performance.now() - startedAt) * writeGapFactor);
  }

  function enqueue(target: string): Promise<void> {
    timer = undefined;
    running = running
      .then(() => write(target))
      .catch((error: unknown) =>
        options.log.error("simulator_state_not_written", { path: target, reason: String(error) }),
      );
    return running;
  }

  return {
    changed(): void {
      isDirty = true;
      if (path === undefined || timer !== undefined) return;
      timer = setTimeout(() => void enqueue(path), gapMs);
      timer.unref();
    },
    async flush(): Promise<void> {
      clearTimeout(timer);
      if (path !== undefined) await enqueue(path);
    },
  };
}
