/**
 * The calls of Paylink's merchant API that shops move in with (docs/moving-from-paylink.md). What is asked for is read as
 * its public clients send it: unknown members are ignored, numbers come as their own text (`readJsonOnce`), so that no amount
 * passes through a float. Answers have amounts as decimal texts here and as JSON numbers with both decimals on the wire.
 */
import { z } from "zod";
import { orderRefusalsBut } from "#core/order-status.ts";
import { refusalsOfCancelling } from "#core/status-groups.ts";
import type { CallMap } from "./contract.ts";

/** A text that may be missing: Odoo's plug-in sends `false` for what a buyer has not given, others null or "". */
const maybeText = (most: number) =>
  z
    .union([z.string().max(most), z.null(), z.literal(false)])
    .optional()
    .transform((text) => (typeof text === "string" && text.trim() !== "" ? text : undefined));

/** A JSON number, or the same as text: WooCommerce's plug-in sends "115.00". */
const decimal = z.string().regex(/^-?\d{1,13}(\.\d{1,30})?$/, "must be a number such as 115.00");

const flag = z
  .union([z.boolean(), z.enum(["true", "false"])])
  .nullish()
  .transform((value) => value === true || value === "true");

const product = z.object({
  title: z.string().max(2000),
  price: decimal,
  qty: decimal,
  description: maybeText(100_000),
  isDigital: flag,
  specificVat: z.union([decimal, z.null()]).optional(),
});

export const paylinkOrder = z.object({
  orderNumber: z.string().trim().min(1).max(100),
  amount: decimal,
  callBackUrl: maybeText(2048),
  cancelUrl: maybeText(2048),
  clientName: maybeText(2000),
  clientEmail: maybeText(254),
  clientMobile: maybeText(40),
  currency: maybeText(10),
  note: maybeText(10_000),
  // One less than an invoice of ours: the difference may be a line.
  products: z.array(product).max(999).nullish(),
  // PHP writes a list from which something was taken out as an object.
  supportedCardBrands: z
    .union([
      z.array(z.string()),
      z.record(z.string(), z.string()).transform((brands) => Object.values(brands)),
    ])
    .nullish(),
});

export type PaylinkOrder = z.output<typeof paylinkOrder>;

const written = z.string().regex(/^\d+\.\d\d$/);

export const paylinkInvoice = z.object({
  gatewayOrderRequest: z.object({
    amount: written,
    orderNumber: z.string(),
    callBackUrl: z.string().nullable(),
    clientEmail: z.string().nullable(),
    clientName: z.string().nullable(),
    clientMobile: z.string().nullable(),
    note: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    products: z.array(
      z.object({
        title: z.string(),
        price: written,
        qty: z.number(),
        description: z.string().nullable(),
        isDigital: z.boolean(),
        imageSrc: z.null(),
        specificVat: written.nullable(),
        productCost: z.null(),
      }),
    ),
    supportedCardBrands: z.array(z.string()),
    currency: z.string(),
    smsMessage: z.null(),
    displayPending: z.boolean(),
    receivers: z.null(),
    partnerPortion: z.null(),
    metadata: z.null(),
  }),
  amount: written,
  transactionNo: z.string(),
  orderStatus: z.enum(["Pending", "Paid", "Canceled"]),
  paymentErrors: z
    .array(
      z.object({
        errorCode: z.string(),
        errorTitle: z.string(),
        errorMessage: z.string(),
        errorTime: z.string(),
      }),
    )
    .nullable(),
  url: z.string(),
  qrUrl: z.string(),
  mobileUrl: z.string(),
  checkUrl: z.string(),
  success: z.literal(true),
  digitalOrder: z.boolean(),
  foreignCurrencyRate: z.null(),
  paymentReceipt: z
    .object({
      receiptUrl: z.string(),
      passcode: z.string(),
      paymentMethod: z.string(),
      paymentDate: z.string(),
      bankCardNumber: z.string().nullable(),
    })
    .nullable(),
  metadata: z.null(),
});

export type PaylinkInvoice = z.output<typeof paylinkInvoice>;

const ofTokens = ["unauthorized", "scope_missing"] as const;

/** In no OpenAPI document: the form is another company's, and its own documentation describes it. */
export const paylinkCalls = {
  "POST /api/auth": {
    summary: "Exchange an API key for a token",
    audience: "internal",
    body: z.object({ apiId: z.string().max(200), secretKey: z.string().max(200), persistToken: flag }),
    replies: { 200: z.object({ id_token: z.string() }) },
    problems: ["unauthorized"],
  },
  "POST /api/addInvoice": {
    summary: "Issue an invoice",
    audience: "internal",
    body: paylinkOrder,
    replies: { 200: paylinkInvoice },
    problems: [
      ...ofTokens,
      "shop_not_approved",
      "seller_incomplete",
      "url_not_allowed",
      "standard_required",
      "tax_document_refused",
      "zero_total",
      "amount_too_large",
      ...orderRefusalsBut("order_cancelled"),
      "payment_in_progress",
    ],
  },
  "GET /api/getInvoice/:transactionNo": {
    summary: "Read an invoice",
    audience: "internal",
    params: z.object({ transactionNo: z.string() }),
    replies: { 200: paylinkInvoice },
    problems: [...ofTokens, "order_not_found"],
  },
  "POST /api/cancelInvoice": {
    summary: "Cancel an unpaid invoice; again does nothing",
    audience: "internal",
    body: z.object({ transactionNo: z.string().max(40) }),
    // The text, not the word: the clients for PHP, Laravel, Python and Flutter compare with it.
    replies: { 200: z.object({ success: z.literal("true") }) },
    problems: [...ofTokens, "order_not_found", ...refusalsOfCancelling, "payment_in_progress"],
  },
} as const satisfies CallMap;
