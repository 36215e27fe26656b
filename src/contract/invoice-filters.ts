/** How lists of invoices are narrowed down. */
import { z } from "zod";
import { type OrderStatus, orderStatuses } from "#core/order-status.ts";
import { amount, currency, instantInAddress, sentDay } from "./merchant-common.ts";

/** What merchants read of each in the reference. */
const meanings: Readonly<Record<OrderStatus, string>> = {
  CREATED: "can be paid",
  PENDING: "can be paid, and a payment was tried",
  PAID: "paid",
  PAID_LINK: "paid, and made from a product link",
  COMPLETED_INVOICE: "paid, and marked as fulfilled",
  COMPLETED_ORDER: "paid, and marked as fulfilled",
  CANCELLED: "closed unpaid, permanently",
  REFUNDED: "paid once and given back in full, permanently",
};

export const invoiceStatus = z.enum(orderStatuses).meta({
  id: "InvoiceStatus",
  description: `${orderStatuses.map((status) => `${status}: ${meanings[status]}`).join("; ")}.`,
});

export const invoiceFilters = {
  status: z
    .preprocess(
      (given) => [given].flat().flatMap((text) => (typeof text === "string" ? text.split(",") : [text])),
      z.array(invoiceStatus).min(1).max(orderStatuses.length),
    )
    .optional()
    .meta({ description: "One or several: status=PAID&status=PAID_LINK, or with commas between them." }),
  externalOrderNumber: z.string().max(100).optional(),
  paidSince: instantInAddress.optional().meta({
    description: "Paid then or later, last payment first.",
  }),
  updatedSince: instantInAddress.optional().meta({
    description:
      "Changed then or later, oldest change first: ask again from the last updatedAt that you have seen, less a minute, " +
      "and skip what you know. Not together with paidSince.",
  }),
  createdSince: instantInAddress.optional().meta({ description: "Issued then or later." }),
  createdBefore: instantInAddress.optional().meta({ description: "Issued before then." }),
  dueSince: sentDay
    .optional()
    .meta({ description: "Due on this day or later. Filters of due dates list the earliest first." }),
  dueBefore: sentDay.optional().meta({ description: "Due before this day." }),
  overdue: z.literal("true").optional().meta({
    description: "Unpaid, and the due date is past in Riyadh; the longest overdue first.",
  }),
  renewalRequested: z.literal("true").optional().meta({
    description: "Expired and unpaid, and its buyer asks for a fresh link.",
  }),
  returnRequested: z.literal("true").optional().meta({
    description: "Its buyer asks for a return, which waits for your answer.",
  }),
  metadata: z
    .preprocess(
      (given) => (given === undefined ? undefined : [given].flat()),
      z
        .array(z.string().regex(/^[\w.-]{1,40}:[\s\S]{1,500}$/))
        .max(5)
        .optional(),
    )
    .meta({
      description:
        "A name of your metadata and its text, all of it, with a colon between; repeated, all of them.",
      examples: [["shopOrder:6735"]],
    }),
  link: z
    .string()
    .max(40)
    .optional()
    .meta({ description: "Ordered from the product link of this identity." }),
  product: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: "Ordered from any link of the product of this id." }),
  client: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: "For the client of this id, which was named when they were issued." }),
  mobile: z
    .string()
    .max(40)
    .optional()
    .meta({
      description:
        "Of the client that you named or of the buyer who tried to pay, in any writing: 0551234567, +966 55 123 4567, " +
        "٠٥٥١٢٣٤٥٦٧. Saudi unless it has a dial code.",
    }),
  search: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({
      description:
        "Our number or yours, the beginning of the client's name (two letters or more), or a mobile in any writing. " +
        "Everything that the text can stand for is looked for.",
      examples: ["نورة"],
    }),
  total: amount
    .optional()
    .meta({ description: "Exactly this total, in totalCurrency.", examples: ["115.00"] }),
  totalFrom: amount.optional().meta({ description: "This total or more, in totalCurrency." }),
  totalTo: amount.optional().meta({ description: "This total or less, in totalCurrency." }),
  totalCurrency: currency
    .optional()
    .meta({ description: "Of total, totalFrom and totalTo; SAR when left out." }),
};
