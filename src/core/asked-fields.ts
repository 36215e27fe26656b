/**
 * What a shop asks the buyers of a product link beside name and mobile: a name for the cake, a size (docs/decisions/0191). Page and
 * server judge an answer by the same function.
 */
import { cleanText, normaliseDigits, stripUnseen } from "./text.ts";

export const askedTypes = ["text", "number", "choice"] as const;

export type AskedType = (typeof askedTypes)[number];

/** A text of a shop's own in both languages; the same where it has one. */
export type OwnText = { readonly ar: string; readonly en: string };

export type AskedField = {
  /** By which the shop's programs know it. */
  readonly key: string;
  readonly type: AskedType;
  readonly label: OwnText;
  readonly isRequired: boolean;
  /** What a choice is between; none of other types. */
  readonly choices: OwnText[];
};

/** An answer as the order keeps it: with the label that the buyer saw. */
export type Answer = { readonly key: string; readonly label: OwnText; readonly answer: OwnText };

/** Most fields of a link, most choices of a field, and the longest texts in characters. */
export const askedLimits = { fields: 5, choices: 20, label: 100, answer: 200 } as const;

const numberPattern = /^-?\d{1,12}(?:\.\d{1,6})?$/;

export type AnswerFault = "required" | "invalid" | "too_long";

/**
 * Reads what a buyer has typed or chosen.
 * @param typed a choice is its place in the list, from 0
 * @returns null for no answer to a field that needs none
 */
export function readAnswer(
  { type, isRequired, choices }: Pick<AskedField, "type" | "isRequired" | "choices">,
  typed: string,
): OwnText | AnswerFault | null {
  const text = cleanText(typed, askedLimits.answer);
  if (text === "") return isRequired ? "required" : null;
  if (type === "choice") return (/^\d{1,2}$/.test(text) && choices[Number(text)]) || "invalid";
  if (type === "text") {
    const isWhole = cleanText(typed, askedLimits.answer + 1) === text;
    return isWhole ? { ar: text, en: text } : "too_long";
  }
  const digits = normaliseDigits(stripUnseen(typed))
    .replace(/[\s,\u066c]/g, "")
    .replace("\u066b", ".");
  return numberPattern.test(digits) ? { ar: digits, en: digits } : "invalid";
}
