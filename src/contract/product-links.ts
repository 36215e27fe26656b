/** Product links of the merchant API: an address at which buyers order one product. */

import { z } from "zod";
import { mostSuggestedAmounts } from "#core/pricing/buyer-amount.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { shownAgreement, statedAgreement } from "./agreements.ts";
import { askedField, askedFields } from "./asked-fields.ts";
import type { CallMap } from "./contract.ts";
import { imageId } from "./images.ts";
import { amount, currency, instant, listOf, pageQuery, percent, sentInstant } from "./merchant-common.ts";
import { allowedMethod, returnUrl } from "./new-invoice.ts";

const quantity = z.int().min(1).max(999).meta({ description: "The quantity that the page starts with." });
const vatRate = percent.meta({
  description: "VAT of a product without a rate of its own. None is charged without a VAT number.",
});
const clientPaysFees = z
  .boolean()
  .meta({ description: "The commission of your account is added to the price." });
const allowedMethods = z.array(allowedMethod).min(1).max(allowedMethodNames.length);
const holdMinutes = z
  .int()
  .min(5)
  .max(10_080)
  .meta({
    description:
      "How long an order holds stock and coupon while it is not paid; then it is cancelled. Bills and transfers need " +
      "more than the usual 30 minutes.",
  });

const maxPayments = z
  .int()
  .min(1)
  .max(10_000)
  .meta({
    description:
      "So many orders and no more: paid ones, and those that still hold a place while they are not paid. Then the page says that it is " +
      "sold out.",
  });

const bounds = {
  least: amount.meta({ description: "More than zero." }),
  most: amount.meta({ description: "At least as much as least." }),
};
const suggested = z
  .array(amount)
  .max(mostSuggestedAmounts)
  .meta({ description: "Buttons beside the field, in this order; each within the bounds." });

const newBuyerAmount = z.strictObject({ ...bounds, suggested: suggested.optional() }).meta({
  id: "NewBuyerAmount",
  description:
    "The buyer chooses what to pay, instead of the product's price: for donations, top-ups, what is owed. In SAR, with VAT " +
    "inside; the rate is that of the product or the link. One piece to an order, and no coupons.",
  examples: [{ least: "10.00", most: "5000.00", suggested: ["50.00", "100.00", "500.00"] }],
});

export type NewBuyerAmount = z.output<typeof newBuyerAmount>;

const buyerAmount = z.object({ ...bounds, suggested }).meta({ id: "BuyerAmount" });

export type BuyerAmount = z.output<typeof buyerAmount>;

export const newProductLink = z
  .strictObject({
    productId: z.int().min(1),
    quantity: quantity.optional(),
    vatRate: vatRate.optional(),
    clientPaysFees: clientPaysFees.optional(),
    allowedMethods: allowedMethods
      .optional()
      .meta({ description: "Methods offered to the buyer; every supported one when left out." }),
    callbackUrl: returnUrl.optional().meta({
      description:
        "Where the buyer is sent after paying; http(s), on a host registered for you. The order's number, status and a " +
        "signature are added to it (docs/return-address.md).",
    }),
    cancelUrl: returnUrl.optional().meta({ description: "Where Cancel leads; like callbackUrl." }),
    agreement: statedAgreement.nullable().optional().meta({
      description:
        "Terms of sale that the buyer must accept before paying. Left out: your standard version, where you have one; null: none.",
    }),
    holdMinutes: holdMinutes.optional(),
    maxPayments: maxPayments.optional(),
    buyerAmount: newBuyerAmount.optional(),
    askedFields: askedFields.optional(),
    expiresAt: sentInstant.optional().meta({ description: "From then on, nothing is sold; in the future." }),
  })
  .meta({
    id: "NewProductLink",
    examples: [{ productId: 17, quantity: 1, holdMinutes: 60, expiresAt: "2030-01-31T20:59:59Z" }],
  });

export type NewProductLink = z.output<typeof newProductLink>;

export const productLinkChanges = z
  .strictObject({
    quantity: quantity.optional(),
    vatRate: vatRate.optional(),
    clientPaysFees: clientPaysFees.optional(),
    allowedMethods: allowedMethods.optional(),
    callbackUrl: returnUrl.nullable().optional(),
    cancelUrl: returnUrl.nullable().optional(),
    agreement: statedAgreement.nullable().optional(),
    holdMinutes: holdMinutes.optional(),
    maxPayments: maxPayments.nullable().optional(),
    buyerAmount: newBuyerAmount.nullable().optional(),
    askedFields: askedFields.optional(),
    isActive: z.boolean().optional().meta({ description: "false: the link is not found." }),
    expiresAt: sentInstant.nullable().optional(),
  })
  .meta({
    id: "ProductLinkChanges",
    description: "What is left out stays; null takes away. Orders that were made are not changed.",
    examples: [{ isActive: false }],
  });

export type ProductLinkChanges = z.output<typeof productLinkChanges>;

