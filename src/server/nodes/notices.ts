/**
 * Notices between the servers of one database, by PostgreSQL's NOTIFY. A notice may be lost and carries nothing that
 * is not in the tables, too: it only makes another server poll now instead of within seconds (or, for cached
 * accounts, within 30). No request waits for it, and it is never sent inside a transaction of a buyer.
 */
import type pg from "pg";
import type { Log } from "#core/ports.ts";

/**
 * `jobs`: the queue has work. `attempts`: a payment is due. `account`: a merchant's accounts at providers changed (sent
 * by the database itself). `limit`: an address has used a limit up. `node`: a server has come or gone.
 */
export const noticeTopics = ["jobs", "attempts", "account", "limit", "node"] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

export type Notices = {
  /** Notifies the other servers, batched with other notices; does nothing where there are no others. */
  readonly tell: (topic: NoticeTopic, subject?: string) => void;
  /** Has `listener` called for every notice of a topic from another server or from the database. */
  readonly on: (topic: NoticeTopic, listener: (subject: string) => void) => void;
};

/** The inside, for the connection that listens (node.ts). */
export type NoticeBoard = Notices & {
  /** Takes what the database has passed on. */
  readonly hear: (message: string) => void;
  /** Says whether there are others to tell. */
  readonly setAudience: (hasOthers: boolean) => void;
};

/** The channel of all notices; the trigger of migration 0047 names it, too. */
export const noticeChannel = "wasl";

/** How long notices are gathered: under load one statement tells of many commits. */
const gatherMs = 100;
/** More at a time are not sent: the listener looks for itself. */
const mostGathered = 200;

/**
 * Makes the board of one process. Until an audience is set it sends nothing.
 * @param self names this process; its own notices are ignored
 */
export function createNotices(parts: {
  readonly pool: Pick<pg.Pool, "query">;
  readonly log: Log;
  readonly self: string;
}): NoticeBoard {
  const { pool, log, self } = parts;
  const listeners = new Map<string, ((subject: string) => void)[]>();
  const gathered = new Set<string>();
  let hasOthers = false;
  const send = async (): Promise<void> => {
    const messages = hasOthers ? [...gathered] : [];
    gathered.clear();
    if (messages.length === 0) return;
    try {
      const text = "select pg_notify($1, message) from unnest($2::text[]) as message";
      await pool.query({ name: "tell-nodes", text, values: [noticeChannel, messages] });
    } catch (error) {
      log.warn("nodes not notified", { error });
    }
  };
  return {
    tell: (topic, subject = "-") => {
      if (!hasOthers || gathered.size >= mostGathered) return;
      gathered.add(`${topic} ${subject} ${self}`);
      if (gathered.size === 1) setTimeout(() => void send(), gatherMs).unref();
    },
    on: (topic, listener) => void listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    hear: (message) => {
      const [topic = "", subject = "", sender] = message.split(" ");
      if (sender === self) return;
      for (const listener of listeners.get(topic) ?? []) listener(subject);
    },
    setAudience: (others) => {
      hasOthers = others;
    },
  };
}
