/** One-time addresses by which a person proves that a mailbox is theirs: to choose a password, to confirm an address. */
import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { hashToken, newToken } from "./tokens.ts";

type Db = Kysely<Schema> | Transaction<Schema>;
type Purpose = "set_password" | "confirm_email";

/** Makes one; gives its token. Those of the same purpose that were made before are of no use any more. */
export async function makePersonLink(
  db: Db,
  link: {
    readonly personId: number;
    readonly purpose: Purpose;
    readonly now: number;
    readonly lifetimeMs: number;
  },
): Promise<string> {
  const { personId, purpose, now, lifetimeMs } = link;
  const { token, hash } = newToken();
  const at = new Date(now);
  await db
    .updateTable("person_links")
    .set({ used_at: at })
    .where("person_id", "=", personId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
  await db
    .insertInto("person_links")
    .values({
      token_hash: hash,
      person_id: personId,
      purpose,
      created_at: at,
      expires_at: new Date(now + lifetimeMs),
      used_at: null,
    })
    .execute();
  return token;
}

type Asked = { readonly token: string; readonly purpose: Purpose; readonly now: number };

/** Makes every link of a person useless: they went to an address that is no longer theirs. */
export async function endPersonLinks(
  db: Db,
  { personId, now }: { readonly personId: number; readonly now: number },
): Promise<void> {
  await db
    .updateTable("person_links")
    .set({ used_at: new Date(now) })
    .where("person_id", "=", personId)
    .where("used_at", "is", null)
    .execute();
}

/** The person of a link that is still good; null for any other token. */
export async function personOfLink(db: Db, { token, purpose, now }: Asked): Promise<number | null> {
  const row = await db
    .selectFrom("person_links")
    .select("person_id")
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", new Date(now))
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/** The same, and uses it up: of two at a time one gets the person. */
export async function takePersonLink(db: Db, { token, purpose, now }: Asked): Promise<number | null> {
  const row = await db
    .updateTable("person_links")
    .set({ used_at: new Date(now) })
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", new Date(now))
    .returning("person_id")
    .executeTakeFirst();
  return row?.person_id ?? null;
}

/**
 * Removes links that have expired, used or not: they answer as one that never was.
 * @returns how many
 */
export async function removeOldPersonLinks({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("person_links")
    .where("expires_at", "<=", new Date(clock.now()))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
