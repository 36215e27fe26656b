/** QR codes of addresses that buyers pay at, for a merchant to print or to show (decision K17). */
import { z } from "zod";
import { orderRefusals } from "#core/order-status.ts";
import type { CallMap } from "./contract.ts";
import { invoiceParams } from "./invoices.ts";
import { linkParams } from "./product-links.ts";

const payCodeQuery = z.strictObject({
  format: z
    .enum(["png", "svg"])
    .optional()
    .meta({ description: "png when left out; svg stays sharp at any size." }),
  size: z.coerce.number().int().min(128).max(2048).optional().meta({
    description: "Width and height in pixels, the white edge that scanners need included; 512 when left out.",
  }),
  lang: z
    .enum(["ar", "en"])
    .optional()
    .meta({ description: "Language that the page opens in; the buyer's own when left out." }),
});

/** Of papers: the language that leads, and the size. */
export const paperQuery = z.strictObject({
  lang: z
    .enum(["ar", "en"])
    .optional()
    .meta({ description: "The language that leads; ar when left out. Both are on the paper." }),
  size: z
    .enum(["a4", "80mm"])
    .optional()
    .meta({ description: "A sheet, or the roll of a receipt printer; a4 when left out." }),
});

const picture = z.file().mime(["image/png", "image/svg+xml"]);

export const payCodeCalls = {
  "GET /api/v1/invoices/:orderNumber/qr": {
    summary: "A QR code of the address at which an unpaid invoice is seen and paid",
    audience: "merchant",
    params: invoiceParams,
    query: payCodeQuery,
    replies: { 200: picture },
    problems: ["order_not_found", ...orderRefusals, "link_expired"],
  },
  "GET /api/v1/invoices/:orderNumber/pdf": {
    summary:
      "An unpaid invoice as a PDF with the code to pay it by, to hand over or to attach. It is no tax invoice: that is issued " +
      "when it is paid, and is in taxInvoice.url",
    audience: "merchant",
    params: invoiceParams,
    query: paperQuery,
    replies: { 200: z.file().mime(["application/pdf"]) },
    problems: ["order_not_found", ...orderRefusals, "link_expired"],
  },
  "GET /api/v1/product-links/:linkIdentity/qr": {
    summary: "A QR code of a product link's address",
    audience: "merchant",
    params: linkParams,
    query: payCodeQuery,
    replies: { 200: picture },
  },
} as const satisfies CallMap;

export type PayCodeQuery = z.output<typeof payCodeQuery>;
