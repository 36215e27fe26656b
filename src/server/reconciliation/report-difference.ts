/** Writing a difference down, once: in its own table, as an event, and for the operator in the log. */
import { formatDecimal } from "#core/money.ts";
import { runInTransaction } from "#db/open.ts";
import type { Services } from "../services.ts";
import type { Account } from "./accounts.ts";
import type { Difference } from "./compare.ts";

export type FoundDifference = {
  readonly day: string;
  readonly account: Account;
  /** Null for money that belongs to no order of ours. */
  readonly order: { readonly id: number; readonly merchantId: number } | null;
  readonly difference: Difference;
};

/**
 * Stores a difference and reports it. One that is known already is not reported again.
 * @returns whether it was new
 */
export async function reportDifference(services: Services, found: FoundDifference): Promise<boolean> {
  const { day, account, order, difference } = found;
  const { kind, reference, currency, ours, theirs } = difference;
  // Money on the installation's own account that is no order's is no merchant's either: the operator's alone.
  const merchantId = order?.merchantId ?? account.merchantId;
  const stated = {
    kind,
    account: account.name,
    reference: reference.slice(0, 500),
    currency,
    ours: formatDecimal(ours, currency),
    theirs: formatDecimal(theirs, currency),
  };
  const isNew = await runInTransaction(services.db.kysely, async (trx) => {
    const inserted = await trx
      .insertInto("reconciliation_differences")
      .values({
        found_at: new Date(services.clock.now()),
        day,
        merchant_id: merchantId,
        order_id: order?.id ?? null,
        account: account.name,
        kind,
        reference: stated.reference,
        currency,
        ours,
        theirs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!inserted) return false;
    await trx
      .insertInto("events")
      .values({
        merchant_id: merchantId,
        order_id: order?.id ?? null,
        type: "reconciliation.difference",
        data: JSON.stringify({ day, ...stated }),
      })
      .execute();
    return true;
  });
  if (isNew) services.log.error("reconciliation difference", { day, orderId: order?.id ?? null, ...stated });
  return isNew;
}
