import type { Language } from "#core/language.ts";
import { findDialCode } from "#core/phone/dial-codes.ts";
import { type DialCode, saudiArabia } from "#core/phone/mobile.ts";
import { countryName } from "../forms/country-name.ts";

/** What the phone field of a payment begins with: the country of the order's client, else Saudi Arabia (Spec 2.3). */
export function startCountryOf(
  client: { readonly countryCode?: string | null } | null | undefined,
  language: Language,
): { readonly startCountry: DialCode; readonly startCountryName: string } {
  const startCountry = findDialCode(client?.countryCode ?? "") ?? saudiArabia;
  return { startCountry, startCountryName: countryName(startCountry[0], language) };
}
