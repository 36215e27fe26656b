/** How lists of invoices are narrowed down. */
import { z } from "zod";
import { orderStatuses } from "#core/order-status.ts";
import { instant } from "./merchant-common.ts";

export const invoiceStatus = z.enum(orderStatuses).meta({
  id: "InvoiceStatus",
  description:
    "CREATED and PENDING can be paid (PENDING: a payment was tried). PAID, PAID_LINK (made from a product link), " +
    "COMPLETED_INVOICE and COMPLETED_ORDER (marked as fulfilled) are paid. CANCELLED and REFUNDED are final.",
});

/** An instant in an address, where an unescaped plus arrives as a space. */
const instantInAddress = z.preprocess(
  (text) => (typeof text === "string" ? text.replace(" ", "+") : text),
  instant,
);

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
  mobile: z
    .string()
    .max(40)
    .optional()
    .meta({
      description:
        "Of the client that you named or of whoever tried to pay, in any writing: 0551234567, +966 55 123 4567, " +
        "٠٥٥١٢٣٤٥٦٧. Saudi unless it has a dial code.",
    }),
};
