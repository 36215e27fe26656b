/**
 * Opening a card session at the gateway for an order (Spec 7 prepareSession). In hosted mode the session gets the
 * order's money and the gateway's own fields fill in the card; in direct mode the card passes through here.
 *
 * Card data is in the arguments and locals of this call and in nothing else: it is not logged, stored, traced or
 * echoed, and a refusal names a field but never its content (decision K4).
 */
import { cardBrand, isCardNumber, isSecurityCode } from "#core/card/card.ts";
import { parseExpiry, type YearMonth } from "#core/card/card-expiry.ts";
import { Secret } from "#core/secret/secret.ts";
import { cleanText, normaliseDigits } from "#core/text.ts";
import { isNotSent, type NoAnswer } from "#gateways/mpgs/answer.ts";
import type { BrandRefusal, BrandRule } from "#gateways/mpgs/card-start.ts";
import type { CardDetails, MpgsClient } from "#gateways/mpgs/client.ts";
import { americanExpressOnly } from "../amex/brand-rule.ts";
import type { CardSessionRequest, PreparedCardSession } from "../payment-method.ts";
import { madaOrCreditCard } from "./brand-rules.ts";

type TypedCard = NonNullable<CardSessionRequest["card"]>;

/** Which account a session is opened in; the client must be of the same one. */
type GatewayMethod = "card" | "amex";

/** Codes of `core/problem.ts`; `validation_failed` is the name on the card, and the last two are not about the card. */
export type SessionRefusalCode =
  | "card_number_invalid"
  | "expiry_year_invalid"
  | "expiry_month_invalid"
  | "security_code_invalid"
  | "validation_failed"
  | "mada_not_allowed"
  | "credit_not_allowed"
  | "gateway_refused"
  | "gateway_unavailable";

/**
 * Opens a session and fills it. A typed card is checked before anything is sent to the gateway; its brand, which only
 * the gateway knows, right after.
 */
export async function prepareCardSession(
  client: MpgsClient,
  method: GatewayMethod,
  request: CardSessionRequest,
): Promise<PreparedCardSession> {
  const { order } = request;
  const card = request.card === null ? null : readCard(request.card, method, riyadhMonth(request.now));
  if (card?.kind === "refused") return card;
  const created = await client.createSession();
  if (created.kind !== "answer") return refusalOf(created);
  const updated = await client.updateSession(created.value.session.id, {
    orderId: order.orderNumber,
    amount: order.amount,
    currency: order.currency,
    card: card?.details,
  });
  if (updated.kind !== "answer") return refusalOf(updated);
  const { session, sourceOfFunds } = updated.value;
  if (session.updateStatus !== "SUCCESS") return refused("gateway_refused");
  const brands = sourceOfFunds?.provided?.card;
  const brandRefusal = brands && brandRules[method](brands, order.allowedMethods);
  if (brandRefusal) return refused(brandCodes[brandRefusal]);
  return { kind: "ok", id: session.id, version: session.version };
}

const brandRules: Readonly<Record<GatewayMethod, BrandRule>> = {
  card: madaOrCreditCard,
  amex: americanExpressOnly,
};

const brandCodes = {
  mada_not_allowed: "mada_not_allowed",
  credit_not_allowed: "credit_not_allowed",
  brand_not_supported: "card_number_invalid",
} as const satisfies Record<BrandRefusal, SessionRefusalCode>;

/** Checks a typed card and gives it as the gateway wants it; the first wrong field in the order of the form counts. */
function readCard(
  typed: TypedCard,
  method: GatewayMethod,
  now: YearMonth,
): { readonly kind: "card"; readonly details: CardDetails } | ReturnType<typeof refused> {
  const number = normaliseDigits(typed.cardNumber).replace(/[\s-]/g, "");
  const brand = cardBrand(number);
  if (!isCardNumber(number) || (brand === "amex") !== (method === "amex"))
    return refused("card_number_invalid");
  const nameOnCard = cleanText(typed.nameOnCard, 100);
  // A long number in the name is a card number that went into the wrong field.
  if (nameOnCard === "" || /\d{6}/.test(normaliseDigits(nameOnCard))) return refused("validation_failed");
  const month = normaliseDigits(typed.expiryMonth.trim());
  const year = normaliseDigits(typed.expiryYear.trim()).replace(/^20(?=\d\d$)/, "");
  if (!/^\d{2}$/.test(year)) return refused("expiry_year_invalid");
  const expiry = parseExpiry(`${month.padStart(2, "0")}/${year}`, now);
  if (expiry.kind === "refused") {
    return refused(expiry.code === "invalidYear" ? "expiry_year_invalid" : "expiry_month_invalid");
  }
  const securityCode = normaliseDigits(typed.cvv.trim());
  if (!isSecurityCode(securityCode, brand)) return refused("security_code_invalid");
  return {
    kind: "card",
    details: {
      number: new Secret(number),
      expiryMonth: expiry.month,
      expiryYear: expiry.year,
      securityCode: new Secret(securityCode),
      nameOnCard,
    },
  };
}

/** What the gateway found wrong, by its name of the field; everything else cannot be corrected by the buyer. */
function refusalOf(result: NoAnswer): PreparedCardSession {
  if (result.kind !== "refused" || isNotSent(result)) return refused("gateway_unavailable");
  const field = result.field?.replace(/^sourceOfFunds\.provided\.card\./, "") ?? "";
  return refused(
    Object.hasOwn(fieldCodes, field) ? (fieldCodes[field] ?? "gateway_refused") : "gateway_refused",
  );
}

const fieldCodes: Readonly<Record<string, SessionRefusalCode>> = {
  number: "card_number_invalid",
  "expiry.year": "expiry_year_invalid",
  "expiry.month": "expiry_month_invalid",
  expiry: "expiry_month_invalid",
  securityCode: "security_code_invalid",
  nameOnCard: "validation_failed",
};

/** Cards run out by the calendar of the country; Riyadh is three hours ahead of UTC all year. */
function riyadhMonth(now: number): YearMonth {
  const there = new Date(now + 3 * 60 * 60_000);
  return { year: there.getUTCFullYear(), month: there.getUTCMonth() + 1 };
}

function refused(code: SessionRefusalCode) {
  return { kind: "refused", code } as const;
}
