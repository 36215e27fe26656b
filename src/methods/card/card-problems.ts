/**
 * What can be wrong with a card, in one table: the code of our calls, the field it belongs to and its text (Spec 8 "Card
 * field errors"). gateway-fields.ts has what the gateway calls those fields.
 */
import type { CardMethod } from "#core/card/card-brands.ts";
import type { FieldProblem } from "#core/fields.ts";
import type strings from "./strings.en.json";

/** Keys of the texts of this folder. */
export type CardText = keyof typeof strings;

/** Fields of the two card forms. The gateway has month and year apart, our own form has them in one field. */
export type CardFieldName =
  | "number"
  | "expiry"
  | "expiryMonth"
  | "expiryYear"
  | "securityCode"
  | "nameOnCard";

/** Fields of the gateway's form in hosted mode, by its own names. */
export type HostedFieldName = Exclude<CardFieldName, "expiry">;

/** The id of a field in the page, which may show the forms of two kinds of cards. */
export function cardFieldId(kind: CardMethod, field: string): string {
  return `${kind}-${field}`;
}

export type CardProblem = FieldProblem & { readonly field: CardFieldName; readonly textKey: CardText };

/** By the code of `core/problem.ts`. */
export const cardProblems = {
  card_number_invalid: { field: "number", textKey: "cardNumberInvalid" },
  expiry_month_invalid: { field: "expiryMonth", textKey: "expiryMonthInvalid" },
  expiry_year_invalid: { field: "expiryYear", textKey: "expiryYearInvalid" },
  security_code_invalid: { field: "securityCode", textKey: "securityCodeInvalid" },
  mada_not_allowed: { field: "number", textKey: "madaNotAllowed" },
  credit_not_allowed: { field: "number", textKey: "creditNotAllowed" },
} as const satisfies Readonly<Record<string, CardProblem>>;

export type CardCode = keyof typeof cardProblems;

/** Where a refusal of the server belongs in a form of cards, or null when it is not about one of its fields. */
export function cardProblemOf(code: string): CardProblem | null {
  return Object.hasOwn(cardProblems, code) ? cardProblems[code as CardCode] : null;
}
