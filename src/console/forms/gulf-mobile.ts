/** The country of a mobile that is written with its dial code: the neighbours whose people buy in Saudi shops. */
import { readTypedMobile } from "./typed-mobile.ts";

const countries: readonly (readonly [dialCode: string, iso2: string])[] = [
  ["971", "AE"],
  ["973", "BH"],
  ["965", "KW"],
  ["968", "OM"],
  ["974", "QA"],
];

/** A mobile as the API takes it, with the country that it is valid for. */
export function typedClientMobile(text: string): { readonly mobile: string; readonly countryCode: string } {
  const mobile = readTypedMobile(text);
  const dialled = /^(?:\+|00)(\d+)$/.exec(mobile)?.[1];
  const country = countries.find(([dialCode]) => dialled?.startsWith(dialCode));
  return { mobile, countryCode: country?.[1] ?? "SA" };
}
