/** The one place that turns a product link's record into the product link model of Spec 3. */
import type { ShopModel } from "#contract/pages.ts";
import type { ProductLinkModel } from "#contract/product.ts";
import { toJsonNumber } from "#core/money.ts";
import { shownStock } from "#core/pricing/product-link.ts";
import { toAllowedFlags } from "#methods/allowed.ts";
import type { ModelEnvironment } from "../orders/order-model.ts";
import { toMerchantModel, toShopModel } from "../orders/shop-model.ts";
import { shownUnit } from "../texts/line-texts.ts";
import { toBuyerAmount } from "./chosen-amount.ts";
import { priceOfLink, signPrice } from "./price-token.ts";
import type { ProductLinkRecord } from "./product-link-store.ts";

/**
 * Builds the model of a link that can be used.
 * @param offered names of its methods that take what it sells (`offered-of-link.ts`)
 */
export function toProductLinkModel(
  link: ProductLinkRecord,
  environment: Omit<ModelEnvironment, "environment">,
  offered: readonly string[],
): ProductLinkModel {
  return {
    linkIdentity: link.link_identity,
    product: {
      id: link.product_id,
      title: link.product_title,
      description: link.product_description,
      price: toJsonNumber(link.product_price, link.product_currency),
      productImageId: link.product_image_id,
      // A link that has sold as often as it may is sold out, whatever there is in stock.
      stockQty:
        link.payments_left !== null && link.payments_left <= 0
          ? 0
          : shownStock(link.product_stock_qty, link.qty),
      specificVat: link.product_specific_vat_bps === null ? null : link.product_specific_vat_bps / 10_000,
      isDigital: link.product_is_digital,
    },
    priceIncludesVat: priceOfLink(link).priceIncludesVat,
    merchant: toMerchantModel(link, environment.serverUrl),
    unit: shownUnit(link.product_unit_code),
    qty: link.qty,
    buyerAmount: toBuyerAmount(link),
    askedFields: [...link.asked_fields],
    vatPercentage: link.vat_bps / 10_000,
    clientPayFees: link.client_pays_fees,
    commissionRate: priceOfLink(link).commissionRateBps / 100,
    currencyName: link.product_currency,
    signature: signPrice(link, environment.now, environment.signing),
    webUrl: environment.webUrl,
    serverUrl: environment.serverUrl,
    hasCoupons: link.has_coupons && link.least_amount === null,
    expiryDate: link.expires_at?.toISOString() ?? null,
    hasAgreement: link.agreement_id !== null,
    ...toAllowedFlags(offered),
  };
}

/** The shop of a link, whether the link can be used or not. */
export function shopOfLink(link: ProductLinkRecord, serverUrl: string): ShopModel {
  const { legal_name, legal_name_en, legal_id_scheme, legal_id_value } = link;
  const legal = {
    merchant_legal_name: legal_name,
    merchant_legal_name_en: legal_name_en,
    merchant_legal_id_scheme: legal_id_scheme,
    merchant_legal_id_value: legal_id_value,
    merchant_address_building_number: link.address_building_number,
    merchant_address_postal_code: link.address_postal_code,
    merchant_address_city: link.address_city,
    merchant_address_street_en: link.address_street_en,
    merchant_address_district_en: link.address_district_en,
    merchant_address_city_en: link.address_city_en,
  };
  return toShopModel({ ...link, ...legal }, serverUrl);
}
