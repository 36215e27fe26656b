/** From what a person wrote to whom an erasure is about. */

import { readCountryCode } from "#core/phone/country-code.ts";
import { readMobile, saudiArabia } from "#core/phone/mobile.ts";
import { parseMobile } from "#core/phone/phone.ts";
import { cleanText } from "#core/text.ts";
import { isEmail } from "#core/validators.ts";
import type { Buyer } from "./erase-buyer.ts";

/** A mobile (of another country with its "+" and dial code) or an e-mail address; null for what is neither. */
export function readBuyer(text: string): Buyer | null {
  const clean = cleanText(text, 254);
  if (isEmail(clean)) return { kind: "email", value: clean.toLowerCase() };
  const saudi = readMobile(clean, saudiArabia);
  if (saudi.kind === "ok") return { kind: "mobile", value: saudi.e164 };
  const digits = /^(?:\+|00)(\d{8,15})$/.exec(clean.replace(/[\s().-]/g, ""))?.[1] ?? "";
  for (const length of [1, 2, 3]) {
    const country = readCountryCode(digits.slice(0, length));
    const mobile = country && parseMobile(`+${digits}`, country);
    if (mobile && mobile.kind === "ok") return { kind: "mobile", value: mobile.e164 };
  }
  return null;
}
