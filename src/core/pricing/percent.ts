/** Rates as the merchant API writes them: percentages with at most two decimals; inside, whole basis points. */

/**
 * The standard rate of Saudi VAT: what a line of a VAT-registered merchant carries when it names no rate. One constant
 * for all merchants; a line that differs says so. Without a VAT number no line carries VAT at all (Spec 9).
 */
export const standardVatBps = 1_500;

/** Reads "15", "15.5" or "15.00" as basis points. Gives null for any other text and for more than 100 %. */
export function readPercent(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const bps = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return bps <= 10_000 ? bps : null;
}

/** The basis points of a percentage that the order model states as a JSON number: 2.5 is 250. */
export function bpsOfPercent(percent: number): number {
  return Math.round(percent * 100);
}
