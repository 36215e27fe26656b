/**
 * A shop writes down that an order was paid without a provider: in cash, by its own terminal, into its bank account
 * (docs/decisions/0173). One transaction under the order's lock. It is refused while money may be on its way by a provider, and what waits
 * for its buyer alone is superseded: it takes nothing afterwards, and what arrives all the same is surplus.
 */
import type { Transaction } from "kysely";
import { factsAt } from "#core/attempt-lease.ts";
import { blocksOthers } from "#core/attempt-status.ts";
import type { Minor } from "#core/money.ts";
import { amountDue } from "#core/order-money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { accountByHand, type WayByHand } from "#core/payment-by-hand.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { type LockedOrder, lockOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";
import { attemptsOfOrder, insertAttempt, moveAttempt } from "./attempt-store.ts";
import { supersede } from "./claim-attempt.ts";
import { settleOrder } from "./settle.ts";

export type PaymentToRecord = {
  readonly orderId: number;
  /** What the shop has received, minor units of the order's currency: all that is due, no more and no less. */
  readonly amount: Minor;
  readonly way: WayByHand;
  readonly reference: string | null;
  readonly note: string | null;
  /** As the audit log names callers. */
  readonly recordedBy: string;
};

/**
 * Records the payment and makes its order paid, with its event, receipt and tax invoice as of every other.
 * @throws Problem why the order is closed; `payment_in_progress` while a payment of it is under way, unanswered, or has
 *   arrived as surplus; `validation_failed` for another amount than is due
 */
export async function recordPayment(
  services: Pick<Services, "clock" | "ids" | "onOrderPaid">,
  trx: Transaction<Schema>,
  payment: PaymentToRecord,
): Promise<void> {
  const order = await lockOrder(trx, payment.orderId);
  const { refusal } = orderStatusFacts[order.status];
  if (refusal) throw new Problem(refusal);
  requireDue(order, payment.amount);
  const now = services.clock.now();
  const others = await attemptsOfOrder(trx, order.id);
  for (const other of others) {
    const facts = factsAt(other, now);
    if (blocksOthers(facts)) throw new Problem("payment_in_progress", { retryAfterSeconds: 2 });
    if (facts.maySupersede)
      await supersede(trx, other, { merchantId: order.merchant_id, now, is_resent: false });
  }
  const attempt = await takeIn(services, trx, { order, payment, at: new Date(now) });
  await settleOrder(services, trx, { order, attempt, others });
}

function requireDue(order: LockedOrder, amount: Minor): void {
  if (amount === amountDue(order)) return;
  const message = "must be what is due: dueTotal of the invoice";
  throw new Problem("validation_failed", { fields: [{ path: "amount", code: "not_due", message }] });
}

/** The attempt is begun and ended at once: the tables of moves and the indexes of live attempts judge it as every other. */
async function takeIn(
  services: Pick<Services, "ids">,
  trx: Transaction<Schema>,
  {
    order,
    payment,
    at,
  }: { readonly order: LockedOrder; readonly payment: PaymentToRecord; readonly at: Date },
) {
  const { merchant_id: merchantId } = order;
  const noClient = { client_name: null, client_mobile: null, client_country_code: null, client_email: null };
  const begun = await insertAttempt(
    trx,
    {
      merchant_id: merchantId,
      id: services.ids.attemptId(),
      order_id: order.id,
      method: payment.way,
      provider: accountByHand,
      amount: payment.amount,
      currency: order.currency,
      presented_key: null,
      return_token: services.ids.token(24),
      ...noClient,
      shipment_city: null,
      shipment_address: null,
      channel: "shop",
      next_check_at: null,
      created_at: at,
      step_started_at: at,
      resend_of: null,
      code_guesses: 0,
    },
    merchantId,
    "payment.recorded",
  );
  const attempt = await moveAttempt(trx, begun, merchantId, {
    to: "captured",
    cause: "recorded",
    set: { settled_at: at },
    data: { amount: payment.amount, currency: order.currency, by: payment.recordedBy },
  });
  if (!attempt) throw new Error("a payment by hand was moved by another");
  await trx
    .insertInto("payments_by_hand")
    .values({
      merchant_id: merchantId,
      attempt_id: attempt.id,
      order_id: order.id,
      reference: payment.reference,
      note: payment.note,
      recorded_by: payment.recordedBy,
      recorded_at: at,
    })
    .execute();
  // Of one that had expired long ago, the erasure by age goes past what is written here, unless its time begins again.
  if (order.buyer_erased_at !== null)
    await trx
      .updateTable("orders")
      .set({ buyer_erased_at: null })
      .where("merchant_id", "=", merchantId)
      .where("id", "=", order.id)
      .execute();
  return attempt;
}
