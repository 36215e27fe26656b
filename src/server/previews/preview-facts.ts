/** What the picture of a shared link says: the shop or the product, and nothing of the buyer. */
import type { Pool } from "pg";
import type { Language } from "#core/language.ts";
import type { Minor } from "#core/money.ts";
import { linkVatBps, priceCheckout } from "#core/pricing/product-link.ts";
import { resolveTheme } from "#core/theme/theme.ts";
import { loadOrder } from "../orders/order-store.ts";
import { priceOfLink } from "../products/price-token.ts";
import { loadProductLink, type ProductLinkRecord, standingOf } from "../products/product-link-store.ts";

export type PreviewFacts = {
  readonly kind: "invoice" | "product";
  readonly language: Language;
  readonly shopName: string;
  /** What is sold; null for an invoice, whose lines are its buyer's affair. */
  readonly productTitle: string | null;
  /** The shop's logo, or the product's picture. */
  readonly imageId: string | null;
  /** "#rrggbb" */
  readonly colour: string;
  readonly currencyStyle: "sign" | "letters";
  /** Minor units, with VAT; only where the merchant wants it shown. */
  readonly amount: { readonly value: Minor; readonly currency: string } | null;
};

/** Of an invoice by its order number; null when there is none. */
export async function previewOfOrder(pool: Pool, orderNumber: string): Promise<PreviewFacts | null> {
  const order = await loadOrder(pool, orderNumber);
  return (
    order && {
      kind: "invoice",
      shopName: order.merchant_shop_name,
      productTitle: null,
      imageId: order.merchant_logo_image_id,
      ...lookOf(order.theme, { value: order.total, currency: order.currency }),
    }
  );
}

/** Of a product link that can be used; null when there is none. */
export async function previewOfLink(
  pool: Pool,
  linkIdentity: string,
  now: number,
): Promise<PreviewFacts | null> {
  const link = await loadProductLink(pool, linkIdentity, now);
  if (!link || standingOf(link, now) !== "open") return null;
  const value = pieceWithVat(link);
  return {
    kind: "product",
    shopName: link.merchant_shop_name,
    productTitle: link.product_title,
    imageId: link.product_image_id ?? link.merchant_logo_image_id,
    ...lookOf(link.theme, value === null ? null : { value, currency: link.product_currency }),
  };
}

function lookOf(stored: Readonly<Record<string, unknown>> | null, amount: PreviewFacts["amount"]) {
  const { defaultLanguage, primaryColor, currencyStyle, showAmountInPreview } = resolveTheme(stored ?? {});
  return {
    language: defaultLanguage,
    colour: primaryColor,
    currencyStyle,
    amount: showAmountInPreview ? amount : null,
  };
}

/** What one piece costs its buyer; null where it cannot be sold, or its buyer chooses. */
function pieceWithVat(link: ProductLinkRecord): Minor | null {
  if (link.least_amount !== null) return null;
  const priced = priceCheckout({
    unitPrice: link.product_price,
    priceIncludesVat: link.product_price_includes_vat,
    qty: 1,
    vatBps: linkVatBps({
      specificVatBps: link.product_specific_vat_bps,
      linkVatBps: link.vat_bps,
      merchantHasVatNumber: link.merchant_vat_number !== null,
    }),
    clientPaysFees: link.client_pays_fees,
    commissionRateBps: priceOfLink(link).commissionRateBps,
  });
  return priced.kind === "refused" ? null : priced.total;
}
