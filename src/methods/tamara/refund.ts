/** Giving money of a captured order back, in part or whole. */
import type { Minor } from "#core/money.ts";
import { refusalRecord, whyOf } from "../instalments/api-call.ts";
import type { AttemptContext, RefundOutcome } from "../payment-method.ts";
import type { TamaraApi } from "./api.ts";
import { readMoney, type WireMoney } from "./wire.ts";

/**
 * Refunds under our own refund id. Tamara keeps that id with the refund but promises nothing about sending it twice,
 * so the order's refunds are read first: what stands there under our id was done and is not sent again.
 */
export async function refundOrder(
  api: TamaraApi,
  { attempt, order }: AttemptContext,
  refund: { readonly id: string; readonly amount: Minor },
): Promise<RefundOutcome> {
  const orderId = attempt.data["orderId"];
  if (orderId === undefined) return { kind: "unknown", why: "the order's id is not known" };
  const before = await api.getRefunds(orderId);
  if (before.kind !== "answer") return { kind: "not_sent", why: whyOf(before) };
  const done = before.value.transactions.refunds.find((each) => each.merchant_refund_id === refund.id);
  if (done) return refunded(done.refund_id, done.total_amount);
  const { id, amount } = refund;
  const result = await api.refund(orderId, {
    id,
    amount,
    currency: attempt.currency,
    comment: order.orderNumber,
  });
  switch (result.kind) {
    case "answer":
      return refunded(result.value.refund_id, result.value.refunded_amount);
    case "refused":
      return { kind: "declined", ...refusalRecord(result) };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

function refunded(reference: string, stated: WireMoney): RefundOutcome {
  const money = readMoney(stated);
  if (money === null) return { kind: "unknown", why: "the refund's amount cannot be read" };
  return { kind: "refunded", reference, ...money };
}
