/**
 * The driver `urpay-direct`: UR Pay with the code typed on our page, by a contract of our own (decision K18, wire.ts).
 * Every step is idempotent by an id of ours, so whatever got lost is asked again.
 */
import { type CodeOutcome, heldBack, type Outcome, type StartOutcome } from "#core/outcome.ts";
import type { Secret } from "#core/secret/secret.ts";
import { cleanText } from "#core/text.ts";
import { mobileEnd, walletConfirm, walletStart } from "../../otp-wallets/calls.ts";
import type {
  AttemptContext,
  PaymentProvider,
  ProviderPorts,
  RefundOutcome,
  RefundToSend,
} from "../../payment-method.ts";
import { type Refused, readFound, refusalRecord, whyOf } from "../../provider-api/api-call.ts";
import { reasonOfCode, reasonOfResponse } from "../reasons.ts";
import type { DirectSettings } from "../settings.ts";
import { stateByCheck } from "../statement.ts";
import { createDirectApi, type DirectApi } from "./api.ts";
import { currency, type PaymentAnswer, readAmount } from "./wire.ts";

/** Builds the driver of one account. */
export function createDirectProvider(settings: DirectSettings, ports: ProviderPorts): PaymentProvider {
  const api = createDirectApi(settings, ports);
  return {
    id: "urpay-direct",
    codeIsRepeatable: true,
    start: (context, input) => start(api, context, walletStart.parse(input).mobile),
    check: (context) => check(api, context),
    confirm: (context, input) => confirm(api, context, walletConfirm.parse(input).code),
    refund: (context, refund) => refundPayment(api, context, refund),
    refundIsRepeatable: true,
    statement: (context) => stateByCheck(() => check(api, context), context),
  };
}

/** Asks for a code. Nothing is charged by that, so an answer that was lost leaves nothing in doubt. */
async function start(
  api: DirectApi,
  { attempt, order, merchant, language }: AttemptContext,
  mobile: string,
): Promise<StartOutcome<"otp_sent">> {
  if (attempt.currency !== currency) {
    return { kind: "declined", reason: "rejected_by_provider", providerCode: "currency_not_supported" };
  }
  const result = await api.createPayment({
    trackId: attempt.id,
    orderNumber: order.orderNumber,
    mobile: mobile.replace("+966", ""),
    amount: attempt.amount,
    description: cleanText(merchant.shopName, 100),
    language,
  });
  switch (result.kind) {
    case "answer":
      return {
        kind: "otp_sent",
        reference: attempt.id,
        mobileEnd: mobileEnd(mobile),
        codeExpiresAt: null,
        data: { paymentId: result.value.paymentId },
      };
    case "refused":
      return declined(result);
    case "not_sent":
    case "no_answer":
      return { kind: "not_sent", why: whyOf(result) };
  }
}

/** Asks for the status of the payment. */
async function check(api: DirectApi, { attempt }: AttemptContext): Promise<CodeOutcome> {
  return readFound(await api.find(attempt.id), readPayment);
}

/** Takes the money. Only a wrong code may be typed again. */
async function confirm(api: DirectApi, { attempt }: AttemptContext, code: Secret): Promise<Outcome> {
  const paymentId = attempt.data["paymentId"];
  if (paymentId === undefined) return { kind: "unknown", why: "the payment's id is not known" };
  const result = await api.confirm(paymentId, code);
  switch (result.kind) {
    case "answer":
      return readPayment(result.value);
    case "refused": {
      const outcome = declined(result);
      return outcome.reason === "otp_wrong" ? { ...outcome, retryable: true } : outcome;
    }
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

async function refundPayment(
  api: DirectApi,
  { attempt }: AttemptContext,
  refund: RefundToSend,
): Promise<RefundOutcome> {
  const paymentId = attempt.data["paymentId"];
  if (paymentId === undefined) return { kind: "unknown", why: "the payment's id is not known" };
  if (!(await refund.mayBeSent())) return heldBack;
  const result = await api.refund(paymentId, refund);
  switch (result.kind) {
    case "answer": {
      const { status, rrn, amount: stated } = result.value;
      const amount = readAmount(stated);
      if (amount === null) return { kind: "unknown", why: "the refund's amount cannot be read" };
      return status === "REFUNDED"
        ? { kind: "refunded", reference: rrn, amount, currency }
        : { kind: "pending", reference: rrn };
    }
    case "refused":
      return { kind: "declined", isOfRequest: true, ...refusalRecord(result) };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

type Reading = (payment: PaymentAnswer) => CodeOutcome;

/** What a status means: one table. A status that is not listed is pending. */
const readings: Readonly<Record<string, Reading>> = {
  CAPTURED: (payment) => {
    const amount = readAmount(payment.amount);
    if (amount === null || !payment.rrn)
      return { kind: "unknown", why: "the numbers of a captured payment cannot be read" };
    return { kind: "captured", reference: payment.rrn, money: { amount, currency: payment.currency } };
  },
  NOT_CAPTURED: ({ responseCode }) => ({
    kind: "declined",
    reason: reasonOfResponse(responseCode),
    providerCode: responseCode ?? "NOT_CAPTURED",
  }),
  EXPIRED: ({ status }) => ({ kind: "closed", as: "expired", providerCode: status }),
  CANCELLED: ({ status }) => ({ kind: "closed", as: "cancelled", providerCode: status }),
};

function readPayment(payment: PaymentAnswer): CodeOutcome {
  const reading = Object.hasOwn(readings, payment.status) ? readings[payment.status] : undefined;
  return reading ? reading(payment) : { kind: "pending" };
}

function declined(refused: Refused) {
  return {
    kind: "declined",
    reason: reasonOfCode(refused.code) ?? "other",
    ...refusalRecord(refused),
  } as const;
}
