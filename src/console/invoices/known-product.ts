/** A product of the shop as a line of an invoice: its title, its price in the terms of the form, and its VAT. */
import type { Product } from "#contract/products.ts";
import { formatDecimal, minor, parseDecimal, timesRatio } from "#core/money.ts";

const usualVatBps = 1_500;
const wholeBps = 10_000;

/** What a form writes of a product; `vatRate` and `vatExemption` are "" where the usual VAT applies. */
export type ProductLine = {
  readonly title: string;
  readonly price: string;
  readonly vatRate: string;
  readonly vatExemption: string;
};

/**
 * The line of a product.
 * @param form whether its prices have VAT inside, and whether the shop charges any
 */
export function lineOfProduct(
  { title, price, priceIncludesVat, currency, vatRate, vatExemption }: Product,
  form: { readonly hasVatInside: boolean; readonly hasVat: boolean },
): ProductLine {
  const bps = vatRate === null ? usualVatBps : Math.round(Number(vatRate) * 100);
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
  };
}

/** Letters as they are compared: without their marks, in one case. */
const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Products whose title has every word that is typed, in the order in which they are listed. */
export function productsFor(products: readonly Product[], typed: string, most: number): readonly Product[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return products.filter(({ title }) => words.every((word) => folded(title).includes(word))).slice(0, most);
}
