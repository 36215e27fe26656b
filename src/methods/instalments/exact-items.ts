/**
 * The lines of an order as instalment providers expect them: prices with VAT and after the discount, so that they sum
 * to the very amount that is asked for. Providers refuse totals that do not add up.
 */
import { type Minor, minor } from "#core/money.ts";
import { quantityText, wholeUnits } from "#core/pricing/quantity.ts";
import { cleanText } from "#core/text.ts";
import type { AttemptContext } from "../payment-method.ts";

type Line = AttemptContext["order"]["lines"][number];

export type ExactItem = {
  /** Our name of the line, the same for every attempt of the order: "L1". */
  readonly reference: string;
  readonly title: string;
  readonly quantity: number;
  readonly unitPrice: Minor;
  /** `quantity × unitPrice`, exactly. */
  readonly total: Minor;
};

/** Longest title that Tamara and Tabby take, characters. */
const titleLength = 255;

/**
 * One item per line. A line whose quantity has a fraction, or whose total cannot be divided by it without a remainder,
 * becomes one piece, with the quantity in its title.
 */
export function exactItems(lines: readonly Pick<Line, "title" | "qty" | "lineTotal">[]): ExactItem[] {
  return lines.map(({ title, qty, lineTotal }, index) => {
    const units = wholeUnits(qty);
    const pieces = units !== null && lineTotal % units === 0 ? units : null;
    return {
      reference: `L${index + 1}`,
      title: cleanText(pieces === null ? `${quantityText(qty)} × ${title}` : title, titleLength),
      quantity: pieces ?? 1,
      unitPrice: pieces === null ? lineTotal : minor(lineTotal / pieces),
      total: lineTotal,
    };
  });
}
