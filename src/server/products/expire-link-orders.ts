/** The clocked end of orders of product links that were not paid in time: cancelled, so that what they hold is free. */
import { sql } from "kysely";
import { isProblem } from "#core/problem.ts";
import { cancellableStatuses } from "#core/status-groups.ts";
import { runInTransaction } from "#db/open.ts";
import { cancelOrder } from "../issuing/cancel-order.ts";
import { isBeingPaid } from "../orders/attempts-of-orders.ts";
import { workThroughBatches } from "../queue/work-through.ts";
import type { Services } from "../services.ts";

/**
 * Cancels ten unpaid orders of links that have expired, or all where there are fewer. One with a payment that is under way keeps
 * its holds until its provider has answered: a buyer who is charged gets what was held. Several processes may do this at once.
 * @returns how many were cancelled
 */
export async function cancelExpiredLinkOrders(services: Services): Promise<number> {
  const now = new Date(services.clock.now());
  return await workThroughBatches(
    services,
    (tried, limit) => listExpired(services, now, { tried, limit }),
    (id) => cancelExpired(services, id, now),
    (orderId) => ({ work: "cancelExpiredLinkOrders", orderId }),
  );
}

async function listExpired(
  { db }: Services,
  now: Date,
  { tried, limit }: { readonly tried: readonly number[]; readonly limit: number },
): Promise<readonly number[]> {
  const rows = await db.kysely
    .selectFrom("orders as o")
    .select("o.id")
    .where("o.source", "=", "link")
    .where("o.status", "in", cancellableStatuses)
    .where("o.expires_at", "<=", now)
    .where(sql<boolean>`o.id <> all(${tried})`)
    .where(({ not }) => not(isBeingPaid))
    .orderBy("o.expires_at")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether it was: where a payment was faster, or has just begun, that decides. */
async function cancelExpired({ db }: Services, id: number, now: Date): Promise<boolean> {
  try {
    await runInTransaction(db.kysely, (trx) => cancelOrder(trx, id, now, { reason: "expired" }));
    return true;
  } catch (error) {
    if (isProblem(error)) return false;
    throw error;
  }
}
