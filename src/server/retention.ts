/**
 * Removing what has outlived its use: answers kept for repetition, card sessions, pages of 3-D Secure, codes sent to
 * confirm e-mail addresses, counts of wrong coupon codes. Logs, orders, attempts and tax documents are not touched: the law and the merchant want
 * them.
 */
import { sql } from "kysely";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { removeOldIdempotencyKeys } from "./merchant-api/idempotency.ts";
import { removeOldCouponMisses } from "./products/coupon-budget.ts";
import type { Services } from "./services.ts";

const dayMs = 24 * 60 * 60_000;
const openOrderKeptMs = 30 * dayMs;

/**
 * Removes all of it once; for an hourly job.
 * @returns how many rows
 */
export async function removeOutlived(services: Pick<Services, "db" | "clock">): Promise<number> {
  const removed = [
    await removeOldIdempotencyKeys(services),
    await removeThreeDSecurePages(services),
    await removeOldCouponMisses(services),
    await removeOfOrders(services, "card_sessions"),
    await removeOfOrders(services, "client_email_codes"),
  ];
  return removed.reduce((sum, count) => sum + count, 0);
}

/** A day after its end, a buyer who reloads a used page is led on no more: the result page knows how it stands. */
async function removeThreeDSecurePages({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom("three_d_secure_pages")
    .where("expires_at", "<", new Date(clock.now() - dayMs))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/**
 * Rows that count against a limit of their order (`core/limits.ts`): they stay as long as the order can be paid, but
 * not for ever, and a day longer than that.
 */
async function removeOfOrders(
  { db, clock }: Pick<Services, "db" | "clock">,
  table: "card_sessions" | "client_email_codes",
): Promise<number> {
  const payable = orderStatuses.filter((status) => orderStatusFacts[status].payable);
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} row using orders o
    where o.id = row.order_id and row.created_at < ${new Date(clock.now() - dayMs)}
      and (o.status <> all(${payable}) or row.created_at < ${new Date(clock.now() - openOrderKeptMs)})`.execute(
    db.kysely,
  );
  return Number(numAffectedRows ?? 0);
}
