/**
 * The fields of our own card form, for direct mode (Spec 5). The server checks the same table before it calls the gateway
 * (prepare-session.ts). Pure: the year and month come from the caller.
 */
import { cardBrand, cardDigits, cardNumberLength, isCardNumber, isSecurityCode } from "#core/card/card.ts";
import { type CardBrand, type CardMethod, rulesOf } from "#core/card/card-brands.ts";
import { parseExpiry, type YearMonth } from "#core/card/card-expiry.ts";
import type { Field, FieldValues } from "#core/fields.ts";
import { cleanText, normaliseDigits } from "#core/text.ts";
import type { CardFieldName, CardText } from "./card-problems.ts";

export type DirectFieldName = Extract<CardFieldName, "number" | "expiry" | "securityCode" | "nameOnCard">;

/** The card as the gateway expects it (Spec 7 prepareSession, direct mode). */
export type CardData = {
  readonly cardNumber: string;
  readonly expiryYear: string;
  readonly expiryMonth: string;
  readonly nameOnCard: string;
  readonly cvv: string;
};

type CardField = Omit<Field, "requiredKey" | "rules" | "faultOf"> & {
  readonly requiredKey: CardText;
  readonly faultOf?: (value: string, values: FieldValues) => CardText | null;
};

/** The table of the form. Each text begins with that of Spec 8 and continues with the cause and what to do. */
export function cardFields(method: CardMethod, now: YearMonth): Readonly<Record<DirectFieldName, CardField>> {
  return {
    number: { requiredKey: "cardNumberMissing", faultOf: (value) => numberFault(value, method) },
    expiry: { requiredKey: "expiryMissing", faultOf: (value) => expiryFault(value, now) },
    securityCode: {
      requiredKey: method === "amex" ? "securityCodeMissingAmex" : "securityCodeMissing",
      faultOf: (value, values) =>
        codeFault(value, method === "amex" ? method : cardBrand(cardDigits(values["number"] ?? ""))),
    },
    nameOnCard: { requiredKey: "nameOnCardMissing", faultOf: nameFault },
  };
}

/** The digits of a number as it is on the card, with spaces or dashes; what is no digit stays in. */
const numberIn = (text: string): string => normaliseDigits(text).replace(/[\s-]/g, "");

function numberFault(value: string, method: CardMethod): CardText | null {
  const digits = numberIn(value);
  const brand = cardBrand(digits);
  if (rulesOf(brand).method !== method && digits.length > 1)
    return method === "amex" ? "cardNumberNotAmex" : "amexElsewhere";
  if (digits.length < cardNumberLength(brand)) return "cardNumberShort";
  return isCardNumber(digits) ? null : "cardNumberWrong";
}

/** A card ends within this many years: two digits of a year further off than that are those of a past one. */
const longestAheadYears = 75;

function expiryFault(value: string, now: YearMonth): CardText | null {
  const expiry = parseExpiry(value, now);
  if (expiry.kind === "ok") return null;
  if (expiry.code === "invalidFormat") return "expiryShort";
  const [month = 0, year = 0] = normaliseDigits(value).split("/").map(Number);
  if (month < 1 || month > 12) return "expiryMonthWrong";
  if (expiry.code === "invalidMonth") return "expiryMonthPast";
  return (year - (now.year % 100) + 100) % 100 < longestAheadYears ? "expiryYearFar" : "expiryYearPast";
}

function codeFault(value: string, brand: CardBrand | null): CardText | null {
  if (isSecurityCode(value, brand)) return null;
  if (brand === "amex") return "securityCodeShortAmex";
  return normaliseDigits(value).length > 3 ? "securityCodeLong" : "securityCodeShort";
}

/** A long number in the name is a card number that went into the wrong field. */
function nameFault(value: string): CardText | null {
  const name = cleanText(value, nameLength);
  return name === "" || /\d{6}/.test(normaliseDigits(name)) ? "nameOnCardMissing" : null;
}

/** The values of a form that has no problems, as the call takes them; null when the expiry cannot be read. */
export function toCardData(values: FieldValues, now: YearMonth): CardData | null {
  const expiry = parseExpiry(values["expiry"] ?? "", now);
  if (expiry.kind === "refused") return null;
  return {
    cardNumber: cardDigits(values["number"] ?? ""),
    expiryYear: expiry.year,
    expiryMonth: expiry.month,
    nameOnCard: cleanText(values["nameOnCard"] ?? "", nameLength),
    cvv: normaliseDigits(values["securityCode"] ?? "").trim(),
  };
}

const nameLength = 100;
