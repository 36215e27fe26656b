/**
 * The memory of one simulator: named maps, of which some are written to disk so that a local demo keeps its
 * provider's state over restarts. A map is written only if it says how its values are checked on the way back.
 * Card numbers and security codes must live in unwritten maps only (decision K4).
 */

import type { z } from "zod";
import type { Log } from "#core/ports.ts";
import { type Change, openStateFile, type SavedMaps } from "./state-file.ts";

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
  /** Most entries kept; the oldest goes first. A guard against endless runs, 100,000 by default. */
  readonly limit?: number;
};

export type SimulatorState = {
  readonly store: <T>(options: StoreOptions<T>) => Store<T>;
  readonly reset: () => void;
  /** Written maps with their newest 200 entries, and the sizes of all maps. */
  readonly dump: () => Record<string, { readonly size: number; readonly entries?: readonly unknown[] }>;
  /** Puts everything into one file. Changes are on disk without it: it makes the next start quick. */
  readonly compact: () => void;
};

type Held = { readonly name: string; readonly map: Map<string, unknown>; readonly isWritten: boolean };

const defaultLimit = 100_000;
const dumpedEntries = 200;

/**
 * The state of one simulator, read back from `stateDir` when one is given. What one turn of the event loop changes is
 * written together at that turn's end: before any answer that waited for the work, and never by half.
 */
export function createState(options: {
  readonly simulator: string;
  readonly stateDir?: string | undefined;
  readonly log: Log;
}): SimulatorState {
  const { simulator, stateDir, log } = options;
  const file = stateDir === undefined ? null : openStateFile({ simulator, stateDir, log });
  const held: Held[] = [];
  let changes: Change[] = [];

  function write(): void {
    if (changes.length > 0) file?.append(changes);
    changes = [];
    if (file?.isLong()) compact();
  }

  function changed(change: Change): void {
    // The continuation of the caller of the work stands behind this in the queue of microtasks.
    if (changes.length === 0) queueMicrotask(write);
    changes.push(change);
  }

  function compact(): void {
    changes = [];
    file?.replace(render(held));
  }

  return {
    store<T>(wanted: StoreOptions<T>): Store<T> {
      const { name, persist: schema, limit = defaultLimit } = wanted;
      const map = new Map<string, T>();
      for (const [key, value] of schema === undefined ? [] : (file?.saved[name] ?? [])) {
        const parsed = schema?.safeParse(value);
        if (parsed?.success) map.set(key, parsed.data);
      }
      held.push({ name, map, isWritten: schema !== undefined });
      const tell = file === null || schema === undefined ? () => undefined : changed;
      const remove = (key: string): void => {
        if (map.delete(key)) tell([name, key]);
      };
      return {
        get: (key) => map.get(key),
        set(key, value) {
          map.set(key, value);
          tell([name, key, value]);
          const [oldest] = map.size > limit ? map.keys() : [];
          if (oldest !== undefined) remove(oldest);
        },
        delete: remove,
        values: () => map.values(),
        size: () => map.size,
      };
    },
    reset() {
      for (const each of held) each.map.clear();
      compact();
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
    compact,
  };
}

function render(held: readonly Held[]): SavedMaps {
  const written = held.filter((each) => each.isWritten);
  return Object.fromEntries(written.map((each) => [each.name, [...each.map]]));
}
