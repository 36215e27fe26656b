/** The amount that a buyer has chosen on a product link (docs/decisions/0190): taken within the link's bounds and no other way. */
import type { ProductLinkModel } from "#contract/product.ts";
import { parseDecimal, toJsonNumber } from "#core/money.ts";
import { type AmountBounds, amountFault } from "#core/pricing/buyer-amount.ts";
import { Problem } from "#core/problem.ts";
import type { ProductLinkRecord } from "./product-link-store.ts";

type Bounded = Pick<ProductLinkRecord, "least_amount" | "most_amount">;

/** The bounds of a link whose buyer chooses; null where the product has its price. */
export function amountBounds({ least_amount: least, most_amount: most }: Bounded): AmountBounds | null {
  return least === null || most === null ? null : { least, most };
}

/** The same for the page, with what is suggested, in major units. */
export function toBuyerAmount(
  link: Bounded & Pick<ProductLinkRecord, "suggested_amounts" | "product_currency">,
): ProductLinkModel["buyerAmount"] {
  const bounds = amountBounds(link);
  if (bounds === null) return null;
  const major = (amount: AmountBounds["least"]): number => toJsonNumber(amount, link.product_currency);
  const suggested = link.suggested_amounts.map(major);
  return { least: major(bounds.least), most: major(bounds.most), suggested };
}

/**
 * The link with the chosen amount as the price of its one piece, VAT inside. A link with a price of its own is as it was.
 * @param stated as the page sent it, major units
 * @throws Problem `validation_failed` naming `amount` (`required`, `invalid`, `too_small`, `too_large`), `quantity_invalid` for more
 *   than one piece, `price_changed` for an amount where there is nothing to choose
 */
export function withChosenAmount(
  link: ProductLinkRecord,
  { amount: stated, qty }: { readonly amount?: string | null | undefined; readonly qty: number },
): ProductLinkRecord {
  const bounds = amountBounds(link);
  if (bounds === null) {
    if (stated == null) return link;
    throw new Problem("price_changed", { detail: "the buyer chooses no amount" });
  }
  if (qty !== 1) throw new Problem("quantity_invalid", { detail: "one piece of a chosen amount" });
  const text = stated?.trim() ?? "";
  const amount = parseDecimal(text, link.product_currency);
  const code = text === "" ? "required" : amountFault(amount, bounds);
  if (amount === null || code !== null) {
    const fields = [
      { path: "amount", code: code ?? "invalid", message: "an amount within the link's bounds" },
    ];
    throw new Problem("validation_failed", { fields });
  }
  return { ...link, product_price: amount, product_price_includes_vat: true };
}
