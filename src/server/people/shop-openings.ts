/** Who may open a shop in the console (docs/decisions/0140): any person, whom the operator has invited, or no person. */
import type { Kysely, Transaction } from "kysely";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import type { Config } from "../settings/config.ts";
import type { SignInName } from "./persons.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** The names by which a person is known, each proven. */
export type Names = { readonly email: string | null; readonly mobile: string | null };

/** Whether the holder of these names may open a shop now. */
export async function mayOpenShop(
  db: Db,
  { signUp }: Pick<Config, "signUp">,
  names: Names,
  now: number,
): Promise<boolean> {
  if (signUp !== "invited") return signUp === "open";
  const row = await openInvitation(db, names, now).select("id").executeTakeFirst();
  return row !== undefined;
}

function openInvitation(db: Db, { email, mobile }: Names, now: number) {
  return db
    .selectFrom("shop_invitations")
    .where((where) => where.or([where("email", "=", email), where("mobile", "=", mobile)]))
    .where("used_at", "is", null)
    .where("expires_at", ">", new Date(now))
    .orderBy("id")
    .limit(1);
}

/** Invites an address to open a shop, in place of an invitation that it has. */
export async function inviteToOpenShop(db: Db, address: SignInName, now: number): Promise<void> {
  const names = { email: null, mobile: null, ...address };
  await withdrawShopInvitations(db, names, now);
  await db
    .insertInto("shop_invitations")
    .values({
      ...names,
      created_at: new Date(now),
      expires_at: new Date(now + timing.shopInvitationMs),
      used_at: null,
    })
    .execute();
}

/** Withdraws the invitations of an address; false when it has none. */
export async function withdrawShopInvitations(
  db: Db,
  { email, mobile }: Names,
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("shop_invitations")
    .where((where) => where.or([where("email", "=", email), where("mobile", "=", mobile)]))
    .where("used_at", "is", null)
    .where("expires_at", ">", new Date(now))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Uses an invitation of these names up: of two openings at a time one gets it. */
export async function takeShopInvitation(
  trx: Transaction<Schema>,
  names: Names,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("shop_invitations")
    .set({ used_at: new Date(now) })
    .where("id", "in", openInvitation(trx, names, now).select("id").forUpdate())
    .where("used_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Removes invitations whose time is over: who opened a shop is in the audit log.
 * @returns how many
 */
export async function removeOldShopInvitations({
  db,
  clock,
}: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("shop_invitations")
    .where("expires_at", "<=", new Date(clock.now()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
