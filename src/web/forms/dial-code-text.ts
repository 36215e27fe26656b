/**
 * The country of a phone field as one text: what a hidden input and a kept draft can hold. It carries the rules of the
 * country's mobiles with it, so that the page checks a number without the table of all countries.
 */
import type { DialCode } from "#core/phone/mobile.ts";

/** The row as text: "SA,966,9,9,0". */
export function dialCodeText(row: DialCode): string {
  return row.join(",");
}

/** The row of such a text, or null for any other text. */
export function readDialCode(text: string | undefined): DialCode | null {
  const [, iso2, dialCode, minDigits, maxDigits, trunk] =
    /^([A-Z]{2}),(\d{1,3}),(\d{1,2}),(\d{1,2}),(\d{0,2})$/.exec(text ?? "") ?? [];
  if (!iso2 || !dialCode) return null;
  return [iso2, dialCode, Number(minDigits), Number(maxDigits), trunk ?? ""];
}
