/** A product link model for tests: an image, VAT of 15 %, five in stock, cards allowed; `changes` go over it. */

import type { ProductLinkModel } from "#contract/product.ts";
import { toAllowedFlags } from "#methods/allowed.ts";
import { orderPage } from "./order-page.ts";

type Changes = Partial<Omit<ProductLinkModel, "product" | "merchant">> & {
  readonly product?: Partial<ProductLinkModel["product"]>;
  readonly merchant?: Partial<ProductLinkModel["merchant"]>;
};

export function productPage({ product, merchant, ...changes }: Changes = {}): ProductLinkModel {
  return {
    linkIdentity: "7K3M9X2PQR4T",
    product: {
      id: 31,
      title: "تمر سكري",
      description: "صندوق هدية\n1 كجم",
      price: 100,
      productImageId: "0f",
      stockQty: 5,
      specificVat: null,
      isDigital: false,
      ...product,
    },
    priceIncludesVat: false,
    merchant: { ...orderPage().merchant, ...merchant },
    unit: null,
    qty: 1,
    buyerAmount: null,
    askedFields: [],
    vatPercentage: 0.15,
    clientPayFees: false,
    commissionRate: 0,
    currencyName: "SAR",
    signature: "price-proof",
    webUrl: "https://pay.example",
    serverUrl: "https://pay.example",
    hasCoupons: true,
    expiryDate: null,
    hasAgreement: false,
    ...toAllowedFlags(["mada", "creditcard"]),
    ...changes,
  };
}
