/** The bounds of what buyers choose to pay on a product link (docs/decisions/0190), between the API and the link's columns. */
import type { BuyerAmount, NewBuyerAmount } from "#contract/product-links.ts";
import { formatDecimal, type Minor, minor, zero } from "#core/money.ts";
import { amountFault, mostLeftToBuyer } from "#core/pricing/buyer-amount.ts";
import type { FieldReader } from "./field-reader.ts";

/** What a link's row has of them. */
export type BuyerAmountColumns = {
  readonly least_amount: Minor | null;
  readonly most_amount: Minor | null;
  readonly suggested_amounts: Minor[];
};

/** Reads them; null takes them away. What is wrong is named below `buyerAmount`. */
export function readBuyerAmount(reader: FieldReader, stated: NewBuyerAmount | null): BuyerAmountColumns {
  if (stated === null) return { least_amount: null, most_amount: null, suggested_amounts: [] };
  const at = (name: string): string => `buyerAmount.${name}`;
  const least = reader.amount(at("least"), stated.least);
  const most = reader.amount(at("most"), stated.most);
  if (least === 0) reader.wrong(at("least"), "too_small", "must be more than zero");
  if (most !== null && least !== null && most < least)
    reader.wrong(at("most"), "too_small", "must be at least as much as least");
  if (most !== null && most > mostLeftToBuyer)
    reader.wrong(at("most"), "too_large", `must be at most ${formatDecimal(minor(mostLeftToBuyer), "SAR")}`);
  const bounds = { least: least ?? zero, most: most ?? minor(mostLeftToBuyer) };
  const suggested = (stated.suggested ?? []).map((text, index) => {
    const path = at(`suggested.${index}`);
    const amount = reader.amount(path, text);
    if (amount !== null && amountFault(amount, bounds) !== null)
      reader.wrong(path, "out_of_range", "must be within least and most");
    return amount ?? zero;
  });
  return { least_amount: least, most_amount: most, suggested_amounts: suggested };
}

/** As the API shows them. */
export function toBuyerAmount(row: BuyerAmountColumns, currency: string): BuyerAmount | null {
  const { least_amount: least, most_amount: most, suggested_amounts: suggested } = row;
  if (least === null || most === null) return null;
  const text = (amount: Minor): string => formatDecimal(amount, currency);
  return { least: text(least), most: text(most), suggested: suggested.map(text) };
}
