/** Which invoices are known to Paylink's clients, and by which numbers. Every statement names the merchant. */
import { createHash, randomInt } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { OrderStatus } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** One shop's own number. */
export type ShopNumber = { readonly merchantId: number; readonly shopNumber: string };

/** The invoice that a shop's number stands for now. */
export type CurrentInvoice = {
  readonly order_id: number;
  readonly transaction_no: string;
  /** Null once its buyer was erased: then no request is its repetition. */
  readonly request_hash: Buffer | null;
  readonly status: OrderStatus;
};

/** Holds a shop's number until the transaction ends: of two requests the later one sees what the other has issued. */
export async function lockShopNumber(
  trx: Transaction<Schema>,
  { merchantId, shopNumber }: ShopNumber,
): Promise<void> {
  const lockId = createHash("sha256").update(`paylink ${merchantId} ${shopNumber}`).digest().readBigInt64BE();
  await sql`select pg_advisory_xact_lock(${String(lockId)}::bigint)`.execute(trx);
}

/** The invoice of a shop's number; null when there is none. */
export async function findCurrent(db: Db, number: ShopNumber): Promise<CurrentInvoice | null> {
  const row = await db
    .selectFrom("paylink_invoices as p")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "p.merchant_id").onRef("o.id", "=", "p.order_id"),
    )
    .select(["p.order_id", "p.transaction_no", "p.request_hash", "o.status"])
    .where("p.merchant_id", "=", number.merchantId)
    .where("p.shop_number", "=", number.shopNumber)
    .where("p.is_current", "=", true)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Gives an invoice its number instead of the one that the shop's number has stood for, which must have ended unpaid (`releases`).
 * @returns 13 digits
 */
export async function insertNumber(
  trx: Transaction<Schema>,
  number: ShopNumber,
  invoice: { readonly orderId: number; readonly requestHash: Buffer },
): Promise<string> {
  await trx
    .updateTable("paylink_invoices")
    .set({ is_current: false })
    .where("merchant_id", "=", number.merchantId)
    .where("shop_number", "=", number.shopNumber)
    .where("is_current", "=", true)
    .execute();
  for (;;) {
    const row = await trx
      .insertInto("paylink_invoices")
      .values({
        merchant_id: number.merchantId,
        transaction_no: newTransactionNo(),
        order_id: invoice.orderId,
        shop_number: number.shopNumber,
        request_hash: invoice.requestHash,
      })
      .onConflict((conflict) => conflict.columns(["merchant_id", "transaction_no"]).doNothing())
      .returning("transaction_no")
      .executeTakeFirst();
    if (row) return row.transaction_no;
  }
}

/** 13 digits, as clients know them; random, so that they do not say how much a merchant sells. */
function newTransactionNo(): string {
  return `1${String(randomInt(1e12)).padStart(12, "0")}`;
}

/**
 * The row id of an invoice.
 * @param input what stood in the address or the body
 * @throws Problem `order_not_found`, the same for unknown, malformed and another merchant's
 */
export async function findByTransactionNo(
  db: Db,
  { merchantId, input }: { readonly merchantId: number; readonly input: string },
): Promise<number> {
  const row = await db
    .selectFrom("paylink_invoices")
    .select("order_id")
    .where("merchant_id", "=", merchantId)
    .where("transaction_no", "=", input.trim())
    .executeTakeFirst();
  if (!row) throw new Problem("order_not_found");
  return row.order_id;
}

/** The numbers by which clients know an invoice; null for one that was issued otherwise. */
export async function numbersOf(
  db: Db,
  { merchantId, orderId }: { readonly merchantId: number; readonly orderId: number },
): Promise<{ readonly transactionNo: string; readonly shopNumber: string } | null> {
  const row = await db
    .selectFrom("paylink_invoices")
    .select(["transaction_no as transactionNo", "shop_number as shopNumber"])
    .where("merchant_id", "=", merchantId)
    .where("order_id", "=", orderId)
    .executeTakeFirst();
  return row ?? null;
}
