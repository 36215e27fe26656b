/** What a text that a person types into one box can stand for. */

import { searchLimits } from "#contract/search.ts";
import { readLinkIdentity, readOrderNumber } from "#core/crockford.ts";
import { type Minor, parseDecimal } from "#core/money.ts";
import { cleanText, normaliseDigits } from "#core/text.ts";
import { mobileOf } from "../merchant-api/mobile-filter.ts";

/** Everything that the text can be; what it cannot be is null or empty. */
export type SearchQuery = {
  /** Cleaned, with its digits as they were typed. */
  readonly text: string;
  readonly orderNumber: string | null;
  readonly linkIdentity: string | null;
  readonly email: string | null;
  /** All of a mobile: international form with a leading plus. */
  readonly mobile: string | null;
  /** Digits that a mobile may end with, the last one first. */
  readonly reversedEnds: readonly string[];
  readonly hasWords: boolean;
  /** Halalas. */
  readonly amount: Minor | null;
  readonly lastFour: string | null;
};

/** The currency of an amount that names none. */
export const searchedCurrency = "SAR";

/** Fewer digits would find a large part of all mobiles. */
const fewestDigits = 4;

/** Reads it. Nothing is refused: what fits nothing finds nothing. */
export function readSearch(typed: string): SearchQuery {
  const text = cleanText(typed, searchLimits.queryLength);
  const part = lastPartOfAddress(text);
  const digits = normaliseDigits(text);
  const hasLetters = /\p{L}/u.test(text);
  return {
    text,
    orderNumber: readOrderNumber(part),
    linkIdentity: readLinkIdentity(part),
    email: text.includes("@") ? text.toLowerCase() : null,
    mobile: hasLetters ? null : mobileOf(text),
    // No mobile ends as 99.99 does.
    reversedEnds:
      hasLetters || /^[\d\u066c,]+[.\u066b]\d{1,2}$/.test(digits)
        ? []
        : endsOf(digits.replace(/\D/g, "")).map(reverse),
    hasWords: (text.match(/\p{L}/gu)?.length ?? 0) >= 2 && !text.includes("@"),
    amount: readAmount(digits),
    lastFour: /^\d{4}$/.test(digits) ? digits : null,
  };
}

/** A number inside an address of ours, or the text itself. */
function lastPartOfAddress(text: string): string {
  if (!/[/?]/.test(text)) return text;
  const parts = text
    .replace(/[?#].*$/, "")
    .split("/")
    .filter((part) => part !== "");
  return parts.at(-1) ?? text;
}

/** The digits as typed, and without what stands before a national number. */
function endsOf(digits: string): readonly string[] {
  if (digits.length < fewestDigits || digits.length > 15) return [];
  const international = digits.replace(/^00/, "");
  const national = /^(?:966)?0?(5\d{8})$/.exec(international)?.[1];
  return [...new Set([international, ...(national === undefined ? [] : [national])])];
}

function reverse(digits: string): string {
  return [...digits].reverse().join("");
}

/** "345", "1,250.00", "٣٤٥٫٠٠", with or without the currency's name. */
function readAmount(digits: string): Minor | null {
  const plain = digits
    .replace(/^[\p{L}\p{Sc}.]{1,5}\s*|\s*[\p{L}\p{Sc}.]{1,5}$/gu, "")
    .replace(/\u066b/g, ".")
    .replace(/[\u066c\u060c\s]/g, ",");
  if (!/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$|^\d+(?:\.\d+)?$/.test(plain)) return null;
  return parseDecimal(plain.replaceAll(",", ""), searchedCurrency);
}
