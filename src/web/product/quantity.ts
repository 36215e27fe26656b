/** What a buyer has typed as a quantity. */
import { digitsOf } from "#core/text.ts";

/** A sign, or a separator of decimals or thousands, Latin or Arabic: no character of a whole number of pieces. */
const notWhole = /[-+\u2212.,\u066b\u066c\u060c]/;

export type TypedQuantity =
  | { readonly kind: "whole"; readonly qty: number }
  /** Nothing yet, or zero: the buyer is still typing. */
  | { readonly kind: "empty" }
  /** "2.5" and "-4" are no quantities, and are not read as 25 and 4. */
  | { readonly kind: "wrong" };

/** Reads digits of any of the scripts that buyers type; letters and spaces among them are no harm. */
export function readQuantity(text: string): TypedQuantity {
  if (notWhole.test(text)) return { kind: "wrong" };
  const qty = Number(digitsOf(text));
  return qty >= 1 ? { kind: "whole", qty } : { kind: "empty" };
}
