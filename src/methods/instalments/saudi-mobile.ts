/** Saudi mobiles as the instalment services know their customers. */
import { defaultCountry } from "#core/dial-codes.ts";
import { parseMobile } from "#core/phone.ts";

/** The international form "+9665XXXXXXXX" of a Saudi mobile in any of its forms, or "" when it is none. */
export function saudiMobile(text: string): string {
  const mobile = parseMobile(text, defaultCountry);
  return mobile.kind === "ok" ? mobile.e164 : "";
}
