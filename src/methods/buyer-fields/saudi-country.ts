/** The country that some services alone know. Reads the table of all countries: for servers. */
import { readCountryCode } from "#core/phone/country-code.ts";
import { defaultCountry } from "#core/phone/mobile.ts";

/** Whether a text names the Kingdom, by its letters or its dial code. */
export function isSaudiCountry(text: string): boolean {
  return readCountryCode(text) === defaultCountry;
}
