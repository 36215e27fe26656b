/** The result of an order's payment, as the server knows it now, signed (Spec 3 "Payment result", decision K1). */
import type { PaymentResult } from "#contract/payment.ts";
import { factsOf } from "#core/attempt-status.ts";
import type { Language } from "#core/language.ts";
import { toJsonNumber } from "#core/money.ts";
import { type OrderStanding, orderStatusFacts } from "#core/order-status.ts";
import { type DeclineReason, declineReasons } from "#core/outcome.ts";
import { statusCodeOf } from "#core/payment-result.ts";
import { awaitsPayment } from "#core/status-groups.ts";
import { isolateLtr } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import { flowFactsOf, type WaitsFor } from "#methods/flow.ts";
import { textsIn } from "../documents/document-texts.ts";
import { hasSurplus } from "../orders/order-model.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import { callbackUrlOf, returnEnvironment } from "../orders/return-urls.ts";
import type { Services } from "../services.ts";
import { knownMethodName } from "../texts/method-names.ts";
import { declineText, problemText, resultText } from "../texts/texts.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { isNumberOut } from "./open-references.ts";
import { ownRefusal, wasDeclined } from "./own-refusals.ts";
import { whatItWaitsFor } from "./waits-for.ts";

type LastAttempt = Pick<
  AttemptRow,
  | "state"
  | "step"
  | "method"
  | "decline_reason"
  | "provider_code"
  | "provider_data"
  | "paid_brand"
  | "paid_last_four"
  | "settled_at"
>;

/**
 * Builds the result of an order.
 * @param lastAttempt the newest attempt, or null when nothing was tried
 * @param extra page mode and session reference to pass on; they prove nothing
 */
export function resultOf(
  services: Services,
  order: OrderRecord,
  lastAttempt: LastAttempt | null,
  language: Language,
  extra: { readonly mode?: string | null; readonly paymentSessionId?: string | null } = {},
): PaymentResult {
  const { statusCode, msg, ...facts } = standing(order, lastAttempt, {
    language,
    now: services.clock.now(),
  });
  const paidWith = statusCode === 200 && lastAttempt?.settled_at ? paidWithText(lastAttempt, language) : null;
  const orderAmount = toJsonNumber(order.total, order.currency);
  return {
    msg,
    orderAmount,
    orderNumber: order.order_number,
    statusCode,
    ...facts,
    webUrl: services.config.webUrl,
    callbackUrl: callbackUrlOf(returnEnvironment(services), order),
    mode: extra.mode ?? null,
    secure3DHtmlKey: null,
    paymentSessionId: extra.paymentSessionId ?? null,
    signature: signResult(services, { orderNumber: order.order_number, orderAmount, statusCode }),
    externalOrderNumber: order.external_order_number,
    ...(paidWith !== null && { paidWith }),
  };
}

/** The card's brand or the method, and the last four digits, as on receipts. */
function paidWithText(attempt: LastAttempt, language: Language): string | null {
  const brands: Readonly<Record<string, string>> = textsIn(language).brands;
  const brand = brands[attempt.paid_brand?.toLowerCase() ?? ""] ?? null;
  const method = knownMethodName(language, attempt.method);
  const spoken = flowFactsOf(attempt.method)?.isNamedBesideBrand ? [method, brand] : [brand ?? method];
  const digits = attempt.paid_last_four === null ? null : isolateLtr(`•••• ${attempt.paid_last_four}`);
  const text = [spoken.filter((name) => name !== null).join(" · "), digits].filter(Boolean).join(" ");
  return text === "" ? null : text;
}

/** The words for an order that is no longer open; null for one that the last try decides. */
const ends = {
  payable: null,
  paid: "processed",
  refunded: "refunded",
  cancelled: "cancelled",
} as const satisfies { payable: null } & Record<Exclude<OrderStanding, "payable">, string>;

