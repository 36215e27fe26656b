/** Which methods of a product link can pay for what it sells. */
import type { InstalmentService } from "#contract/pages.ts";
import type { Minor } from "#core/money.ts";
import { priceOrder } from "#core/pricing/pricing.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { instalmentServices, offeredNames } from "../payments/offered-methods.ts";
import type { Services } from "../services.ts";
import { amountBounds } from "./chosen-amount.ts";
import { priceOfLink } from "./price-token.ts";
import type { ProductLinkRecord } from "./product-link-store.ts";

/**
 * The names of a link's methods that take the quantity which its page begins with, or one of the amounts that its buyer may
 * choose; the order made from it is judged again, by what its buyer has chosen.
 */
export async function offeredOfLink(services: Services, link: ProductLinkRecord): Promise<readonly string[]> {
  const { unitPrice } = priceOfLink(link);
  const bounds = amountBounds(link);
  const prices = bounds ? [bounds.least, ...link.suggested_amounts, bounds.most] : [unitPrice];
  const offered = await Promise.all(prices.map((price) => offeredAt(services, link, price)));
  return link.allowed_methods.filter((name) => offered.some((names) => names.includes(name)));
}

/** The services that a link's order can be paid by in four parts; its page judges them by what the order comes to. */
export async function instalmentsOfLink(
  services: Services,
  link: ProductLinkRecord,
): Promise<InstalmentService[]> {
  const shop = { merchantId: link.merchant_id, currency: link.product_currency };
  return await instalmentServices(services, shop, link.allowed_methods);
}

async function offeredAt(
  services: Services,
  link: ProductLinkRecord,
  unitPrice: Minor,
): Promise<readonly string[]> {
  const { priceIncludesVat, vatBps, commissionRateBps } = priceOfLink(link);
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
