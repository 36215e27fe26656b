/** The passkeys of a person: a row each, with a name that the person knows it by. */
import type { Kysely, Transaction } from "kysely";
import type { Passkey } from "#contract/people.ts";
import { cleanText } from "#core/text.ts";
import type { Schema } from "#db/schema.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** How many a person may have: enough for each of their devices. */
export const mostPasskeys = 20;
export const longestPasskeyName = 60;

type Own = { readonly personId: number; readonly id: number };

/** The passkeys of a person, oldest first. */
export async function readPasskeys(db: Db, personId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom("person_passkeys")
    .select(["id", "name", "created_at", "last_used_at"])
    .where("person_id", "=", personId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    createdAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
  }));
}

/** Whether a person has any. */
export async function hasPasskey(db: Db, personId: number): Promise<boolean> {
  return (await credentialIdsOf(db, personId)).length > 0;
}

/** What browsers call the passkeys of a person. */
export async function credentialIdsOf(db: Db, personId: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("person_passkeys")
    .select("credential_id as id")
    .where("person_id", "=", personId)
    .execute();
  return rows.map(({ id }) => id);
}

export type NewPasskey = {
  readonly personId: number;
  readonly credentialId: string;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly now: number;
};

/** Keeps one; false when somebody has it already. */
export async function addPasskey(db: Db, passkey: NewPasskey): Promise<boolean> {
  const { personId, credentialId, publicKey, counter, transports, name, now } = passkey;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("person_passkeys")
    .values({
      person_id: personId,
      credential_id: credentialId,
      public_key: Buffer.from(publicKey),
      counter,
      transports: [...transports],
      name: cleanText(name, longestPasskeyName) || "passkey",
      created_at: new Date(now),
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Gives one another name; false when the person has no such passkey. */
export async function renamePasskey(db: Db, { personId, id }: Own, name: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("person_passkeys")
    .set({ name })
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes one; false when the person has no such passkey. */
export async function removePasskey(db: Db, { personId, id }: Own): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("person_passkeys")
    .where("person_id", "=", personId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The passkey that a browser names, with its person; null when there is none. */
export async function findPasskey(db: Db, credentialId: string) {
  const row = await db
    .selectFrom("person_passkeys")
    .select(["person_id as personId", "id", "public_key as publicKey", "counter"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes that one was used. False when its count is no longer the one that was judged: another use came first. */
export async function markPasskeyUsed(
  db: Db,
  use: Own & { readonly before: number; readonly counter: number; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("person_passkeys")
    .set({ counter: use.counter, last_used_at: new Date(use.now) })
    .where("person_id", "=", use.personId)
    .where("id", "=", use.id)
    .where("counter", "=", use.before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
