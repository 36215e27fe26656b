/**
 * Erasing buyers' data by age (Saudi PDPL, article 18: it is destroyed when it is no longer needed). Only where a
 * period was set: for the installation, or for one merchant, whose own word counts. What is erased and what stays is as
 * on a buyer's request (docs/decisions/0034, 0042).
 */
import { sql, type Transaction } from "kysely";
import { unfinishedStates } from "#core/attempt-status.ts";
import { openRefundStates } from "#core/refund-status.ts";
import { cancellableStatuses, openStatuses } from "#core/status-groups.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { writeAudit } from "../audit/audit-log.ts";
import { workThrough } from "../queue/work-through.ts";
import type { Services } from "../services.ts";
import { eraseDrafts, eraseOffers } from "./erase-drafts.ts";
import { eraseFromOrders } from "./erase-from-orders.ts";

/** Orders of one transaction: few, so that other transactions do not wait long for their locks. */
const batchSize = 50;

type Due = { readonly merchantId: number; readonly username: string; readonly months: number };

/**
 * Erases the buyers of the oldest orders that are due, one batch of each merchant.
 * @returns how many orders; a job that gets some asks again
 */
export async function eraseAgedBuyers(
  services: Pick<Services, "db" | "clock" | "config" | "log">,
): Promise<number> {
  let erased = 0;
  await workThrough(
    services,
    await merchantsWithPeriod(services),
    async (due) => {
      const now = new Date(services.clock.now());
      erased += await runInTransaction(services.db.kysely, (trx) => eraseBatch(trx, due, now));
    },
    ({ merchantId }) => ({ work: "eraseAgedBuyers", merchantId }),
  );
  return erased;
}

async function merchantsWithPeriod({ db, config }: Pick<Services, "db" | "config">): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select id as "merchantId", username, coalesce(buyer_data_months, ${config.buyerDataMonths}::int) as months
    from merchants where coalesce(buyer_data_months, ${config.buyerDataMonths}::int) is not null
    order by id`.execute(db.kysely);
  return rows;
}

async function eraseBatch(trx: Transaction<Schema>, due: Due, now: Date): Promise<number> {
  // No buyer was asked to pay a draft: it has no books, and goes whole.
  await eraseDrafts(
    trx,
    sql`merchant_id = ${due.merchantId} and updated_at < ${now}::timestamptz - make_interval(months => ${due.months}::int)`,
  );
  await eraseOffers(
    trx,
    sql`merchant_id = ${due.merchantId} and state not in ('active', 'paused')
      and created_at < ${now}::timestamptz - make_interval(months => ${due.months}::int)`,
  );
  const over = await lockAgedOrders(trx, due, now);
  if (over.length === 0) return 0;
  await eraseFromOrders(trx, over, null);
  await trx.updateTable("orders").set({ buyer_erased_at: now }).where("id", "in", over).execute();
  await writeAudit(trx, {
    actor: "job",
    act: "erase-by-age",
    merchantId: due.merchantId,
    subject: `${over.length} orders of ${due.username}, over for ${due.months} months`,
    result: "done",
  });
  return over.length;
}

/**
 * Orders that have ended and have not changed for the period: closed, or unpaid past the time in which they could be paid, with
 * nothing left to ask a provider about, to give back, to deliver or to name its buyer on.
 */
async function lockAgedOrders(
  trx: Transaction<Schema>,
  { merchantId, months }: Due,
  now: Date,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with period as (select ${now}::timestamptz - make_interval(months => ${months}::int) as start)
    select o.id from orders o, period
    where o.merchant_id = ${merchantId} and o.buyer_erased_at is null
      and o.created_at < period.start and o.updated_at < period.start
      and (o.status <> all(${openStatuses})
        or (o.status = any(${cancellableStatuses}) and o.expires_at < period.start))
      and not exists (select from payment_attempts a where a.merchant_id = o.merchant_id and a.order_id = o.id
        and (a.state = any(${unfinishedStates}) or a.updated_at >= period.start))
      and not exists (select from refunds r where r.merchant_id = o.merchant_id and r.order_id = o.id and r.state = any(${[...openRefundStates]}))
      and not exists (select from digital_deliveries d where d.merchant_id = o.merchant_id and d.order_id = o.id and d.state = 'due')
      and not exists (select from waiting_tax_invoices w where w.merchant_id = o.merchant_id and w.order_id = o.id)
    order by o.created_at limit ${batchSize}
    for update of o skip locked`.execute(trx);
  return rows.map(({ id }) => id);
}
