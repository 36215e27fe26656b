/**
 * The lines of an order as instalment providers want them: prices with VAT and after the discount, so that they sum
 * to the very amount that is asked for. Providers refuse totals that do not add up.
 */
import { type Minor, minor } from "#core/money.ts";
import { cleanText } from "#core/text.ts";

export type ExactItem = {
  /** Our name of the line, the same for every attempt of the order: "L1". */
  readonly reference: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPrice: Minor;
  /** `quantity × unitPrice`, exactly. */
  readonly total: Minor;
};

type Line = { readonly title: string; readonly qty: number; readonly lineTotal: Minor };

/** Longest title that Tamara and Tabby take, characters. */
const titleLength = 255;

/**
 * One item per line. A line whose total cannot be divided by its quantity without a remainder becomes one piece, with
 * the quantity in its title.
 */
export function exactItems(lines: readonly Line[]): ExactItem[] {
  return lines.map(({ title, qty, lineTotal }, index) => {
    const isDivisible = lineTotal % qty === 0;
    return {
      reference: `L${index + 1}`,
      title: cleanText(isDivisible ? title : `${qty} × ${title}`, titleLength),
      quantity: isDivisible ? qty : 1,
      unitPrice: isDivisible ? minor(lineTotal / qty) : lineTotal,
      total: lineTotal,
    };
  });
}
