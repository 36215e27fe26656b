/** A server among others: it registers itself, renews its registration, receives the others' notices and sends its own. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#core/ports.ts";
import type { Database } from "#db/open.ts";
import { listen } from "./listen.ts";
import type { NoticeBoard } from "./notices.ts";
import { beat, beatMs, conflict, enterNode, leaveNodes, type Node } from "./register.ts";

export type NodeParts = {
  readonly db: Pick<Database, "kysely">;
  /** Where LISTEN reaches the server itself, past a pooler. */
  readonly listenUrl: string;
  readonly log: Log;
  readonly notices: NoticeBoard;
  /** Called when notices may have been missed: what is remembered is to be read again. */
  readonly onMissed: () => void;
};

/**
 * Enters a server and keeps it entered until stopped.
 * @returns a function that takes it out again
 * @throws ConfigurationError when it cannot work beside the others that are there
 */
export async function joinNodes(node: Node, parts: NodeParts): Promise<() => Promise<void>> {
  const { db, listenUrl, log, notices, onMissed } = parts;
  const stopping = new AbortController();
  let wake = new AbortController();
  const see = (others: readonly Node[]): void => {
    notices.setAudience(others.length > 0);
    for (const other of others) {
      const why = conflict(node, other);
      if (why !== null) log.error("node conflict", { why });
    }
  };
  see(await enterNode(db.kysely, node));
  notices.on("node", () => wake.abort());
  const beats = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      wake = new AbortController();
      const woken = AbortSignal.any([stopping.signal, wake.signal]);
      await sleep(beatMs, undefined, { signal: woken }).catch(() => {});
      if (stopping.signal.aborted) return;
      await beat(db.kysely, node).then(see, (error: unknown) => log.warn("node not renewed", { error }));
    }
  };
  const hear = { databaseUrl: listenUrl, log, hear: notices.hear, onBegin: onMissed };
  const loops = Promise.all([beats(), listen(hear, stopping.signal)]);
  notices.tell("node");
  return async () => {
    stopping.abort();
    await loops;
    notices.setAudience(false);
    await leaveNodes(db.kysely, node.id).catch((error: unknown) => log.warn("node not removed", { error }));
  };
}
