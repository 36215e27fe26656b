/**
 * Who may hear from a test world: its merchant's own people alone (docs/decisions/0106). What is typed as a buyer there may be
 * a stranger's address or number.
 */
import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";

/**
 * Whether something may be sent to an address for a merchant: always from a live world, from a test world only by mail to
 * an address that the live shop itself has; while the shop waits for the operator, that a person of it has proven. Asked right
 * before each sending.
 * @param address an e-mail address or a telephone number
 */
export async function mayReach(
  db: Kysely<Schema> | Transaction<Schema>,
  { merchantId, address }: { readonly merchantId: number; readonly address: string },
): Promise<boolean> {
  const { world, live_merchant_id: liveId } = await db
    .selectFrom("merchants")
    .select(["world", "live_merchant_id"])
    .where("id", "=", merchantId)
    .executeTakeFirstOrThrow();
  if (world === "live" || liveId === null) return true;
  const own = await db
    .selectFrom("merchants as m")
    .leftJoin("merchant_contacts as c", "c.merchant_id", "m.id")
    .select(["m.email", "c.email as contact", "m.approved_at"])
    // What a test key can write is not believed: it could name any address as the shop's.
    .where("m.id", "=", liveId)
    .executeTakeFirstOrThrow();
  const wanted = address.trim().toLowerCase();
  const known = own.approved_at === null ? await provenAddresses(db, liveId) : [own.email, own.contact];
  return known.some((one) => one?.toLowerCase() === wanted);
}

/** What somebody who opened a shop says of it is not believed before the operator has approved it: it could name any address. */
async function provenAddresses(
  db: Kysely<Schema> | Transaction<Schema>,
  merchantId: number,
): Promise<readonly (string | null)[]> {
  const rows = await db
    .selectFrom("memberships as s")
    .innerJoin("persons as p", "p.id", "s.person_id")
    .select("p.email")
    .where("s.merchant_id", "=", merchantId)
    .where("p.email_confirmed_at", "is not", null)
    .execute();
  return rows.map(({ email }) => email);
}
