/** Closing a shop and opening it again, as the operator does. */
import { sql, type Transaction } from "kysely";
import type { Schema } from "#db/schema.ts";
import { continueFromToday } from "./issue-recurring.ts";
import { findRecurring } from "./recurring-store.ts";

/**
 * Closes a shop, or opens it. A test world is open while its live shop is, or less. While it is closed none of its invoices that repeat
 * is issued; opened, they continue as one that was paused does.
 */
export async function setMerchantOpen(
  trx: Transaction<Schema>,
  merchantId: number,
  { isOpen, now }: { readonly isOpen: boolean; readonly now: number },
): Promise<void> {
  // Before it is open: a server that looks at the same moment must not find the days that passed.
  if (isOpen) await continueOfClosed(trx, merchantId, now);
  await trx
    .updateTable("merchants")
    .set({ deactivated_at: isOpen ? null : new Date(now) })
    .where((where) => where.or([where("id", "=", merchantId), where("live_merchant_id", "=", merchantId)]))
    .execute();
}

/** A shop that is open already keeps its days: what its server missed while it was down is issued yet. */
async function continueOfClosed(trx: Transaction<Schema>, merchantId: number, now: number): Promise<void> {
  const { rows } = await sql<{ merchant_id: number; id: number }>`select r.merchant_id, r.id
    from recurring_invoices r join merchants m on m.id = r.merchant_id
    where (m.id = ${merchantId} or m.live_merchant_id = ${merchantId}) and m.deactivated_at is not null and r.state = 'active'
    order by r.merchant_id, r.id`.execute(trx);
  for (const { merchant_id, id } of rows) {
    const row = await findRecurring(trx, { merchantId: merchant_id, id }, "locked");
    await continueFromToday(trx, row, now);
  }
}
