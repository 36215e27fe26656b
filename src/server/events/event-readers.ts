/** Who waits for events in this process. They are woken when events were placed, here or (by a notice) by another server. */
import type { Kysely } from "kysely";
import type { Schema } from "#db/schema.ts";

const readers = new WeakMap<Kysely<Schema>, Set<() => void>>();

/** Has `wake` called whenever there may be new events; gives a function that ends it. */
export function onEventsPlaced(db: Kysely<Schema>, wake: () => void): () => void {
  const waiting = readers.get(db) ?? new Set();
  readers.set(db, waiting);
  waiting.add(wake);
  return () => void waiting.delete(wake);
}

/** Has all readers of this process look now. */
export function wakeEventReaders(db: Kysely<Schema>): void {
  for (const wake of readers.get(db) ?? []) wake();
}
