/**
 * An unpaid invoice is issued again at another address: because it has expired, because its address came into wrong
 * hands, or to change one whose bill is out. The first is closed permanently, its bills are taken back at their providers,
 * and money that still arrives by them is surplus, as of every cancelled order.
 */
import { sql, type Transaction } from "kysely";
import { orderStatusFacts } from "#core/order-status.ts";
import type { Ids } from "#core/ports.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { copiedColumns } from "../orders/insert-order.ts";
import { copyLines } from "../orders/order-lines.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { cancelOrder } from "./cancel-order.ts";

/**
 * Issues an order again, as it is: content and amounts are those of the first.
 * @param expiresAt until when the new one can be paid; null without an end; left out, until the end of the first
 * @returns the id of the order in its place; asked for again, of the same one
 * @throws Problem `invoice_of_link`, why it cannot be paid, `validation_failed` for an end that is past, and as `cancelOrder` does
 */
export async function reissueOrder(
  services: { readonly ids: Pick<Ids, "orderNumber"> },
  trx: Transaction<Schema>,
  of: { readonly orderId: number; readonly expiresAt: Date | null | undefined; readonly now: number },
): Promise<number> {
  const first = await lockOrder(trx, of.orderId);
  const place = { merchantId: first.merchant_id, orderId: first.id };
  const earlier = await inPlaceOf(trx, place);
  if (earlier !== null) return earlier;
  if (first.source === "link") throw new Problem("invoice_of_link");
  const { refusal } = orderStatusFacts[first.status];
  if (refusal !== null) throw new Problem(refusal);
  const expiresAt = of.expiresAt === undefined ? first.expires_at : of.expiresAt;
  if (expiresAt !== null && expiresAt.getTime() <= of.now) {
    const message = "must be in the future: that of the first is over";
    const fields = [{ path: "expiresAt", code: "not_in_future", message }];
    throw new Problem("validation_failed", { fields });
  }
  await cancelOrder(trx, first.id, new Date(of.now), { reason: "replaced" });
  return await copyOrder(trx, { ...place, orderNumber: services.ids.orderNumber(), expiresAt });
}

type Place = { readonly merchantId: number; readonly orderId: number };

async function inPlaceOf(trx: Transaction<Schema>, { merchantId, orderId }: Place): Promise<number | null> {
  const row = await trx
    .selectFrom("orders")
    .select("id")
    .where("merchant_id", "=", merchantId)
    .where("replaces_id", "=", orderId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** One statement: the order, its lines, its event; the numbers by which Paylink's clients know the first are the copy's. */
async function copyOrder(
  trx: Transaction<Schema>,
  of: Place & { readonly orderNumber: string; readonly expiresAt: Date | null },
): Promise<number> {
  const columns = sql.raw(copiedColumns.join(", "));
  const { rows } = await sql<{ id: number }>`
    with born as (
      insert into orders (order_number, replaces_id, expires_at, ${columns})
      select ${of.orderNumber}, id, ${of.expiresAt}::timestamptz, ${columns} from orders
      where merchant_id = ${of.merchantId} and id = ${of.orderId}
      returning merchant_id, id, order_number, external_order_number, total, currency
    ), sold as (
      ${sql.raw(copyLines("born"))} and l.order_id = ${of.orderId}
    ), renamed as (
      update paylink_invoices p set order_id = born.id from born
      where p.merchant_id = born.merchant_id and p.order_id = ${of.orderId}
    ), logged as (
      insert into events (merchant_id, order_id, type, data)
      select merchant_id, id, 'invoice.created', jsonb_build_object('orderNumber', order_number, 'status', 'CREATED',
        'externalOrderNumber', external_order_number, 'amount', total, 'currency', currency) from born
    )
    select id from born`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error("an order was not issued again");
  return row.id;
}
