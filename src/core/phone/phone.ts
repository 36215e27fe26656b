/** Mobile numbers of every country, by its two-letter code (Spec 5). Brings the table of all of them. */
import { findDialCode } from "./dial-codes.ts";
import { type Mobile, readMobile } from "./mobile.ts";

/** Reads a mobile number for a country given by its two-letter code, in the forms that `readMobile` takes. */
export function parseMobile(text: string, iso2: string): Mobile {
  return readMobile(text, findDialCode(iso2));
}
