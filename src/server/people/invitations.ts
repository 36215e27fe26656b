/** Invitations to a shop: for one address or mobile, good once and for 72 hours. */
import type { Kysely, Transaction } from "kysely";
import type { Invitation } from "#contract/people.ts";
import type { Role } from "#core/roles.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { addressOf, type SignInName } from "./persons.ts";
import { hashToken, newToken } from "./tokens.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

export type NewInvitation = {
  readonly merchantId: number;
  readonly address: SignInName;
  readonly role: Role;
  readonly invitedBy: number;
  readonly now: number;
};

const columns = ["id", "email", "mobile", "role", "created_at", "expires_at"] as const;

/** Makes an invitation in place of one that the address has already; gives its token. */
export async function invite(
  trx: Transaction<Schema>,
  { merchantId, address, role, invitedBy, now }: NewInvitation,
): Promise<Invitation & { readonly token: string }> {
  const { token, hash } = newToken();
  const at = new Date(now);
  const names = { email: null, mobile: null, ...address };
  await open(trx, merchantId, at)
    .where((where) => where.or([where("email", "=", names.email), where("mobile", "=", names.mobile)]))
    .set({ withdrawn_at: at })
    .execute();
  const row = await trx
    .insertInto("invitations")
    .values({
      merchant_id: merchantId,
      token_hash: hash,
      ...names,
      role,
      invited_by: invitedBy,
      created_at: at,
      expires_at: new Date(now + timing.invitationMs),
      taken_at: null,
      withdrawn_at: null,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { ...toInvitation(row), token };
}

function open(db: Db, merchantId: number, now: Date) {
  return db
    .updateTable("invitations")
    .where("merchant_id", "=", merchantId)
    .where("taken_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", now);
}

function toInvitation(row: {
  readonly id: number;
  readonly email: string | null;
  readonly mobile: string | null;
  readonly role: Role;
  readonly created_at: Date;
  readonly expires_at: Date;
}): Invitation {
  const { id, email, mobile, role } = row;
  return {
    id,
    email,
    mobile,
    role,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
}

/** Invitations of a shop that can still be taken, newest first. */
export async function openInvitations(db: Db, merchantId: number, now: number): Promise<Invitation[]> {
  const rows = await db
    .selectFrom("invitations")
    .select(columns)
    .where("merchant_id", "=", merchantId)
    .where("taken_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", new Date(now))
    .orderBy("id", "desc")
    .execute();
  return rows.map(toInvitation);
}

/** Withdraws one; false when there is none that can still be taken. */
export async function withdraw(
  db: Db,
  { merchantId, id, now }: { readonly merchantId: number; readonly id: number; readonly now: number },
): Promise<boolean> {
  const at = new Date(now);
  const { numUpdatedRows } = await open(db, merchantId, at)
    .where("id", "=", id)
    .set({ withdrawn_at: at })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type OpenInvitation = {
  readonly merchantId: number;
  readonly shopName: string;
  readonly address: SignInName;
  readonly role: Role;
};

/** What a token invites to; null when it is none, or was used, withdrawn or has ended. */
export async function findInvitation(db: Db, token: string, now: number): Promise<OpenInvitation | null> {
  const row = await db
    .selectFrom("invitations as i")
    .innerJoin("merchants as m", "m.id", "i.merchant_id")
    .select(["m.id as merchantId", "m.shop_name as shopName", "i.email", "i.mobile", "i.role"])
    .where("i.token_hash", "=", hashToken(token))
    .where("i.taken_at", "is", null)
    .where("i.withdrawn_at", "is", null)
    .where("i.expires_at", ">", new Date(now))
    .where("m.deactivated_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const { merchantId, shopName, role } = row;
  return { merchantId, shopName, role, address: addressOf(row) };
}

/** Uses an invitation up; false when it was used meanwhile. */
export async function takeInvitation(db: Db, token: string, now: number): Promise<boolean> {
  const at = new Date(now);
  const { numUpdatedRows } = await db
    .updateTable("invitations")
    .set({ taken_at: at })
    .where("token_hash", "=", hashToken(token))
    .where("taken_at", "is", null)
    .where("withdrawn_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes invitations that have expired, taken, withdrawn or neither: who invited whom is in the audit log.
 * @returns how many
 */
export async function removeOldInvitations({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("invitations")
    .where("expires_at", "<=", new Date(clock.now()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
