/**
 * Telling merchants of invoices that were not paid in time. Their status stays: a payment that waits for its buyer may be made
 * still. While money may be on its way nothing is said: a shop that reads of the end sells the goods to another buyer.
 */
import { sql } from "kysely";
import type { Services } from "../services.ts";
import { isBeingPaid } from "./attempts-of-orders.ts";
import { payableLiterals } from "./payable-literals.ts";

const batchSize = 100;

/**
 * Writes `invoice.expired` for up to a hundred unpaid invoices that have expired, once each. One that is being paid waits for
 * the payment's end, and has expired at its own end all the same: nothing was begun since. Several processes may do this at once.
 * @returns how many
 */
export async function expireInvoices({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { rows } = await sql`
    with due as (
      select o.id from orders o
      where o.source = 'api' and o.status in (${payableLiterals}) and o.expired_at is null
        and o.expires_at <= ${new Date(clock.now())} and not ${isBeingPaid}
      order by o.expires_at limit ${batchSize} for update of o skip locked
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
