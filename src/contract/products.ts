/** Products of the merchant API: what product links sell, with their stock. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { digitalContent, newDigitalContent } from "./digital-goods.ts";
import { imageId } from "./images.ts";
import { amount, currency, instant, listOf, pageQuery, percent, unitCode } from "./merchant-common.ts";
import { vatExemption } from "./new-invoice.ts";

const title = z.string().min(1).max(200);
const description = z.string().max(2000).nullable();
const price = amount.meta({
  description:
    "Of one piece, or other unit, in SAR; more than zero. Without VAT, or with it where priceIncludesVat is true.",
});
const priceIncludesVat = z.boolean().meta({
  description:
    "price is what its buyer pays for one piece, VAT inside; a FIXED coupon takes off as much of it. Otherwise VAT comes on top.",
});
const image = imageId.nullable().meta({ description: "null: the placeholder." });
const stockQty = z
  .int()
  .min(0)
  .max(1_000_000)
  .nullable()
  .meta({
    description:
      "How many can still be ordered, without those that open orders hold; null: stock is not counted. Setting it " +
      "says how many are free now.",
  });
const unit = unitCode.meta({ description: "What price and stock count; PCE is the piece." });
const vatRate = percent
  .nullable()
  .meta({ description: "The product's own VAT rate; null: the product link's." });
const exemption = vatExemption.nullable().meta({
  description: "Why vatRate is 0: required with it when you have a VAT number, else not allowed.",
});
const isDigital = z
  .boolean()
  .meta({ description: "Delivered by e-mail: the buyer confirms an e-mail address before paying." });

const content = newDigitalContent
  .nullable()
  .meta({ description: "What is delivered; orders that were made keep what they had. null: nothing." });

export const newProduct = z
  .strictObject({
    title,
    description: description.optional(),
    price,
    priceIncludesVat: priceIncludesVat.optional(),
    imageId: image.optional(),
    stockQty: stockQty.optional(),
    unit: unit.optional(),
    vatRate: vatRate.optional(),
    vatExemption: exemption.optional(),
    isDigital: isDigital.optional(),
    digitalContent: content.optional(),
  })
  .meta({
    id: "NewProduct",
    examples: [{ title: "صندوق تمر سكري", description: "1 kg", price: "85.00", stockQty: 40 }],
  });

export type NewProduct = z.output<typeof newProduct>;

export const productChanges = z
  .strictObject({
    title: title.optional(),
    description: description.optional(),
    price: price.optional(),
    priceIncludesVat: priceIncludesVat.optional(),
    imageId: image.optional(),
    stockQty: stockQty.optional(),
    unit: unit.optional(),
    vatRate: vatRate.optional(),
    vatExemption: exemption.optional(),
    isDigital: isDigital.optional(),
    digitalContent: content.optional(),
    isArchived: z
      .boolean()
      .optional()
      .meta({ description: "An archived product is not sold: its links are not found." }),
  })
  .meta({
    id: "ProductChanges",
    description:
      "What is left out stays. Buyers who saw another price are notified before they order (409 price_changed).",
    examples: [{ price: "79.00", stockQty: 25 }],
  });

export type ProductChanges = z.output<typeof productChanges>;

export const product = z
  .object({
    id: z.int(),
    title: z.string(),
    description: z.string().nullable(),
    price: amount,
    priceIncludesVat: z.boolean(),
    currency,
    imageId: imageId.nullable(),
    stockQty: z.int().nullable().meta({ description: "Free now; null: not counted." }),
    unit: unitCode,
    heldQty: z.int().meta({ description: "Held by open orders." }),
    vatRate: percent.nullable(),
    vatExemption: vatExemption.nullable(),
    isDigital: z.boolean(),
    digitalContent: digitalContent.nullable(),
    isArchived: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: "Product" });

export type Product = z.output<typeof product>;

/** Any text: whatever is not the id of an own product gets the same 404. */
const productParams = z.object({ productId: z.string() });

export const productsCalls = {
  "POST /api/v1/products": {
    summary: "Create a product",
    audience: "merchant",
    body: newProduct,
    replies: { 201: product },
  },
  "GET /api/v1/products": {
    summary: "List products, newest first",
    audience: "merchant",
    query: z.strictObject({
      isArchived: z
        .enum(["true", "false"])
        .optional()
        .meta({ description: "Only these; all when left out." }),
      title: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({ description: "With each of these words in the title, or how they begin, in any spelling." }),
      ...pageQuery,
    }),
    replies: { 200: listOf(product) },
  },
  "GET /api/v1/products/:productId": {
    summary: "Read a product",
    audience: "merchant",
    isTagged: true,
    params: productParams,
    replies: { 200: product },
    problems: ["product_not_found"],
  },
  "PATCH /api/v1/products/:productId": {
    summary:
      "Change a product: its price, its stock, or archive it; with If-Match, only while it is as you have read it",
    audience: "merchant",
    isTagged: true,
    params: productParams,
    body: productChanges,
    replies: { 200: product },
    problems: ["precondition_failed", "product_not_found"],
  },
} as const satisfies CallMap;
