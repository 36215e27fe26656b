/** Giving money of a captured payment back, in part or whole. */
import { parseDecimal } from "#core/money.ts";
import { heldBack } from "#core/outcome.ts";
import type { AttemptContext, RefundOutcome, RefundToSend } from "../payment-method.ts";
import { refusalRecord } from "../provider-api/api-call.ts";
import type { TabbyApi } from "./api.ts";
import type { PaymentAnswer } from "./wire.ts";

/**
 * Refunds under our own refund id, which is Tabby's idempotency key: sent again, it refunds nothing more. A
 * refusal may mean that the refund was made before, so the payment's refunds are looked at.
 */
export async function refundPayment(
  api: TabbyApi,
  { attempt }: AttemptContext,
  refund: RefundToSend,
): Promise<RefundOutcome> {
  const paymentId = attempt.data["paymentId"];
  if (paymentId === undefined) return { kind: "unknown", why: "the payment's id is not known" };
  const money = { amount: refund.amount, currency: attempt.currency };
  if (!(await refund.mayBeSent())) return heldBack;
  const result = await api.refund(paymentId, money, refund.id);
  switch (result.kind) {
    case "answer":
      return findRefund(result.value, refund.id) ?? { kind: "unknown", why: "the refund is not listed" };
    case "refused": {
      const now = await api.getPayment(paymentId);
      if (now.kind !== "answer") return { kind: "unknown", why: "refused, and the payment did not answer" };
      return (
        findRefund(now.value, refund.id) ?? { kind: "declined", isOfRequest: true, ...refusalRecord(result) }
      );
    }
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

/** The refund under our id, with the amount that Tabby states; null when there is none. */
function findRefund({ refunds, currency }: PaymentAnswer, id: string): RefundOutcome | null {
  const found = refunds?.find((each) => each.reference_id === id);
  if (!found) return null;
  const amount = parseDecimal(found.amount, currency);
  if (amount === null) return { kind: "unknown", why: "the refund's amount cannot be read" };
  return { kind: "refunded", reference: found.id, amount, currency };
}
