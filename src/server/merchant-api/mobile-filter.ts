/** A mobile number as a person who searches for it writes it. */
import { defaultCountry } from "#core/phone/mobile.ts";
import { parseMobile } from "#core/phone/phone.ts";
import { cleanText, normaliseDigits } from "#core/text.ts";
import { wrongFields } from "./validation.ts";

/** Digits that a number with its dial code has (E.164); a national one begins with a zero or is shorter. */
const international = /^(?:\+|00)?([1-9]\d{9,14})$/;

/**
 * Reads a mobile in any writing: national or international, with separators, in Arabic digits, or with the unescaped
 * plus of an address, which arrives as a space.
 * @returns the international form with a leading plus; a number without a dial code is Saudi
 * @throws Problem `validation_failed` for what can be no mobile
 */
export function readMobileFilter(text: string): string {
  const saudi = parseMobile(text, defaultCountry);
  if (saudi.kind === "ok") return saudi.e164;
  const compact = normaliseDigits(cleanText(text, 40)).replace(/[\s().-]/g, "");
  const digits = international.exec(compact)?.[1];
  if (digits === undefined)
    throw wrongFields([{ path: "mobile", code: "invalidMobile", message: "not a mobile number" }]);
  return `+${digits}`;
}
