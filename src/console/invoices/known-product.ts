/** A product of the shop as a line of an invoice: its title, its price in the terms of the form, and its VAT. */
import type { Product } from "#contract/products.ts";
import { formatDecimal, minor, parseDecimal, timesRatio } from "#core/money.ts";
import { readPercent, standardVatBps } from "#core/pricing/percent.ts";
import { keptText } from "./kept-parts.ts";

const wholeBps = 10_000;

/** What a form writes of a product; `vatRate` and `vatExemption` are "" where the usual VAT applies. */
export type ProductLine = {
  readonly title: string;
  readonly price: string;
  readonly vatRate: string;
  readonly vatExemption: string;
  /** Its description, unit, picture and what it delivers. */
  readonly kept: string;
};

/**
 * The line of a product.
 * @param form whether its prices have VAT inside, and whether the shop charges any
 */
export function lineOfProduct(
  product: Product,
  form: { readonly hasVatInside: boolean; readonly hasVat: boolean },
): ProductLine {
  const { title, price, priceIncludesVat, currency, vatRate, vatExemption } = product;
  const bps = vatRate === null ? standardVatBps : (readPercent(vatRate) ?? standardVatBps);
  const stated = parseDecimal(price, currency) ?? minor(0);
  const inTerms = (): string => {
    if (!form.hasVat || priceIncludesVat === form.hasVatInside) return price;
    const [numerator, denominator] = form.hasVatInside
      ? [wholeBps + bps, wholeBps]
      : [wholeBps, wholeBps + bps];
    return formatDecimal(timesRatio(stated, numerator, denominator), currency);
  };
  return {
    title,
    price: inTerms(),
    vatRate: form.hasVat ? (vatRate ?? "") : "",
    vatExemption: form.hasVat ? (vatExemption ?? "") : "",
    kept: keptText(product),
  };
}
