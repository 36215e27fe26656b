/** The order page model (Spec 3), the call that loads it and the status for embedded scripts (Spec 7). */
import { z } from "zod";
import { orderStatuses } from "#core/order-status.ts";
import { taxDocumentKinds, type VatExemption, vatExemptions } from "#core/tax/tax-invoice.ts";
import { type AllowedFlag, allowedFlags as flags } from "#methods/allowed.ts";
import { answer } from "./asked-fields.ts";
import { jsonMoney, orderNumberParams } from "./common.ts";
import type { CallMap } from "./contract.ts";

export const orderLineProduct = z.object({
  id: z.number().int().nullable(),
  title: z.string(),
  description: z.string().nullable(),
  price: jsonMoney,
  productImageId: z.string().nullable(),
  stockQty: z.number().int().nullable(),
  /** A fraction: 0.15 is 15 %. */
  specificVat: z.number().nullable(),
  isDigital: z.boolean(),
});

/** What is counted, in both languages; null for pieces. */
export const unitModel = z.object({ ar: z.string(), en: z.string() }).nullable();

export const orderLine = z.object({
  product: orderLineProduct,
  /** With at most three decimals. */
  qty: z.number(),
  unit: unitModel,
  /** Net of VAT, per unit, the service fee included. */
  soldPrice: jsonMoney,
  /** All units, net of VAT, before the discount: the lines' add up to `subTotal`. */
  lineTotal: jsonMoney,
  /** A fraction; null when no VAT was applied. */
  appliedVat: z.number().nullable(),
  soldImageId: z.string().nullable(),
});

/** Why no VAT is charged: the tax authority's code and its words. */
const vatReason = z.object({
  code: z.enum(Object.keys(vatExemptions) as [VatExemption, ...VatExemption[]]),
  ar: z.string(),
  en: z.string(),
});

/** What an order's lines of one VAT rate (and one reason) come to, after the discount. */
export const vatLine = z.object({
  /** A fraction: 0.15 is 15 %. */
  rate: z.number(),
  taxable: jsonMoney,
  vat: jsonMoney,
  /** Only of a rate of zero. */
  exemption: vatReason.nullable(),
});

export const merchantModel = z.object({
  id: z.number().int(),
  username: z.string(),
  storeUsername: z.string(),
  shopName: z.string(),
  email: z.string(),
  phone: z.string(),
  vatNumber: z.string().nullable(),
  logoImageUrl: z.string().nullable(),
  /** Of a test world (docs/decisions/0105); left out elsewhere. */
  isTest: z.literal(true).optional(),
});

export const merchantContactModel = z.object({
  city: z.string().nullable(),
  address1: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

/** Who sells by law; what the merchant has not given is null. */
export const sellerModel = z.object({
  legalName: z.string().nullable(),
  legalNameEn: z.string().nullable(),
  /** Where it is registered, in English: for English pages, and only where that is in the city of its contact. */
  addressEn: z.string().nullable(),
  /** The scheme is the tax authority's: CRN is a commercial registration. */
  registration: z.object({ scheme: z.string(), value: z.string() }).nullable(),
  /** E.164 */
  whatsapp: z.string().nullable(),
  /** The shop's own rules of returning what was bought. */
  returnsUrl: z.string().nullable(),
});

export const clientModel = z.object({
  id: z.number().int(),
  name: z.string().nullable(),
  mobile: z.string().nullable(),
  countryCode: z.string().nullable(),
});

/** Which methods the order allows (Spec 3), one flag per name in merchants' lists. */
export const allowedFlags = Object.fromEntries(flags.map((flag) => [flag, z.boolean()])) as {
  readonly [Flag in AllowedFlag]: z.ZodBoolean;
};

export const orderPageModel = z.object({
  order: z.object({
    orderNumber: z.string(),
    orderStatus: z.enum(orderStatuses),
    amount: jsonMoney,
    currencyName: z.string(),
    /** A fraction: 0.15 is 15 %. */
    vat: z.number(),
    note: z.string().nullable(),
    /** What the buyer answered to the questions of a product link; left out where there is nothing. */
    answers: z.array(answer).optional(),
    serviceFees: jsonMoney,
    /** RFC 3339, UTC. */
    createDate: z.string(),
    products: z.array(orderLine),
    validatedClient: z.boolean(),
    clientEmailSignature: z.string().nullable(),
  }),
  serverUrl: z.string(),
  webUrl: z.string(),
  merchant: merchantModel,
  merchantContact: merchantContactModel.nullable(),
  seller: sellerModel,
  client: clientModel.nullable(),
  /** FIXED: an amount. PERCENTAGE: a percent such as 10. */
  discount: z.number().nullable(),
  discountType: z.enum(["FIXED", "PERCENTAGE"]).nullable(),
  /** What the discount takes off, as an amount. */
  discountAmount: jsonMoney,
  subTotal: jsonMoney,
  /** The VAT amount. */
  vat: jsonMoney,
  /** One for each rate that the lines carry: an order of two rates has no one rate (`order.vat` is an average). */
  vatLines: z.array(vatLine),
  /** Percent. */
  commissionRate: z.number(),
  paidDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
  /** A day in Riyadh, "2030-01-31": paying is not refused after it. */
  dueDate: z.string().nullable(),
  /** It has expired, by the clock of the server. */
  isTimeOver: z.boolean(),
  callbackUrl: z.string().nullable(),
  cancelUrl: z.string().nullable(),
  orderNumber: z.string(),
  externalOrderNumber: z.string().nullable(),
  transactionId: z.string(),
  signature: z.string(),
  total: jsonMoney,
  /** How much of it the merchant has given back. */
  refundedTotal: jsonMoney,
  foreignCurrencyCode: z.string().nullable(),
  foreignCurrencyValue: z.number().nullable(),
  isApiOrder: z.boolean(),
  hasAgreement: z.boolean(),
  /** A payment is being checked with its provider: nothing else may be started now (decision S3). */
  isPaymentInProgress: z.boolean(),
  /** Money arrived that the order could not take, such as another amount, or too late: the shop gives it back, and until then nothing else may be paid (decision 0300). */
  hasSurplus: z.boolean(),
  /** The tax invoice of a paid order, then the credit notes of its refunds. */
  taxDocuments: z.array(z.object({ kind: z.enum(taxDocumentKinds), number: z.string() })),
  ...allowedFlags,
});

export type OrderPageModel = z.output<typeof orderPageModel>;
export type OrderLineModel = z.output<typeof orderLine>;
export type VatLineModel = z.output<typeof vatLine>;
export type MerchantModel = z.output<typeof merchantModel>;

export const embeddedStatus = z.object({
  orderPaid: z.boolean(),
  orderTotal: jsonMoney,
  lastPaymentError: z.string().nullable(),
  callbackUrl: z.string().nullable(),
});

export type EmbeddedStatus = z.output<typeof embeddedStatus>;

export const orderCalls = {
  "GET /rest/pay/order/:orderNumber": {
    summary: "The order page model",
    audience: "buyer",
    params: orderNumberParams,
    replies: { 200: orderPageModel },
    problems: ["order_not_found"],
  },
  "GET /web/embeddedJs/:orderNumber": {
    summary: "Whether the order is paid, for scripts on the merchant's page",
    audience: "buyer",
    params: orderNumberParams,
    replies: { 200: embeddedStatus },
    problems: ["order_not_found"],
  },
} as const satisfies CallMap;
