/**
 * The driver `urpay-arb`: UR Pay through Al Rajhi's gateway. The gateway prepares a page, the buyer types the code
 * there and comes back; what he and the gateway's messages bring is a hint, and the state comes from asking by our
 * own name of the payment, the attempt's id (decision K6).
 */
import type { Outcome, StartOutcome } from "#core/outcome.ts";
import { walletStart } from "../../otp-wallets/calls.ts";
import type { AttemptContext, PaymentProvider, ProviderPorts } from "../../payment-method.ts";
import { reasonOfCode, reasonOfResponse } from "../reasons.ts";
import type { ArbSettings } from "../settings.ts";
import { stateByCheck } from "../statement.ts";
import { type ArbGateway, createArbGateway, type Refused, whyOf } from "./gateway.ts";
import { readNotification } from "./notification.ts";
import { refundPurchase } from "./refund.ts";
import { currency, readAmount, type Transaction } from "./wire.ts";

/**
 * How long a page may be paid on. The gateway does not say how long its pages live, and nothing of ours is between
 * the buyer's code and his money: asking too long costs a question an hour, stopping too early loses a payment.
 */
const pageLifetimeMs = 24 * 60 * 60_000;

/** Builds the driver of one account. */
export function createArbProvider(settings: ArbSettings, ports: ProviderPorts): PaymentProvider {
  const gateway = createArbGateway(settings, ports);
  const { webhookKey } = settings;
  return {
    id: "urpay-arb",
    awaitingLifetimeMs: pageLifetimeMs,
    pageOrigins: settings.pageOrigins,
    start: (context, input) => start(gateway, context, walletStart.parse(input).mobile),
    check: (context) => check(gateway, context),
    refund: (context, refund) => refundPurchase(gateway, context, refund),
    refundIsRepeatable: true,
    statement: (context) => stateByCheck(() => check(gateway, context), context),
    ...(webhookKey !== null && {
      readWebhook: (request) => readNotification(webhookKey, request),
      portalQuery: { key: webhookKey },
    }),
  };
}

/**
 * Asks for a page. Nothing is charged before the buyer types the code there, and no buyer can get there without the
 * answer: so an answer that was lost leaves nothing in doubt.
 */
async function start(
  gateway: ArbGateway,
  { attempt, order, payer, returnUrl }: AttemptContext,
  mobile: string,
): Promise<StartOutcome<"redirect">> {
  if (attempt.currency !== currency) {
    return { kind: "declined", reason: "rejected_by_provider", providerCode: "currency_not_supported" };
  }
  const result = await gateway.purchase({
    trackId: attempt.id,
    orderNumber: order.orderNumber,
    mobile: mobile.replace("+966", ""),
    amount: attempt.amount,
    returnUrl,
    buyerAddress: payer.ipAddress,
  });
  switch (result.kind) {
    case "answer": {
      const { paymentId, address } = result.value;
      const page = URL.parse(address);
      page?.searchParams.set("PaymentID", paymentId);
      return { kind: "redirect", url: page?.href ?? address, reference: paymentId, data: { paymentId } };
    }
    case "refused":
      return declined(result);
    case "not_sent":
    case "no_answer":
      return { kind: "not_sent", why: whyOf(result) };
  }
}

/** Asks for the status of the purchase. */
async function check(gateway: ArbGateway, { attempt }: AttemptContext): Promise<Outcome> {
  const result = await gateway.inquire(attempt.id, attempt.amount);
  switch (result.kind) {
    case "answer":
      if (result.value.trackId !== attempt.id)
        return { kind: "unknown", why: "an answer about another payment" };
      return readPurchase(result.value);
    case "refused":
      return readRefusal(result, attempt);
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

/** There is a transaction only once the buyer has typed a code; until then the inquiry finds nothing. */
function readRefusal(refused: Refused, attempt: AttemptContext["attempt"]): Outcome {
  if (refused.code === noTransaction)
    return attempt.data["paymentId"] === undefined ? { kind: "not_found" } : { kind: "pending" };
  if (refused.code === pageExpired) return { kind: "closed", as: "expired", providerCode: refused.code };
  // A code that is not about this payment says nothing about it.
  return reasonOfCode(refused.code) === null ? { kind: "unknown", why: refused.code } : declined(refused);
}

const noTransaction = "IPAY0100263";
const pageExpired = "IPAY0100042";

type Reading = (found: Transaction) => Outcome;

/**
 * What a result means: one table. A transaction is found once the code was typed: with a word that is not listed it is under way, while
 * a page on which nothing was typed yet has none.
 */
const readings: Readonly<Record<string, Reading>> = {
  CAPTURED: captured,
  /** Of an inquiry: the transaction was found; the answer of the wallet's side says whether it paid. */
  SUCCESS: (found) => (found.authRespCode === approved ? captured(found) : underWay(found)),
  "NOT CAPTURED": notCaptured,
  "DENIED BY RISK": (found) => ({
    kind: "declined",
    reason: "suspected_fraud",
    providerCode: found.error || found.result,
  }),
  VOIDED: (found) => ({ kind: "closed", as: "cancelled", providerCode: found.result }),
  /** The code was typed, and the gateway does not know what the wallet's side made of it. */
  "HOST TIMEOUT": underWay,
};

const approved = "00";

function readPurchase(found: Transaction): Outcome {
  const word = found.result.toUpperCase();
  const reading = Object.hasOwn(readings, word) ? readings[word] : undefined;
  return (reading ?? underWay)(found);
}

function underWay({ result }: Transaction): Outcome {
  return { kind: "unknown", why: result, isUnderWay: true };
}

function captured({ amt, transId }: Transaction): Outcome {
  const amount = readAmount(amt);
  if (amount === null || transId === "")
    return { kind: "unknown", why: "the numbers of a captured payment cannot be read" };
  return { kind: "captured", reference: transId, money: { amount, currency } };
}

function notCaptured({ authRespCode, error, result }: Transaction): Outcome {
  return {
    kind: "declined",
    reason: reasonOfCode(error) ?? reasonOfResponse(authRespCode),
    providerCode: error || authRespCode || result,
  };
}

function declined({ code, text }: Refused): Extract<Outcome, { kind: "declined" }> {
  return {
    kind: "declined",
    reason: reasonOfCode(code) ?? "other",
    providerCode: code,
    ...(text !== "" && { providerText: text }),
  };
}
