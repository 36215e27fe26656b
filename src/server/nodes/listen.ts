/**
 * The connection on which a server receives the others' notices. It is not part of the pool: LISTEN belongs to a
 * session. When it is lost it is opened again, and notices sent meanwhile count as missed.
 */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Log } from "#core/ports.ts";
import { noticeChannel } from "./notices.ts";

/** How often a silent connection is tried, and how long an answer may take. */
const pingMs = 5_000;
const timeoutMs = 5_000;
/** Before a lost connection is made again. */
const retryMs = 1_000;

export type Listener = {
  readonly databaseUrl: string;
  readonly log: Log;
  readonly hear: (message: string) => void;
  /** Called whenever it begins to listen: notices sent before were missed. */
  readonly onBegin: () => void;
};

/** Listens until stopped. Never rejects. */
export async function listen(listener: Listener, stopping: AbortSignal): Promise<void> {
  let isLost = false;
  while (!stopping.aborted) {
    try {
      await listenOnce(listener, stopping);
    } catch (error) {
      // Logged once per loss; until it is back, everything is found by polling.
      if (!isLost) listener.log.warn("notices lost", { error });
      isLost = true;
      await sleep(retryMs, undefined, { signal: stopping }).catch(() => {});
      continue;
    }
    isLost = false;
  }
}

/** One connection, until it is lost (rejects) or the server stops (resolves). */
async function listenOnce({ databaseUrl, hear, onBegin }: Listener, stopping: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "wasl-notices",
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
  });
  const lost = new AbortController();
  let why: Error | undefined;
  client.on("error", (error) => {
    why = error;
    lost.abort();
  });
  client.on("end", () => lost.abort());
  client.on("notification", ({ payload = "" }) => hear(payload));
  const woken = AbortSignal.any([stopping, lost.signal]);
  try {
    await client.connect();
    await client.query(`listen ${noticeChannel}`);
    onBegin();
    while (!woken.aborted) {
      await sleep(pingMs, undefined, { signal: woken }).catch(() => {});
      if (!woken.aborted) await client.query("select 1");
    }
  } finally {
    // A silent server does not answer a goodbye either: do not wait for it.
    void client.end().catch(() => {});
  }
  if (!stopping.aborted) throw why ?? new Error("The connection ended.");
}
