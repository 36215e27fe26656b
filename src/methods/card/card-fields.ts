/** The fields of our own card form, for direct mode (Spec 5). Pure: the year and month come from the caller. */
import { cardBrand, cardDigits, cardNumberLength, isCardNumber, isSecurityCode } from "#core/card/card.ts";
import { parseExpiry, type YearMonth } from "#core/card/card-expiry.ts";
import type { Field, FieldValues } from "#core/fields.ts";
import type { ProblemCode } from "#core/problem.ts";
import { cleanText, normaliseDigits } from "#core/text.ts";
import type { CardFieldName, CardProblem, CardText } from "./session-steps.ts";

/** Which of the two forms it is: the gateway profile and the brands differ. */
export type CardKind = "card" | "amex";

export type DirectFieldName = Extract<CardFieldName, "number" | "expiry" | "securityCode" | "nameOnCard">;

/** The card as the gateway wants it (Spec 7 prepareSession, direct mode). */
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

/** The table of the form. Each text begins with that of Spec 8 and goes on with the cause and what to do. */
export function cardFields(kind: CardKind, now: YearMonth): Readonly<Record<DirectFieldName, CardField>> {
  return {
    number: { requiredKey: "cardNumberMissing", faultOf: (value) => numberFault(value, kind) },
    expiry: { requiredKey: "expiryMissing", faultOf: (value) => expiryFault(value, now) },
    securityCode: {
      requiredKey: kind === "amex" ? "securityCodeMissingAmex" : "securityCodeMissing",
      faultOf: (value, values) =>
        codeFault(value, kind === "amex" || cardBrand(cardDigits(values["number"] ?? "")) === "amex"),
    },
    nameOnCard: { requiredKey: "nameOnCardMissing" },
  };
}

function numberFault(value: string, kind: CardKind): CardText | null {
  const digits = cardDigits(value);
  const brand = cardBrand(digits);
  if (kind === "amex" && brand !== "amex" && digits.length > 1) return "cardNumberNotAmex";
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

function codeFault(value: string, isAmex: boolean): CardText | null {
  if (isSecurityCode(value, isAmex ? "amex" : null)) return null;
  if (isAmex) return "securityCodeShortAmex";
  return normaliseDigits(value).length > 3 ? "securityCodeLong" : "securityCodeShort";
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

/** Where a refusal of the server belongs in our form, or null when it is not about one field. */
export function cardProblemOf(code: ProblemCode | "unknown"): CardProblem | null {
  return refusedFields[code] ?? null;
}

const nameLength = 100;

const refusedFields: Readonly<Partial<Record<string, CardProblem>>> = {
  card_number_invalid: { field: "number", textKey: "cardNumberInvalid" },
  expiry_year_invalid: { field: "expiry", textKey: "expiryYearInvalid" },
  expiry_month_invalid: { field: "expiry", textKey: "expiryMonthInvalid" },
  security_code_invalid: { field: "securityCode", textKey: "securityCodeInvalid" },
  mada_not_allowed: { field: "number", textKey: "madaNotAllowed" },
  credit_not_allowed: { field: "number", textKey: "creditNotAllowed" },
};
