/** Giving money of a captured order back, in part or whole. */
import { zero } from "#core/money.ts";
import { heldBack } from "#core/outcome.ts";
import type { AttemptContext, RefundOutcome, RefundToSend } from "../payment-method.ts";
import { refusalRecord, whyOf } from "../provider-api/api-call.ts";
import type { TamaraApi } from "./api.ts";
import { type RefundsAnswer, readMoney, type WireMoney } from "./wire.ts";

/**
 * Refunds under our own refund id. Tamara keeps that id with the refund but promises nothing about sending it twice,
 * so the order's refunds are read first: what is there already was done and is not sent again. A refusal may come
 * because an earlier sending went through meanwhile: they are read again.
 */
export async function refundOrder(
  api: TamaraApi,
  { attempt, order }: AttemptContext,
  refund: RefundToSend,
): Promise<RefundOutcome> {
  const orderId = attempt.data["orderId"];
  if (orderId === undefined) return { kind: "unknown", why: "the order's id is not known" };
  const before = await api.getRefunds(orderId);
  if (before.kind !== "answer") return { kind: "not_sent", why: whyOf(before) };
  const done = findRefund(before.value, refund);
  if (done) return refunded(done.refund_id, done.total_amount);
  const { id, amount } = refund;
  const { currency } = attempt;
  if (!(await refund.mayBeSent())) return heldBack;
  const result = await api.refund(orderId, { id, amount, currency, comment: order.orderNumber });
  switch (result.kind) {
    case "answer":
      return refunded(result.value.refund_id, result.value.refunded_amount);
    case "refused": {
      const now = await api.getRefunds(orderId);
      if (now.kind !== "answer") return { kind: "unknown", why: "refused, and the order did not answer" };
      const made = findRefund(now.value, refund);
      return made
        ? refunded(made.refund_id, made.total_amount)
        : { kind: "declined", isOfRequest: true, ...refusalRecord(result) };
    }
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

/**
 * The refund under our id. A list without ids cannot say whose a refund is; there, one of the same amount counts as
 * ours when more was refunded than we know of: better no second refund than one too many.
 */
function findRefund(
  { refunded_amount, transactions }: RefundsAnswer,
  { id, amount, refundedBefore }: RefundToSend,
): RefundsAnswer["transactions"]["refunds"][number] | undefined {
  const { refunds } = transactions;
  const named = refunds.find((each) => each.merchant_refund_id === id);
  if (named || refundedBefore === undefined) return named;
  const unexplained = (readMoney(refunded_amount)?.amount ?? zero) - refundedBefore;
  if (unexplained < amount) return undefined;
  return refunds.find((each) => !each.merchant_refund_id && readMoney(each.total_amount)?.amount === amount);
}

function refunded(reference: string, stated: WireMoney): RefundOutcome {
  const money = readMoney(stated);
  if (money === null) return { kind: "unknown", why: "the refund's amount cannot be read" };
  return { kind: "refunded", reference, ...money };
}
