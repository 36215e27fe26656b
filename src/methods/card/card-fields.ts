/** The fields of our own card form, for direct mode (Spec 5). Pure: the year and month come from the caller. */
import { cardBrand, cardDigits, isCardNumber, isSecurityCode } from "#core/card.ts";
import { parseExpiry, type YearMonth } from "#core/card-expiry.ts";
import type { Field, FieldRule, FieldValues } from "#core/fields.ts";
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

type CardField = Omit<Field, "requiredKey" | "rules"> & {
  readonly requiredKey: CardText;
  readonly rules?: readonly (FieldRule & { readonly textKey: CardText })[];
};

/**
 * The table of the form. The texts are those of Spec 8; one text serves for a month that is wrong and for an expiry
 * that is not there.
 */
export function cardFields(kind: CardKind, now: YearMonth): Readonly<Record<DirectFieldName, CardField>> {
  const isNumber = (value: string): boolean => {
    const digits = cardDigits(value);
    return isCardNumber(digits) && (kind === "card" || cardBrand(digits) === "amex");
  };
  const expiryIsNot =
    (...refusals: readonly string[]) =>
    (value: string): boolean => {
      const expiry = parseExpiry(value, now);
      return expiry.kind === "ok" || !refusals.includes(expiry.code);
    };
  const brandOf = (values: FieldValues) =>
    kind === "amex" ? "amex" : cardBrand(cardDigits(values["number"] ?? ""));
  return {
    number: { requiredKey: "cardNumberInvalid", rules: [{ isMet: isNumber, textKey: "cardNumberInvalid" }] },
    expiry: {
      requiredKey: "expiryMonthInvalid",
      rules: [
        { isMet: expiryIsNot("invalidFormat", "invalidMonth"), textKey: "expiryMonthInvalid" },
        { isMet: expiryIsNot("invalidYear"), textKey: "expiryYearInvalid" },
      ],
    },
    securityCode: {
      requiredKey: "securityCodeInvalid",
      rules: [
        { isMet: (value, values) => isSecurityCode(value, brandOf(values)), textKey: "securityCodeInvalid" },
      ],
    },
    nameOnCard: { requiredKey: "nameOnCardMissing" },
  };
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
