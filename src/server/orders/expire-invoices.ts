/** Telling merchants of invoices that were not paid in time. Their status stays: a payment that was begun may end. */
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { payableLiterals } from "./payable-literals.ts";

const batchSize = 100;

/**
 * Writes `invoice.expired` for up to a hundred unpaid invoices that have expired, once each. Several processes may do
 * this at once.
 * @returns how many
 */
export async function expireInvoices({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { rows } = await sql`
    with due as (
      select id from orders
      where source = 'api' and status in (${payableLiterals}) and expired_at is null
        and expires_at <= ${new Date(clock.now())}
      order by expires_at limit ${batchSize} for update skip locked
    ), over as (
      update orders o set expired_at = o.expires_at from due where o.id = due.id
      returning o.id, o.merchant_id, o.order_number, o.status
    )
    insert into events (merchant_id, order_id, type, data)
    select merchant_id, id, 'invoice.expired',
      jsonb_build_object('orderNumber', order_number, 'status', status, 'reason', 'expired')
    from over
    returning id`.execute(db.kysely);
  return rows.length;
}
