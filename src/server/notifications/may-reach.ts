/**
 * Who may hear from a test world: its merchant's own people alone (docs/decisions/0106). What is typed as a buyer there may be
 * a stranger's address or number.
 */
import type { Kysely, Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";

/**
 * Whether something may be sent to an address for a merchant: always from a live world, from a test world only by mail to
 * an address that the live shop itself has. Asked right before each sending.
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
    .select(["m.email", "c.email as contact"])
    // What a test key can write is not believed: it could name any address as the shop's.
    .where("m.id", "=", liveId)
    .executeTakeFirstOrThrow();
  const wanted = address.trim().toLowerCase();
  return [own.email, own.contact].some((known) => known?.toLowerCase() === wanted);
}
