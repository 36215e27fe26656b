/** Which methods of a product link can pay for what it sells. */
import { priceOrder } from "#core/pricing/pricing.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { offeredNames } from "../payments/offered-methods.ts";
import type { Services } from "../services.ts";
import { priceOfLink } from "./price-token.ts";
import type { ProductLinkRecord } from "./product-link-store.ts";

/**
 * The names of a link's methods that take the quantity which its page begins with; the order made from it is judged
 * again, by what its buyer has chosen.
 */
export async function offeredOfLink(services: Services, link: ProductLinkRecord): Promise<readonly string[]> {
  const { unitPrice, priceIncludesVat, vatBps, commissionRateBps } = priceOfLink(link);
  const priced = priceOrder({
    lines: [{ qty: wholeQuantity(link.qty), unitPrice, vatBps }],
    discount: null,
    pricesIncludeVat: priceIncludesVat,
    clientPaysFees: link.client_pays_fees,
    commissionRateBps,
    vatApplies: link.merchant_vat_number !== null,
  });
  if (priced.kind === "refused") return link.allowed_methods;
  const due = {
    merchantId: link.merchant_id,
    currency: link.product_currency,
    amount: priced.total,
  };
  return await offeredNames(services, due, link.allowed_methods);
}