/** Inner status and words: 200 paid, 202 being checked, 400 not paid (Spec 4). */
function standing(
  order: OrderRecord,
  last: LastAttempt | null,
  { language, now }: { readonly language: Language; readonly now: number },
): Pick<PaymentResult, "statusCode" | "msg" | "declined" | "surplus" | "closed"> {
  const text = (key: Parameters<typeof resultText>[1]): string =>
    resultText(language, key, order.order_number);
  // It may be an older one than the last, as a bill that was paid short after a card was declined; or have come while the shop
  // keeps the order from being paid.
  if (awaitsPayment(order.status) && (hasSurplus(order) || (last !== null && factsOf(last).isOwed)))
    return { statusCode: 202, msg: text("surplus"), surplus: true };
  const { standing: of, paid: isPaid } = orderStatusFacts[order.status];
  const [end, statusCode] = [ends[of], statusCodeOf(of)];
  if (end !== null && statusCode !== null)
    return { statusCode, msg: text(end), ...(!isPaid && { closed: true }) };
  if (last && isUndecided(last)) return { statusCode: 202, msg: text("checking") };
  const isDeclined = last !== null && wasDeclined(last);
  const unpaid = last && isNumberOut(last, now) ? "offered" : "unpaid";
  const text400 = lastError(last, language) ?? text(isDeclined ? "declined" : unpaid);
  return { statusCode: 400, msg: text400, ...(isDeclined && { declined: true }) };
}

/**
 * Whether money may have been taken: the provider has not answered, to a step that takes any. An instalment provider that is still deciding counts; a 3-D
 * Secure page that was left, and a code that was not typed, do not: a provider that knows more says so (`isUnderWay`).
 */
function isUndecided(last: LastAttempt): boolean {
  if (factsOf(last).blocksStart) return true;
  return last.state === "awaiting_buyer" && flowFactsOf(last.method)?.mayBePaidMeanwhile === true;
}

/** Words for the last try, if it was one that failed or was not finished in time; `lastPaymentError` of Spec 3. */
export function lastError(last: LastAttempt | null, language: Language): string | null {
  if (last === null) return null;
  // What we ended ourselves was not declined. When this is read, the provider may be available again.
  const own = ownRefusal(last);
  if (own !== null) return problemText(language, own);
  if (last.state === "declined") return declineText(language, readReason(last.decline_reason));
  const wasLeft = last.state === "cancelled" || last.state === "expired";
  return wasLeft ? declineText(language, reasonOfEnd(last)) : null;
}

/** What it says of a payment that ran out of time: a code is asked for again, anything else was left by its buyer. */
const reasonsOfExpiry: Readonly<Record<WaitsFor, DeclineReason>> = {
  bank: "cancelled_by_buyer",
  code: "otp_expired",
  page: "cancelled_by_buyer",
  number: "cancelled_by_buyer",
};

/** Why an attempt ended that no one declined. */
export function reasonOfEnd(ended: Pick<AttemptRow, "state" | "method" | "provider_data">): DeclineReason {
  return ended.state === "expired" ? reasonsOfExpiry[whatItWaitsFor(ended)] : "cancelled_by_buyer";
}

/** A stored reason as one of ours. */
export function readReason(stored: string | null): DeclineReason {
  return declineReasons.find((reason) => reason === stored) ?? "other";
}

type SignedResult = {
  readonly orderNumber: string;
  readonly orderAmount: number;
  readonly statusCode: number;
};

function signResult(services: Services, result: SignedResult): string {
  const issued = services.clock.now().toString(36);
  return `${issued}.${services.signing.sign("result", signedParts(result, issued))}`;
}

/** Whether a result from an address was signed here, for these values, within the last 15 minutes (decision K1). */
export function isResultSigned(services: Services, result: Partial<PaymentResult>): boolean {
  const { orderNumber, orderAmount, statusCode, signature } = result;
  if (
    orderNumber === undefined ||
    orderAmount === undefined ||
    statusCode === undefined ||
    signature === undefined
  )
    return false;
  const [issued = "", digest = ""] = signature.split(".", 2);
  if (!/^[0-9a-z]{1,9}$/.test(issued)) return false;
  const ageMs = services.clock.now() - Number.parseInt(issued, 36);
  if (ageMs < 0 || ageMs > timing.resultTokenLifetimeMs) return false;
  return services.signing.verify(
    "result",
    signedParts({ orderNumber, orderAmount, statusCode }, issued),
    digest,
  );
}

function signedParts(result: SignedResult, issued: string): string[] {
  return [result.orderNumber, String(result.orderAmount), String(result.statusCode), issued];
}