const linkProduct = z
  .object({
    title: z.string(),
    imageId: imageId.nullable(),
    stockQty: z.int().nullable().meta({ description: "Free now; null: not counted." }),
    isArchived: z.boolean().meta({ description: "true: the link is not found, whatever its own state." }),
  })
  .meta({ description: "What is sold, as the product is now." });

const sales = z
  .object({
    orders: z.int().meta({ description: "Orders of the link that were paid, also those given back since." }),
    paid: amount.meta({ description: "What they brought, with VAT." }),
    refunded: amount.meta({ description: "What was given back of it." }),
  })
  .meta({ id: "LinkSales", description: "Since the link was made." });

export const productLink = z
  .object({
    linkIdentity: z.string().meta({ description: "12 characters.", examples: ["7Q2M4X9KD3RT"] }),
    url: z.string().meta({ description: "The page, to be given to buyers." }),
    productId: z.int(),
    product: linkProduct,
    currency,
    unitTotal: amount.nullable().meta({
      description:
        "What one piece costs its buyer now: with VAT, and with the service fee where clientPaysFees is true; null for more " +
        "than can be paid at once, and where the buyer chooses.",
    }),
    buyerAmount: buyerAmount
      .nullable()
      .meta({ description: "null: the product has its price, which the buyer pays." }),
    askedFields: z.array(askedField),
    sales,
    quantity: z.int(),
    vatRate: percent,
    clientPaysFees: z.boolean(),
    allowedMethods: z.array(allowedMethod),
    callbackUrl: z.string().nullable(),
    cancelUrl: z.string().nullable(),
    agreement: shownAgreement.nullable(),
    holdMinutes: z.int(),
    maxPayments: z.int().nullable().meta({ description: "null: as many as there is stock." }),
    paymentsLeft: z
      .int()
      .nullable()
      .meta({ description: "How many are still free; null without a maximum." }),
    isActive: z.boolean(),
    expiresAt: instant.nullable(),
    createdAt: instant,
  })
  .meta({ id: "ProductLink" });

export type ProductLink = z.output<typeof productLink>;

/** Any text: whatever is not the identity of an own link gets the same 404. */
export const linkParams = z.object({ linkIdentity: z.string() });

export const newPrefill = z
  .strictObject({
    name: z.string().min(1).max(100).optional(),
    mobile: z.string().min(1).max(40).optional(),
    countryCode: z
      .string()
      .regex(/^[A-Za-z]{2}$/)
      .optional()
      .meta({ description: "Of the mobile; SA when left out." }),
    quantity: quantity.optional(),
    amount: amount.optional().meta({
      description: "What the field begins with, of a link whose buyer chooses; within its bounds.",
    }),
    couponCode: z.string().min(1).max(40).optional(),
    externalOrderNumber: z.string().min(1).max(100).optional().meta({
      description: "Your own number; the order that the buyer makes has it, and they cannot change it.",
    }),
    expiresAt: sentInstant
      .optional()
      .meta({ description: "From then on the page opens empty; in the future." }),
  })
  .meta({
    id: "NewPrefill",
    examples: [{ name: "نورة العتيبي", mobile: "0551234567", quantity: 2, externalOrderNumber: "NK-1001" }],
  });

export type NewPrefill = z.output<typeof newPrefill>;

const prefilled = z
  .object({
    url: z.string().meta({
      description:
        "The link's page with the buyer's fields filled in. Sealed: no buyer reads or changes what is in it.",
    }),
  })
  .meta({ id: "PrefilledLink" });

export const productLinksCalls = {
  "POST /api/v1/product-links/:linkIdentity/prefill": {
    summary:
      "Make the address of a product link for one buyer, with what you know of them filled in; nothing is stored",
    audience: "merchant",
    params: linkParams,
    body: newPrefill,
    replies: { 200: prefilled },
  },
  "POST /api/v1/product-links": {
    summary: "Create a product link",
    audience: "merchant",
    body: newProductLink,
    replies: { 201: productLink },
    problems: ["url_not_allowed", "seller_incomplete"],
  },
  "GET /api/v1/product-links": {
    summary: "List product links, newest first",
    audience: "merchant",
    query: z.strictObject({
      productId: z.coerce.number().int().min(1).optional().meta({ description: "Of this product only." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(productLink) },
  },
  "GET /api/v1/product-links/:linkIdentity": {
    summary: "Read a product link",
    audience: "merchant",
    isTagged: true,
    params: linkParams,
    replies: { 200: productLink },
  },
  "PATCH /api/v1/product-links/:linkIdentity": {
    summary: "Change a product link, or switch it off; with If-Match, only while it is as you have read it",
    audience: "merchant",
    isTagged: true,
    params: linkParams,
    body: productLinkChanges,
    replies: { 200: productLink },
    problems: ["precondition_failed", "url_not_allowed", "seller_incomplete"],
  },
} as const satisfies CallMap;
