/**
 * Sessions of people in the console (ASVS 7): a cookie with a random token, of which the database has the hash. Read at
 * each request, so that an end counts at once on every server.
 */
import type { Kysely, Transaction } from "kysely";
import type { OwnSession } from "#contract/people.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { hashToken, newToken } from "./tokens.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type Session = {
  readonly id: number;
  readonly personId: number;
  /** When the person last proved who it is, milliseconds. */
  readonly provenAt: number;
};

/** From where a session is opened: what its owner recognises it by. */
export type SessionPlace = { readonly address: string; readonly userAgent: string };

export type NewSession = {
  readonly personId: number;
  readonly now: number;
  readonly place: SessionPlace;
  /** What it opens: all, or the form for the second factor alone. */
  readonly opens: "all" | "second factor";
};

/** Opens a session of somebody who has just proven who it is; gives the token for the cookie. */
export async function openSession(db: Db, { personId, now, place, opens }: NewSession): Promise<string> {
  const { token, hash } = newToken();
  const at = new Date(now);
  await db
    .insertInto("person_sessions")
    .values({
      token_hash: hash,
      person_id: personId,
      created_at: at,
      last_seen_at: at,
      proven_at: at,
      ended_at: null,
      awaits_factor: opens === "second factor",
      address: place.address.slice(0, 64),
      user_agent: place.userAgent.slice(0, 200),
    })
    .execute();
  return token;
}

const findSql = `
select id, person_id as "personId", proven_at as "provenAt", last_seen_at as "lastSeenAt"
from person_sessions
where token_hash = $1 and not awaits_factor and ended_at is null and created_at > $2 and last_seen_at > $3`;

const markSql = "update person_sessions set last_seen_at = $2 where id = $1 and last_seen_at < $3";

/** How exactly the last use is known: a busy console must not write a row with every call. */
const lastSeenMs = 60_000;

/**
 * The session of a token, while it is in force; null for anything else.
 * @param use a request without a press leaves the session as idle as it is
 */
export async function findSession(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
  use: "attended" | "unattended" = "attended",
): Promise<Session | null> {
  const now = clock.now();
  const ago = (ms: number): Date => new Date(now - ms);
  const { rows } = await db.pool.query<{ id: number; personId: number; provenAt: Date; lastSeenAt: Date }>({
    name: "find-session",
    text: findSql,
    values: [hashToken(token), ago(timing.sessionMs), ago(timing.sessionIdleMs)],
  });
  const [found] = rows;
  if (!found) return null;
  const { id, personId, provenAt, lastSeenAt } = found;
  if (use === "attended" && lastSeenAt < ago(lastSeenMs))
    await db.pool.query({
      name: "mark-session",
      text: markSql,
      values: [id, new Date(now), ago(lastSeenMs)],
    });
  return { id, personId, provenAt: provenAt.getTime() };
}

/** Whether a session that was found is in force still; asking does not count as its use. */
export async function isSessionOpen(
  { db, clock }: Pick<Services, "db" | "clock">,
  id: number,
): Promise<boolean> {
  const now = clock.now();
  const row = await db.kysely
    .selectFrom("person_sessions")
    .select("id")
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .where("created_at", ">", new Date(now - timing.sessionMs))
    .where("last_seen_at", ">", new Date(now - timing.sessionIdleMs))
    .executeTakeFirst();
  return row !== undefined;
}

/** The session of a token that waits for the second factor of its person, for ten minutes; null for any other. */
export async function findWaitingSession(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<Pick<Session, "id" | "personId"> | null> {
  const row = await db.kysely
    .selectFrom("person_sessions")
    .select(["id", "person_id as personId"])
    .where("token_hash", "=", hashToken(token))
    .where("awaits_factor", "=", true)
    .where("ended_at", "is", null)
    .where("created_at", ">", new Date(clock.now() - timing.personProofMs))
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Gives a session whose person has proven again who it is a new token; the old one is of no use from then on (ASVS 7.2.4).
 */
export async function renewSession(
  db: Db,
  { id, now }: { readonly id: number; readonly now: number },
): Promise<string> {
  const { token, hash } = newToken();
  const at = new Date(now);
  await db
    .updateTable("person_sessions")
    .set({ token_hash: hash, proven_at: at, last_seen_at: at, awaits_factor: false })
    .where("id", "=", id)
    .execute();
  return token;
}

/**
 * Ends sessions of a person.
 * @param which one by its id, all, or all but one
 * @returns how many ended
 */
export async function endSessions(
  db: Db,
  personId: number,
  which: { readonly only: number } | { readonly but: number } | "all",
  now: number,
): Promise<number> {
  let ending = db
    .updateTable("person_sessions")
    .set({ ended_at: new Date(now) })
    .where("person_id", "=", personId)
    .where("ended_at", "is", null);
  if (which !== "all")
    ending = "only" in which ? ending.where("id", "=", which.only) : ending.where("id", "!=", which.but);
  return Number((await ending.executeTakeFirst()).numUpdatedRows);
}

/**
 * Removes sessions that ended long ago: until then their addresses are those that their person is known at.
 * @returns how many
 */
export async function removeOldSessions({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("person_sessions")
    .where("created_at", "<", new Date(clock.now() - timing.knownAddressMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The sessions of a person that are in force, newest first. */
export async function openSessions(
  db: Db,
  { id, personId }: Pick<Session, "id" | "personId">,
  now: number,
): Promise<OwnSession[]> {
  const rows = await db
    .selectFrom("person_sessions")
    .select(["id", "created_at", "last_seen_at", "address", "user_agent"])
    .where("person_id", "=", personId)
    .where("ended_at", "is", null)
    .where("awaits_factor", "=", false)
    .where("created_at", ">", new Date(now - timing.sessionMs))
    .where("last_seen_at", ">", new Date(now - timing.sessionIdleMs))
    .orderBy("id", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
    isThis: row.id === id,
  }));
}
