/** Theme, card settings and page settings (Spec 3 and 7; path of the card settings: decision N2). */
import { z } from "zod";
import { linkIdentityParams, orderNumberParams } from "./common.ts";
import type { CallMap } from "./contract.ts";

/** Every value is optional: the page starts from its defaults and takes what is truthy (Spec 3). */
export const themeModel = z.object({
  primaryColor: z.string().optional(),
  primaryLightColor: z.string().optional(),
  primaryHoverColor: z.string().optional(),
  secondaryColor: z.string().optional(),
  showLogo: z.enum(["wasl", "merchant"]).optional(),
  showPaymentMethods: z.boolean().optional(),
  hideClientAddress: z.boolean().optional(),
  hideInvoiceSummery: z.boolean().optional(),
  hideVatInvoice: z.boolean().optional(),
  currencyStyle: z.enum(["sign", "letters"]).optional(),
  hijriDates: z.boolean().optional(),
  digits: z.enum(["latin", "arabic"]).optional(),
  showAmountInPreview: z.boolean().optional(),
  defaultLanguage: z.enum(["ar", "en"]).optional(),
  textColor: z.string().optional(),
  buttonHoverTextColor: z.string().optional(),
  backgroundColor: z.string().optional(),
  foregroundColor: z.string().optional(),
  progressModalBackground: z.string().optional(),
  fontUrl: z.string().nullish(),
  fontFamily: z.string().nullish(),
  titlePanelBackground: z.string().optional(),
  paymentFormBackground: z.string().optional(),
  buttonTextColor: z.string().optional(),
  paymentDeclineColor: z.string().optional(),
  paymentApprovedColor: z.string().optional(),
  invoiceHeaderTextColor: z.string().optional(),
});

export type ThemeModel = z.output<typeof themeModel>;

export const cardSettings = z.object({
  sessionFormUrl: z.string(),
  amexSessionFormUrl: z.string(),
  directApi: z.boolean(),
});

export type CardSettings = z.output<typeof cardSettings>;

export const settingsCalls = {
  "GET /rest/pay/theme/o/:orderNumber": {
    summary: "The merchant's theme, by order; an unknown order gets the default theme",
    audience: "buyer",
    params: orderNumberParams,
    replies: { 200: themeModel },
  },
  "GET /rest/pay/theme/l/:linkIdentity": {
    summary: "The merchant's theme, by product link; an unknown link gets the default theme",
    audience: "buyer",
    params: linkIdentityParams,
    replies: { 200: themeModel },
  },
  "GET /rest/pay/cardSettings/:orderNumber": {
    summary: "Addresses of the hosted card fields and whether the page takes card data itself",
    audience: "buyer",
    params: orderNumberParams,
    replies: { 200: cardSettings },
    problems: ["order_not_found"],
  },
  "GET /rest/pay/settings": {
    summary: "Address of the hosted card fields",
    audience: "buyer",
    query: z.object({ orderNumber: z.string().max(40).optional() }),
    replies: { 200: z.object({ sessionFormUrl: z.string() }) },
  },
  "GET /rest/pay/terms": {
    summary: "The terms of sale, in both languages",
    audience: "buyer",
    replies: { 200: z.object({ ar: z.array(z.string()), en: z.array(z.string()) }) },
  },
  "GET /rest/pay/wasl-subscriptions": {
    summary: "Payment methods that this installation offers",
    audience: "buyer",
    replies: { 200: z.object({ methods: z.array(z.string()) }) },
  },
} as const satisfies CallMap;
