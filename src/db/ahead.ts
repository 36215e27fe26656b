/**
 * What goes before others that wait for a database connection: steps of the outbox and of its queue, of which there are few at
 * a time. In the row they would wait behind every payment at each of their steps, so that an event took seconds.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool } from "pg";

const ahead = new AsyncLocalStorage<true>();

/** Runs work whose connections are the next that come free. Its caller sees to it that there are few at a time. */
export function aheadOfOthers<T>(work: () => Promise<T>): Promise<T> {
  return ahead.run(true, work);
}

/** Asks a pool for a connection, before the others that wait where the caller goes ahead of them. */
export function inTurn<Client>(pool: Pool, connect: () => Promise<Client>): Promise<Client> {
  const before = pool.waitingCount;
  const connected = connect();
  if (ahead.getStore() && pool.waitingCount > before) putFirst(pool);
  return connected;
}

/** Who waits is a list of node-postgres, of which the last has just come. */
function putFirst(pool: Pool): void {
  const { _pendingQueue: waiting } = pool as unknown as { readonly _pendingQueue?: unknown[] };
  // Without it the caller waits like all others: an event comes later, and none is lost.
  if (!waiting) return;
  waiting.unshift(waiting.pop());
}
