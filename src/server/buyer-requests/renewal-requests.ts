/**
 * Buyers who ask for a fresh link of an expired invoice (docs/decisions/0172). A request stands as long as the end that
 * it came after is the order's: more time, another address or a closed order answer it.
 */
import { type Kysely, sql } from "kysely";
import type { Language } from "#core/language.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import type { Schema } from "#db/schema.ts";
import { isTimeOver } from "../orders/order-open.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import { payableLiterals } from "../orders/payable-literals.ts";

type Expiring = Pick<OrderRecord, "status" | "source" | "expires_at">;

/** Whether a fresh link may be asked for: of an invoice whose time is over. An order of a product link is ordered again. */
export function mayAskForRenewal(order: Expiring, now: number): boolean {
  return order.source === "api" && orderStatusFacts[order.status].payable && isTimeOver(order, now);
}

type NewRequest = {
  readonly merchantId: number;
  readonly orderId: number;
  readonly language: Language;
  readonly now: Date;
};

/**
 * Writes the request down with its event, once for each end of the order, however often and by how many it is asked for.
 * @returns whether it is the first
 */
export async function askForRenewal(db: Kysely<Schema>, of: NewRequest): Promise<boolean> {
  const { rows } = await sql`
    with asked as (
      insert into renewal_requests (merchant_id, order_id, expired_at, language, created_at)
      select merchant_id, id, expires_at, ${of.language}, ${of.now}::timestamptz from orders
      where merchant_id = ${of.merchantId} and id = ${of.orderId} and source = 'api'
        and status in (${payableLiterals}) and expires_at <= ${of.now}
      on conflict do nothing
      returning merchant_id, order_id
    )
    insert into events (merchant_id, order_id, type, data)
    select o.merchant_id, o.id, 'invoice.renewal_requested', jsonb_build_object('orderNumber', o.order_number)
    from asked join orders o on o.merchant_id = asked.merchant_id and o.id = asked.order_id
    returning id`.execute(db);
  return rows.length > 0;
}

/** Whether a fresh link was asked for since the order's present end. */
export async function isRenewalAsked(db: Kysely<Schema>, orderNumber: string): Promise<boolean> {
  const row = await db
    .selectFrom("orders as o")
    .innerJoin("renewal_requests as r", (join) =>
      join
        .onRef("r.merchant_id", "=", "o.merchant_id")
        .onRef("r.order_id", "=", "o.id")
        .onRef("r.expired_at", "=", "o.expires_at"),
    )
    .select("r.created_at")
    .where("o.order_number", "=", orderNumber)
    .executeTakeFirst();
  return row !== undefined;
}
