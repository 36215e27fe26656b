/** Giving money back, in part or whole. */
import { type Minor, zero } from "#core/money.ts";
import { heldBack } from "#core/outcome.ts";
import type { AttemptContext, RefundOutcome, RefundToSend } from "../payment-method.ts";
import type { StcPayApi } from "./api.ts";
import { findPayments, paidMoney } from "./payment-state.ts";
import { currency } from "./wire.ts";

/**
 * Refunds once. STC Pay takes no key of ours with a refund, but it tells how much of a payment was refunded so far:
 * as much as before means that this refund was not made yet, exactly its amount more means that it was. Anything else
 * was done outside of this system and is left to people.
 */
export async function refundPayment(
  api: StcPayApi,
  { attempt }: AttemptContext,
  refund: RefundToSend,
): Promise<RefundOutcome> {
  const found = await findPayments(api, attempt.id);
  if (found.kind !== "found") return { kind: "not_sent", why: found.why };
  const money = paidMoney(found.payments);
  if (money === null) return { kind: "not_sent", why: "no paid payment was found" };
  const before = refund.refundedBefore ?? zero;
  if (money.reversed !== before) {
    const isOurs = refund.refundedBefore !== undefined && money.reversed === before + refund.amount;
    return isOurs
      ? refunded(money.reference, refund.amount)
      : { kind: "unknown", why: "more or less was given back than we know of" };
  }
  if (!(await refund.mayBeSent())) return heldBack;
  const result = await api.refund(money.reference, refund.amount);
  switch (result.kind) {
    case "answer":
      return refunded(result.value.RefundPaymentResponseMessage.NewSTCPayRefNum, refund.amount);
    case "refused":
      return {
        kind: "declined",
        isOfRequest: true,
        providerCode: String(result.code),
        ...(result.text !== "" && { providerText: result.text }),
      };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

/** The answer states no amount: it is the one that was asked for. */
function refunded(reference: string, amount: Minor): RefundOutcome {
  return { kind: "refunded", reference, amount, currency };
}
