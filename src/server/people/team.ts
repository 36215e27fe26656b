/** Who works in a shop. A shop has an owner at all times; a person who leaves has no rights from then on. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { Member } from "#contract/people.ts";
import { Problem } from "#core/problem.ts";
import type { Role } from "#core/roles.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import { endSessions } from "./sessions.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

type MemberOf = { readonly merchantId: number; readonly personId: number };

/** The shop whose people work in a merchant: itself, or of a test world its live one. */
export async function shopOf(db: Db, merchantId: number): Promise<number> {
  const row = await db
    .selectFrom("merchants")
    .select(sql<number>`coalesce(live_merchant_id, id)`.as("id"))
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  return Number(row.id);
}

/** The members of a shop, first come first; or the one that is asked for. */
export async function readMembers(
  db: Db,
  { merchantId, now, personId }: { merchantId: number; now: number; personId?: number },
): Promise<readonly Member[]> {
  const rows = await db
    .selectFrom("memberships as m")
    .innerJoin("persons as p", "p.id", "m.person_id")
    .leftJoin("person_sessions as s", "s.person_id", "p.id")
    .select(["p.id", "p.name", "p.email", "p.mobile", "m.role", "m.created_at"])
    .select(({ fn }) => fn.max("s.last_seen_at").as("seen"))
    .select(
      sql<number>`count(s.id) filter (where s.ended_at is null and s.last_seen_at > ${new Date(now - timing.sessionIdleMs)}
        and s.created_at > ${new Date(now - timing.sessionMs)})::int`.as("open"),
    )
    .where("m.merchant_id", "=", merchantId)
    .$if(personId !== undefined, (all) => all.where("p.id", "=", personId ?? 0))
    .groupBy(["p.id", "m.role", "m.created_at"])
    .orderBy("m.created_at")
    .orderBy("p.id")
    .execute();
  return rows.map((row) => ({
    personId: row.id,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    role: row.role,
    since: row.created_at.toISOString(),
    lastSeenAt: row.seen?.toISOString() ?? null,
    openSessions: row.open,
  }));
}

/**
 * Locks the shop's memberships for a change of one of them.
 * @returns the member's role
 * @throws Problem `not_found`; `last_owner` when the shop would be without one
 */
export async function claimMember(
  trx: Transaction<Schema>,
  { merchantId, personId }: MemberOf,
  becomes: Role | null,
): Promise<Role> {
  const members = await trx
    .selectFrom("memberships")
    .select(["person_id", "role"])
    .where("merchant_id", "=", merchantId)
    .orderBy("person_id")
    .forUpdate()
    .execute();
  const role = members.find(({ person_id }) => person_id === personId)?.role;
  if (role === undefined) throw new Problem("not_found");
  const owners = members.filter((one) => one.role === "owner");
  if (role === "owner" && becomes !== "owner" && owners.length === 1) throw new Problem("last_owner");
  return role;
}

/** Takes a person out of a shop, and removes their own views of lists, and ends all their sessions where it was their last one. */
export async function removeMember(
  trx: Transaction<Schema>,
  { merchantId, personId }: MemberOf,
  now: number,
): Promise<void> {
  await trx
    .deleteFrom("memberships")
    .where("merchant_id", "=", merchantId)
    .where("person_id", "=", personId)
    .execute();
  // In the shop and in its test world.
  await sql`delete from list_views where person_id = ${personId}
    and merchant_id in (select id from merchants where ${merchantId} in (id, live_merchant_id))`.execute(trx);
  const other = await trx
    .selectFrom("memberships")
    .select("merchant_id")
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (!other) await endSessions(trx, personId, "all", now);
}
