/** Saudi mobiles, by which the services of the Kingdom know their customers. */
import { readMobile, saudiArabia } from "#core/phone/mobile.ts";

/** The international form "+9665XXXXXXXX" of a Saudi mobile in any of its forms, or "" when it is none. */
export function saudiMobile(text: string): string {
  const mobile = readMobile(text, saudiArabia);
  return mobile.kind === "ok" ? mobile.e164 : "";
}
