/**
 * Opening a card session at the gateway for an order (Spec 7 prepareSession). In hosted mode the session gets the
 * order's money and the gateway's own fields fill in the card; in direct mode the card passes through here.
 *
 * Card data is in the arguments and locals of this call and in nothing else: it is not logged, stored, traced or
 * echoed, and a refusal names a field but never its content (decision K4).
 */
import type { CardMethod } from "#core/card/card-brands.ts";
import type { YearMonth } from "#core/card/card-expiry.ts";
import { checkFields, type FieldProblem } from "#core/fields.ts";
import { Secret } from "#core/secret/secret.ts";
import { normaliseDigits } from "#core/text.ts";
import { isNotSent, type NoAnswer } from "#gateways/mpgs/answer.ts";
import type { BrandRefusal } from "#gateways/mpgs/card-start.ts";
import type { CardDetails, MpgsClient } from "#gateways/mpgs/client.ts";
import { gatewayOrderId } from "#gateways/mpgs/payment-context.ts";
import type { CardSessionRequest, PreparedCardSession } from "../payment-method.ts";
import { brandRuleOf } from "./brand-rule.ts";
import { cardFields, toCardData } from "./card-fields.ts";
import { type CardCode, cardProblems } from "./card-problems.ts";
import { type WrongFieldCode, wrongFields } from "./gateway-fields.ts";

type TypedCard = NonNullable<CardSessionRequest["card"]>;

/** Codes of `core/problem.ts`; the last two are not about the card. */
export type SessionRefusalCode = WrongFieldCode | "gateway_refused" | "gateway_unavailable";

/**
 * Opens a session and fills it. A typed card is checked before anything is sent to the gateway; its brand, which only
 * the gateway knows, right after.
 */
export async function prepareCardSession(
  client: MpgsClient,
  method: CardMethod,
  request: CardSessionRequest,
): Promise<PreparedCardSession> {
  const { order } = request;
  const card = request.card === null ? null : readCard(request.card, method, riyadhMonth(request.now));
  if (card?.kind === "refused") return card;
  const created = await client.createSession();
  if (created.kind !== "answer") return refusalOf(created);
  const updated = await client.updateSession(created.value.session.id, {
    orderId: gatewayOrderId(order.orderNumber, order.earlierCardPayments),
    amount: order.amount,
    currency: order.currency,
    card: card?.details,
  });
  if (updated.kind !== "answer") return refusalOf(updated);
  const { session, sourceOfFunds } = updated.value;
  if (session.updateStatus !== "SUCCESS") return refused("gateway_refused");
  const brands = sourceOfFunds?.provided?.card;
  const brandRefusal = brands && brandRuleOf(method)(brands, order.allowedMethods);
  if (brandRefusal) return refused(brandCodes[brandRefusal]);
  return { kind: "ok", id: session.id, version: session.version };
}

const brandCodes = {
  mada_not_allowed: "mada_not_allowed",
  credit_not_allowed: "credit_not_allowed",
  brand_not_supported: "card_number_invalid",
} as const satisfies Record<BrandRefusal, SessionRefusalCode>;

/** Checks a typed card by the table of the form, and gives it as the gateway expects it; the first wrong field counts. */
function readCard(
  typed: TypedCard,
  method: CardMethod,
  now: YearMonth,
): { readonly kind: "card"; readonly details: CardDetails } | ReturnType<typeof refused> {
  const values = toValues(typed);
  const [problem] = checkFields(cardFields(method, now), values);
  if (problem) return refused(codeOf(problem, values));
  const card = toCardData(values, now);
  if (card === null) throw new Error("A card without a problem has an expiry.");
  return {
    kind: "card",
    details: {
      number: new Secret(card.cardNumber),
      expiryMonth: card.expiryMonth,
      expiryYear: card.expiryYear,
      securityCode: new Secret(card.cvv),
      nameOnCard: card.nameOnCard,
    },
  };
}

/** The fields of the form for a card as calls have it: month and year apart, each in its short or its long form. */
function toValues({ cardNumber, cvv, nameOnCard, expiryMonth, expiryYear }: TypedCard) {
  const month = normaliseDigits(expiryMonth.trim()).padStart(2, "0");
  const year = normaliseDigits(expiryYear.trim()).replace(/^20(?=\d\d$)/, "");
  return { number: cardNumber, expiry: `${month}/${year}`, securityCode: cvv, nameOnCard };
}

/** The code for what the table of the form found; for its one field of month and year the text says which is wrong. */
function codeOf({ field, textKey }: FieldProblem, { expiry }: ReturnType<typeof toValues>): WrongFieldCode {
  const isOfYear = textKey.startsWith("expiryYear") || !/\/\d{2}$/.test(expiry);
  const part = isOfYear ? "expiryYear" : "expiryMonth";
  const name = field === "expiry" ? part : field;
  const codes = Object.keys(cardProblems) as CardCode[];
  return codes.find((code) => cardProblems[code].field === name) ?? "validation_failed";
}

/** What the gateway found wrong, by its name of the field; everything else cannot be corrected by the buyer. */
function refusalOf(result: NoAnswer): PreparedCardSession {
  if (result.kind !== "refused" || isNotSent(result)) return refused("gateway_unavailable");
  const field = result.field?.replace(/^sourceOfFunds\.provided\.card\./, "") ?? "";
  return refused(wrongFields([field])[0]?.code ?? "gateway_refused");
}

/** Cards run out by the calendar of the country; Riyadh is three hours ahead of UTC all year. */
function riyadhMonth(now: number): YearMonth {
  const there = new Date(now + 3 * 60 * 60_000);
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1 };
}

function refused(code: SessionRefusalCode) {
  return { kind: "refused", code } as const;
}
