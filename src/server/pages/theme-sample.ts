/**
 * What a theme is tried on (docs/decisions/0145): the shop as it is, with made-up goods. Nothing of a real order is
 * shown, and nothing can be paid.
 */
import type { OrderLineModel, OrderPageModel } from "#contract/order.ts";
import type { InstalmentService, ShopModel } from "#contract/pages.ts";
import type { ProductLinkModel } from "#contract/product.ts";
import type { Language } from "#core/language.ts";
import { type Minor, minor, toJsonNumber } from "#core/money.ts";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import { priceOrder } from "#core/pricing/pricing.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { toAllowedFlags } from "#methods/allowed.ts";
import ar from "./theme-sample.ar.json" with { type: "json" };
import en from "./theme-sample.en.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof en>> = { ar, en };
const currency = "SAR";
const standardVatBps = 1_500;
const goods = [
  { text: "dates", qty: 2, unitPrice: minor(12_000) },
  { text: "delivery", qty: 1, unitPrice: minor(2_500) },
] as const;

/** The number of what is shown; no order has it, since real ones are random. */
export const sampleNumber = "1234567890ABCDEF";

/** Whose pages are shown, in which language. */
export type SampleShop = {
  readonly shop: ShopModel;
  /** Names of the methods that take the sum. */
  readonly offered: readonly string[];
  readonly instalments: readonly InstalmentService[];
  readonly serverUrl: string;
  readonly webUrl: string;
  readonly language: Language;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

/** What the goods come to; without VAT where the shop has no VAT number. */
export function sampleTotals({ shop }: Pick<SampleShop, "shop">) {
  const vatApplies = shop.merchant.vatNumber !== null;
  const priced = priceOrder({
    lines: goods.map(({ qty, unitPrice }) => ({
      qty: wholeQuantity(qty),
      unitPrice,
      vatBps: standardVatBps,
    })),
    discount: null,
    pricesIncludeVat: false,
    clientPaysFees: false,
    commissionRateBps: 0,
    vatApplies,
  });
  if (priced.kind === "refused") throw new Error("the sample has no price");
  return { ...priced, vatApplies };
}

const money = (amount: Minor): number => toJsonNumber(amount, currency);

/** The page model of a sample that waits for its payment, or has been paid. */
export function sampleOrder(of: SampleShop, orderStatus: OrderStatus): OrderPageModel {
  const { shop, language, now } = of;
  const { subTotal, vat, total, vatApplies } = sampleTotals(of);
  const rate = standardVatBps / 10_000;
  const isPaid = orderStatusFacts[orderStatus].paid;
  return {
    order: {
      orderNumber: sampleNumber,
      orderStatus,
      amount: money(total),
      currencyName: currency,
      vat: vatApplies ? rate : 0,
      note: texts[language].note,
      serviceFees: 0,
      createDate: new Date(now).toISOString(),
      products: goods.map((good) => sampleLine(good, language, vatApplies)),
      validatedClient: false,
      clientEmailSignature: null,
    },
    serverUrl: of.serverUrl,
    webUrl: of.webUrl,
    ...shop,
    client: { id: 0, name: texts[language].client, mobile: "500000000", countryCode: "SA" },
    discount: null,
    discountType: null,
    discountAmount: 0,
    subTotal: money(subTotal),
    vat: money(vat),
    vatLines: vatApplies ? [{ rate, taxable: money(subTotal), vat: money(vat), exemption: null }] : [],
    commissionRate: 0,
    paidDate: isPaid ? new Date(now).toISOString() : null,
    expiryDate: null,
    dueDate: null,
    isTimeOver: false,
    callbackUrl: null,
    cancelUrl: null,
    orderNumber: sampleNumber,
    externalOrderNumber: null,
    transactionId: "",
    signature: "",
    total: money(total),
    refundedTotal: 0,
    foreignCurrencyCode: null,
    foreignCurrencyValue: null,
    isApiOrder: true,
    hasAgreement: false,
    isPaymentInProgress: false,
    hasSurplus: false,
    taxDocuments: isPaid && vatApplies ? [{ kind: "tax_invoice", number: "INV-000001" }] : [],
    ...toAllowedFlags(of.offered),
  };
}

function sampleLine(
  { text, qty, unitPrice }: (typeof goods)[number],
  language: Language,
  vatApplies: boolean,
): OrderLineModel {
  const price = money(unitPrice);
  return {
    product: { ...product(price), title: texts[language][text], description: null },
    qty,
    unit: null,
    soldPrice: price,
    lineTotal: price * qty,
    appliedVat: vatApplies ? standardVatBps / 10_000 : null,
    soldImageId: null,
  };
}

/** The model of a product link on the first of the goods. */
export function sampleLink({ shop, offered, serverUrl, webUrl, language }: SampleShop): ProductLinkModel {
  const { dates: title, datesDescription: description } = texts[language];
  return {
    linkIdentity: sampleNumber.slice(0, 12),
    product: { ...product(money(goods[0].unitPrice)), title, description },
    priceIncludesVat: true,
    merchant: shop.merchant,
    unit: null,
    qty: 1,
    buyerAmount: null,
    askedFields: [],
    vatPercentage: standardVatBps / 10_000,
    clientPayFees: false,
    commissionRate: 0,
    currencyName: currency,
    signature: "",
    webUrl,
    serverUrl,
    hasCoupons: true,
    expiryDate: null,
    hasAgreement: false,
    ...toAllowedFlags(offered),
  };
}

const product = (price: number) => ({
  id: null,
  price,
  productImageId: null,
  stockQty: null,
  specificVat: null,
  isDigital: false,
});
