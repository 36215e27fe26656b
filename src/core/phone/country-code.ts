/**
 * A country as people and programs write it: two letters of ISO 3166 in either case, or its dial code, with "+" or
 * "00" or nothing before it (Spec 2.3 has both: "sa" and 966).
 */

import { normaliseDigits } from "../text.ts";
import { dialCodes, findDialCode } from "./dial-codes.ts";

/** Whose dial code it is where several countries share one: the largest by people. */
const mainCountries: Readonly<Record<string, string>> = {
  "1": "US",
  "7": "RU",
  "39": "IT",
  "44": "GB",
  "47": "NO",
  "61": "AU",
  "212": "MA",
  "262": "RE",
  "290": "SH",
  "358": "FI",
  "590": "GP",
  "599": "CW",
};

/** The two letters of a country in upper case, or null for what is none. */
export function readCountryCode(text: string): string | null {
  const code = normaliseDigits(text).trim();
  if (/^[a-z]{2}$/i.test(code)) return findDialCode(code)?.[0] ?? null;
  const dial = /^(?:\+|00)?([1-9]\d{0,3})$/.exec(code)?.[1];
  if (dial === undefined) return null;
  return mainCountries[dial] ?? dialCodes.find((row) => row[1] === dial)?.[0] ?? null;
}
