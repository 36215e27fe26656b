/** Giving money of a captured order back, in part or whole, each time under an id of its own. */
import type { Minor } from "#core/money.ts";
import { heldBack } from "#core/outcome.ts";
import type { Clock } from "#core/ports.ts";
import { isNotFound, isNotSent, refusalText, whyOf } from "./answer.ts";
import type { MpgsClient } from "./client.ts";
import { type MoneyMove, readMoneyMove } from "./payment-answer.ts";
import { type CardPayment, orderIdOf, transactionIds } from "./payment-context.ts";

export type RefundResult =
  | {
      readonly kind: "refunded";
      readonly reference: string;
      readonly amount: Minor;
      readonly currency: string;
    }
  | {
      readonly kind: "declined";
      readonly providerCode?: string;
      readonly providerText?: string;
      /** Whether the request itself was refused, and the gateway knows no refund of this id yet. */
      readonly isOfRequest: boolean;
    }
  | { readonly kind: "pending"; readonly reference: string }
  | { readonly kind: "not_sent"; readonly why: string }
  | { readonly kind: "unknown"; readonly why: string };

export type GatewayRefund = {
  readonly id: string;
  readonly amount: Minor;
  /** Asked before it is sent; false: nothing may be sent now. */
  readonly mayBeSent: () => Promise<boolean>;
};

/**
 * Refunds under `r-<id>`. Repeating the same id never refunds twice and is the way to learn how an unknown one ended:
 * whenever the answer proves nothing, the transaction is retrieved. The amount given back is the gateway's own.
 */
export async function refundPayment(
  { client, clock }: { readonly client: MpgsClient; readonly clock: Clock },
  payment: CardPayment,
  refund: GatewayRefund,
): Promise<RefundResult> {
  const transactionId = transactionIds.refund(refund.id);
  const ids = { orderId: orderIdOf(payment), transactionId };
  if (!(await refund.mayBeSent())) return heldBack;
  const result = await client.refund({ ...ids, amount: refund.amount, currency: payment.attempt.currency });
  if (result.kind !== "answer" && isNotSent(result)) return { kind: "not_sent", why: whyOf(result) };
  const first =
    result.kind === "answer"
      ? refundResult(readMoneyMove(result.value, "REFUND", null), transactionId)
      : null;
  if (first?.kind === "refunded" || first?.kind === "declined") return first;
  const askedAt = clock.now();
  const stated = await client.retrieveTransaction(ids);
  if (stated.kind === "answer")
    return refundResult(readMoneyMove(stated.value, "REFUND", askedAt), transactionId);
  if (result.kind === "refused" && isNotFound(stated))
    return { kind: "declined", isOfRequest: true, ...refusalText(result) };
  return first ?? { kind: "unknown", why: whyOf(stated) };
}

function refundResult(move: MoneyMove, reference: string): RefundResult {
  switch (move.kind) {
    case "done":
      return { kind: "refunded", reference, ...move.money };
    case "pending":
      return { kind: "pending", reference };
    case "declined": {
      const { providerCode, providerText } = move;
      return {
        kind: "declined",
        isOfRequest: false,
        providerCode,
        ...(providerText !== undefined && { providerText }),
      };
    }
    case "unknown":
      return move;
  }
}
