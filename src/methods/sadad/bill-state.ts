/** What Moyasar says of a bill, in our words. */
import { formatDecimal } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { redactDigits } from "#core/secret/redact.ts";
import type { AttemptContext } from "../payment-method.ts";
import type { PaymentAnswer } from "./wire.ts";

type Standing = "open" | "paid" | "expired" | "failed";

/** Every status that a bill can have. Moyasar's others (authorized, captured, ...) are those of cards. */
const standings: Readonly<Record<string, Standing>> = {
  initiated: "open",
  paid: "paid",
  expired: "expired",
  failed: "failed",
};

/**
 * The outcome of a bill. A bill whose number we do not have yet is issued by this answer; one that is known is
 * pending until it is paid. The amount of a paid bill is Moyasar's, for the core to compare.
 */
export function readBill(payment: PaymentAnswer, { attempt }: Pick<AttemptContext, "attempt">): Outcome {
  const { id, status, amount, currency, source } = payment;
  const isNew = attempt.reference === null;
  switch (Object.hasOwn(standings, status) ? standings[status] : undefined) {
    case "open":
      return isNew ? issue(payment, attempt) : { kind: "pending", reference: attempt.reference };
    case "paid":
      return { kind: "captured", reference: source.sadad_number ?? id, money: { amount, currency } };
    case "expired":
      return { kind: "closed", as: "expired", providerCode: status };
    case "failed":
      // A bill that the buyer has seen was withdrawn; one that was never issued is refused.
      return isNew ? refuse(payment) : { kind: "closed", as: "cancelled", providerCode: status };
    case undefined:
      return { kind: "pending", ...(attempt.reference !== null && { reference: attempt.reference }) };
  }
}

/** What the buyer needs at the bank: the biller's code and the bill's number. Without both there is no bill yet. */
function issue(payment: PaymentAnswer, attempt: AttemptContext["attempt"]): Outcome {
  const { amount, currency, source } = payment;
  if (!source.sadad_number || !source.biller_code) return { kind: "pending" };
  // No buyer is shown a bill over something else than the order; its number stays unknown.
  if (amount !== attempt.amount || currency !== attempt.currency)
    return { kind: "declined", reason: "other", providerCode: "bill_of_another_amount" };
  const lastDay = /^\d{4}-\d{2}-\d{2}$/.exec(source.expired_at ?? "");
  const expiresAt = Date.parse(`${lastDay}T23:59:59.999+03:00`);
  return {
    kind: "reference_issued",
    reference: source.sadad_number,
    details: {
      billerCode: source.biller_code,
      billerName: source.provider_name ?? "",
      amount: formatDecimal(amount, currency),
      currency,
    },
    expiresAt: Number.isFinite(expiresAt) ? expiresAt : null,
  };
}

function refuse({ status, source }: PaymentAnswer): Outcome {
  return {
    kind: "declined",
    reason: "rejected_by_provider",
    providerCode: status,
    ...(source.message && { providerText: redactDigits(source.message).slice(0, 500) }),
  };
}
