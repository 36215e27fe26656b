/** What the gateway calls the fields of a card, in its script and in its API, and what it means that one is wrong. */
import { type CardCode, type CardProblem, cardProblems } from "./card-problems.ts";

/** The name on the card has no code of its own in our calls. */
export type WrongFieldCode = CardCode | "validation_failed";

const problems: Readonly<Record<WrongFieldCode, CardProblem>> = {
  ...cardProblems,
  validation_failed: { field: "nameOnCard", textKey: "nameOnCardMissing" },
};

/** In the order of the form. */
const codes: Readonly<Record<string, WrongFieldCode>> = {
  cardNumber: "card_number_invalid",
  number: "card_number_invalid",
  expiryMonth: "expiry_month_invalid",
  "expiry.month": "expiry_month_invalid",
  expiry: "expiry_month_invalid",
  expiryYear: "expiry_year_invalid",
  "expiry.year": "expiry_year_invalid",
  securityCode: "security_code_invalid",
  nameOnCard: "validation_failed",
};

export type WrongField = { readonly code: WrongFieldCode; readonly problem: CardProblem };

/** What is wrong when the gateway names these fields, in the order of the form; fields that are not ours are left out. */
export function wrongFields(names: readonly string[]): readonly WrongField[] {
  return Object.entries(codes).flatMap(([name, code]) =>
    names.includes(name) ? { code, problem: problems[code] } : [],
  );
}
