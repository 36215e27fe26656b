/** The result of an order's payment, as the server knows it now, signed (Spec 3 "Payment result", decision K1). */
import type { PaymentResult } from "#contract/payment.ts";
import type { Language } from "#core/language.ts";
import { toJsonNumber } from "#core/money.ts";
import { type OrderStanding, orderStatusFacts } from "#core/order-status.ts";
import { statusCodeOf } from "#core/payment-result.ts";
import { isolateLtr } from "#core/text.ts";
import * as timing from "#core/timing.ts";
import { flowFactsOf } from "#methods/flow.ts";
import { textsIn } from "../documents/document-texts.ts";
import { hasSurplus } from "../orders/order-model.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import { callbackUrlOf, returnEnvironment } from "../orders/return-urls.ts";
import type { Services } from "../services.ts";
import { knownMethodName } from "../texts/method-names.ts";
import { declineText, problemText, resultText } from "../texts/texts.ts";
import { type AttemptForBuyer, attemptForBuyer } from "./attempt-for-buyer.ts";
import type { AttemptRow } from "./attempt-store.ts";

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
  const shown = last && attemptForBuyer(last, now);
  const { standing: of, paid: isPaid, payable: isPayable } = orderStatusFacts[order.status];
  // It may be an older one than the last, as a bill that was paid short after a card was declined.
  if (isPayable && (hasSurplus(order) || shown?.kind === "owed"))
    return { statusCode: 202, msg: text("surplus"), surplus: true };
  const [end, statusCode] = [ends[of], statusCodeOf(of)];
  if (end !== null && statusCode !== null)
    return { statusCode, msg: text(end), ...(!isPaid && { closed: true }) };
  if (shown && beingChecked.includes(shown.kind)) return { statusCode: 202, msg: text("checking") };
  const unpaid = text(shown?.kind === "offered" ? "offered" : "unpaid");
  return {
    statusCode: 400,
    msg: lastError(shown, language) ?? unpaid,
    ...(shown?.kind === "declined" && { declined: true }),
  };
}

/** What may have been paid, although the order does not show it yet. */
const beingChecked: readonly AttemptForBuyer["kind"][] = ["taken", "approved", "checked"];

/** Words for the last try, if it was one that failed or was not finished in time; `lastPaymentError` of Spec 3. */
export function lastError(last: AttemptForBuyer | null, language: Language): string | null {
  switch (last?.kind) {
    // What we ended ourselves was not declined. When this is read, the provider may be available again.
    case "ended_by_us":
      return problemText(language, last.problem);
    case "declined":
    case "left":
    case "over":
      return last.reason && declineText(language, last.reason);
    default:
      return null;
  }
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
