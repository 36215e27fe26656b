/** Files and images by GET (Spec 7): addresses for links and `<img>`, so their answers are bytes, not JSON. */
import { z } from "zod";
import { linkIdentityParams, orderNumberParams } from "./common.ts";
import type { CallMap } from "./contract.ts";

const picture = z.file().mime(["image/png", "image/jpeg"]);
const jpeg = z.file().mime("image/jpeg");
const png = z.file().mime("image/png");
const pdf = z.file().mime("application/pdf");

/** Ids are judged by the handler: whatever cannot be one gets the same answer as one that does not exist. */
const id = z.string().min(1).max(64);

/** The picture that the page was given: when it is still the current one, the answer may be cached permanently. */
const version = z.object({ v: z.string().max(64).optional() });

/** Which language of a bilingual document comes first. */
const language = z.object({ lang: z.string().max(8).optional() });
const languageAndSize = language.extend({ size: z.string().max(8).optional() });

const documentParams = z.object({
  merchantId: id,
  /** The client's id modulo 100000000, padded to 8 digits (Spec 9); zeros for an order without a client. */
  clientId: id,
  orderNumber: orderNumberParams.shape.orderNumber,
});

export const fileCalls = {
  "GET /openApi/loadMerchantImage/:merchantId": {
    summary: "The merchant's logo",
    audience: "buyer",
    params: z.object({ merchantId: id }),
    query: version,
    replies: { 200: picture },
  },
  "GET /openApi/loadMerchantImage/:merchantId/300/300": {
    summary: "The merchant's logo within 300 x 300 pixels",
    audience: "buyer",
    params: z.object({ merchantId: id }),
    query: version,
    replies: { 200: picture },
  },
  "GET /openApi/loadMerchantImage/:merchantId/100/100": {
    summary: "The merchant's logo within 100 x 100 pixels",
    audience: "buyer",
    params: z.object({ merchantId: id }),
    query: version,
    replies: { 200: picture },
  },
  "GET /openApi/loadMerchantImage/o/:orderNumber": {
    summary: "The logo of an order's merchant within 300 x 300 pixels",
    audience: "buyer",
    params: orderNumberParams,
    query: version,
    replies: { 200: picture },
  },
  "GET /openApi/loadMerchantImage/l/:linkIdentity": {
    summary: "The logo of a product link's merchant within 300 x 300 pixels",
    audience: "buyer",
    params: linkIdentityParams,
    query: version,
    replies: { 200: picture },
  },
  "GET /openApi/loadPreviewImage/o/:orderNumber": {
    summary:
      "The picture that messengers show of an invoice's link, 1200 x 630; nothing of the buyer is on it",
    audience: "buyer",
    params: orderNumberParams,
    replies: { 200: jpeg },
  },
  "GET /openApi/loadPreviewImage/l/:linkIdentity": {
    summary: "The picture that messengers show of a product link, 1200 x 630",
    audience: "buyer",
    params: linkIdentityParams,
    replies: { 200: jpeg },
  },
  "GET /openApi/downloadSoldProductImageBytes/:id": {
    summary: "The picture of a product as it was when it was sold",
    audience: "buyer",
    params: z.object({ id }),
    query: z.object({ size: z.enum(["100", "300"]).optional() }),
    replies: { 200: picture },
  },
  "GET /openApi/downloadProductThumbnailImageBytes/:productId": {
    summary: "A product's picture within 300 x 300 pixels",
    audience: "buyer",
    params: z.object({ productId: id }),
    query: version,
    replies: { 200: picture },
  },
  "GET /openApi/downloadProductImageBytes/:productId": {
    summary: "A product's picture",
    audience: "buyer",
    params: z.object({ productId: id }),
    query: version,
    replies: { 200: picture },
  },
  "GET /openApi/loadInvoiceQRCode/:orderNumber": {
    summary: "The QR code of a settled order: the tax QR code, or the address of the invoice (PNG)",
    audience: "buyer",
    params: orderNumberParams,
    replies: { 200: png },
    problems: ["order_not_found"],
  },
  "GET /openApi/loadPaymentQRCode/:orderNumber": {
    summary:
      "A QR code of the address of an open order's payment page, for a phone to scan from another screen (PNG)",
    audience: "buyer",
    params: orderNumberParams,
    replies: { 200: png },
    problems: ["order_not_found"],
  },
  "GET /openApi/getPdfReceipt/:merchantId/:clientId/:orderNumber": {
    summary: "The receipt of a paid order (PDF), on A4 or on an 80 mm roll",
    audience: "buyer",
    params: documentParams,
    query: languageAndSize,
    leadsTo: "A page to print, where this server makes no PDF files.",
    replies: { 200: pdf },
    problems: ["order_not_found", "overloaded"],
  },
  "GET /openApi/getVatInvoice/:merchantId/:clientId/:orderNumber": {
    summary:
      "The tax invoice of a paid order (PDF), on A4; a simplified one also on an 80 mm roll (size=80mm)",
    audience: "buyer",
    params: documentParams,
    query: languageAndSize,
    leadsTo: "A page to print, where this server makes no PDF files.",
    replies: { 200: pdf },
    problems: ["order_not_found", "overloaded"],
  },
  "GET /openApi/getCreditNote/:merchantId/:clientId/:orderNumber/:number": {
    summary: "The credit note of a refund (PDF), by its number",
    audience: "buyer",
    params: documentParams.extend({ number: id }),
    query: languageAndSize,
    leadsTo: "A page to print, where this server makes no PDF files.",
    replies: { 200: pdf },
    problems: ["order_not_found", "overloaded"],
  },
  "GET /openApi/getDebitNote/:merchantId/:clientId/:orderNumber/:number": {
    summary: "A debit note (PDF), by its number",
    audience: "buyer",
    params: documentParams.extend({ number: id }),
    query: languageAndSize,
    leadsTo: "A page to print, where this server makes no PDF files.",
    replies: { 200: pdf },
    problems: ["order_not_found", "overloaded"],
  },
  "GET /web/getDesktopOrderFile/:orderNumber": {
    summary: "The terms of sale that the buyer accepts (PDF)",
    audience: "buyer",
    params: orderNumberParams,
    query: language,
    replies: { 200: pdf },
    problems: ["order_not_found", "overloaded"],
  },
} as const satisfies CallMap;
