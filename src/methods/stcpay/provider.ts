/**
 * Payments by STC Pay: Authorize sends a code to the wallet's owner, Confirm takes the money with it. STC Pay sends
 * no messages of its own, so everything in doubt is asked for by our own name of the payment, which is the attempt's
 * id: written before the first call and never used again.
 */
import type { CodeOutcome, Outcome, StartOutcome } from "#core/outcome.ts";
import type { Clock } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import { cleanText } from "#core/text.ts";
import { mobileEnd, walletConfirm, walletStart } from "../otp-wallets/calls.ts";
import type { AttemptContext, PagelessProvider, ProviderPorts } from "../payment-method.ts";
import { createStcPayApi, type Refused, type StcPayApi, whyOf } from "./api.ts";
import { findPayments, readPayments } from "./payment-state.ts";
import { reasonOf } from "./reason-codes.ts";
import { refundPayment } from "./refund.ts";
import type { StcPaySettings } from "./settings.ts";
import { stateDay, statePayment } from "./statement.ts";
import { currency } from "./wire.ts";

/** Builds the provider of one account. */
export function createStcPayProvider(settings: StcPaySettings, ports: ProviderPorts): PagelessProvider {
  const api = createStcPayApi(settings, ports);
  const parts = { api, clock: ports.clock };
  return {
    id: "stcpay",
    // 2009: what was paid already is not paid again.
    codeIsRepeatable: true,
    start: (context, input) => start(parts, context, walletStart.parse(input).mobile),
    check: (context) => check(api, context),
    confirm: (context, input) => confirm(parts, context, walletConfirm.parse(input).code),
    refund: (context, refund) => refundPayment(api, context, refund),
    statement: (context) => statePayment(api, context),
    report: (day) => stateDay(api, day),
  };
}

type Parts = { readonly api: StcPayApi; readonly clock: Clock };

/**
 * Asks for a code. Whatever the result, nothing is charged: only Confirm charges, and only with the two references
 * of the answer. So an answer that was lost leaves nothing in doubt, and the buyer may ask for another code.
 * @param mobile international form
 */
async function start(
  { api, clock }: Parts,
  { attempt, order, merchant }: AttemptContext,
  mobile: string,
): Promise<StartOutcome<"otp_sent">> {
  if (attempt.currency !== currency) {
    return { kind: "declined", reason: "rejected_by_provider", providerCode: "currency_not_supported" };
  }
  const result = await api.authorize({
    refNum: attempt.id,
    orderNumber: order.orderNumber,
    mobile: mobile.replace("+", ""),
    amount: attempt.amount,
    note: cleanText(merchant.shopName, 50),
  });
  switch (result.kind) {
    case "answer": {
      const answer = result.value.DirectPaymentAuthorizeV4ResponseMessage;
      return {
        kind: "otp_sent",
        reference: attempt.id,
        mobileEnd: mobileEnd(mobile),
        codeExpiresAt:
          answer.ExpiryDuration === undefined ? null : clock.now() + answer.ExpiryDuration * 1000,
        data: { otpReference: answer.OtpReference, paymentReference: answer.STCPayPmtReference },
      };
    }
    case "refused":
      return declined(result);
    case "not_sent":
    case "no_answer":
      return { kind: "not_sent", why: whyOf(result) };
  }
}

/** Asks for the status of the payment. */
async function check(api: StcPayApi, { attempt }: AttemptContext): Promise<CodeOutcome> {
  const found = await findPayments(api, attempt.id);
  if (found.kind !== "found") return found;
  if (found.payments.length > 0) return readPayments(found.payments);
  // A code is out: some day the inquiry may list payments only once they are paid, and the buyer is still typing.
  const isCodeOut = attempt.step === "start" && attempt.data["otpReference"] !== undefined;
  return isCodeOut ? { kind: "pending" } : { kind: "not_found" };
}

/** Takes the money. A repetition of what was done already is refused by STC Pay and finds the payment paid. */
async function confirm({ api, clock }: Parts, context: AttemptContext, code: Secret): Promise<Outcome> {
  const { id, data } = context.attempt;
  const { otpReference, paymentReference } = data;
  if (otpReference === undefined || paymentReference === undefined)
    return { kind: "unknown", why: "the references of the code are not known" };
  const result = await api.confirm({ otpReference, paymentReference, code });
  switch (result.kind) {
    case "answer": {
      const payment = result.value.DirectPaymentConfirmV4ResponseMessage;
      if (payment.RefNum !== id) return { kind: "unknown", why: "an answer about another payment" };
      return readPayments([{ ...payment, AmountReversed: "0" }]);
    }
    case "refused":
      return hasRunOut(context, clock.now()) && reasonOf(result.code) === "otp_wrong"
        ? { ...declined(result), reason: "otp_expired" }
        : await afterRefusal(api, context, result);
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

/** STC Pay has one refusal for a wrong code and for an old one; only a wrong one may be typed again. */
function hasRunOut({ attempt }: AttemptContext, now: number): boolean {
  const expiresAt = attempt.data["codeExpiresAt"];
  return expiresAt !== undefined && now > Number(expiresAt);
}

/** A refusal with a reason is one. Every other may come after the money was taken (2009 says so): the payment tells. */
async function afterRefusal(api: StcPayApi, context: AttemptContext, refused: Refused): Promise<Outcome> {
  const reason = reasonOf(refused.code);
  if (reason === "otp_wrong") return { ...declined(refused), retryable: true };
  if (reason !== null) return declined(refused);
  const standing = await check(api, context);
  if (standing.kind === "captured" || standing.kind === "closed") return standing;
  const isOpen = standing.kind === "pending" || standing.kind === "not_found";
  if (isOpen && refused.code !== alreadyPaid) return declined(refused);
  // Also when the question could not be sent: the code was.
  return { kind: "unknown", why: `code ${refused.code}, and how the payment stands is not known` };
}

const alreadyPaid = 2009;

function declined(refused: Refused) {
  return {
    kind: "declined",
    reason: reasonOf(refused.code) ?? "other",
    providerCode: String(refused.code),
    ...(refused.text !== "" && { providerText: refused.text }),
  } as const;
}
