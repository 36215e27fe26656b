/** Coupons of the merchant API: codes that lower the price on product pages. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant, listOf, pageQuery, sentInstant } from "./merchant-common.ts";

const discount = z
  .strictObject({
    type: z.enum(["FIXED", "PERCENTAGE"]),
    value: z
      .string()
      .regex(/^\d{1,13}(\.\d{1,3})?$/, "must be a decimal text")
      .meta({
        description:
          "FIXED: an amount in SAR off the price of one piece. PERCENTAGE: a percentage of it, less than 100.",
      }),
  })
  .meta({
    id: "NewCouponDiscount",
    description:
      "Off the price of one piece, before the service fee; before VAT, too, unless the product's price includes it. It must " +
      "leave something to pay.",
    examples: [
      { type: "PERCENTAGE", value: "10" },
      { type: "FIXED", value: "15.00" },
    ],
  });

const limit = z.int().min(1).max(1_000_000);
const usageLimit = limit.meta({ description: "Orders that may use it in all; open orders count." });
const usageLimitPerMobile = limit.meta({ description: "Orders of one mobile that may use it." });

export const newCoupon = z
  .strictObject({
    code: z
      .string()
      .min(3)
      .max(64)
      .meta({
        description:
          "3 to 32 Latin letters, digits, hyphens and underscores; letter case does not count. Any buyer who can guess it " +
          "can use it.",
        examples: ["RAMADAN10"],
      }),
    discount,
    productId: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "Good for this product only; for all of yours when left out." }),
    usageLimit: usageLimit.optional(),
    usageLimitPerMobile: usageLimitPerMobile.optional(),
    startsAt: sentInstant.optional(),
    endsAt: sentInstant.optional().meta({ description: "From then on it is not good; after startsAt." }),
  })
  .meta({
    id: "NewCoupon",
    examples: [
      {
        code: "RAMADAN10",
        discount: { type: "PERCENTAGE", value: "10" },
        usageLimit: 100,
        usageLimitPerMobile: 1,
        endsAt: "2030-01-31T20:59:59Z",
      },
    ],
  });

export type NewCoupon = z.output<typeof newCoupon>;

export const couponChanges = z
  .strictObject({
    discount: discount.optional(),
    usageLimit: usageLimit
      .nullable()
      .optional()
      .meta({ description: "Not below what is used; null: no limit." }),
    usageLimitPerMobile: usageLimitPerMobile.nullable().optional(),
    startsAt: sentInstant.nullable().optional(),
    endsAt: sentInstant.nullable().optional(),
    isActive: z.boolean().optional(),
  })
  .meta({
    id: "CouponChanges",
    description: "What is left out stays; null takes a limit away. Orders that were made keep their price.",
    examples: [{ isActive: false }],
  });

export type CouponChanges = z.output<typeof couponChanges>;

export const coupon = z
  .object({
    id: z.int(),
    code: z.string(),
    discount: z.object({ type: z.enum(["FIXED", "PERCENTAGE"]), value: z.string() }),
    productId: z.int().nullable(),
    usageLimit: z.int().nullable(),
    usageLimitPerMobile: z.int().nullable(),
    usedCount: z.int().meta({ description: "Orders that have used it or hold it while they are open." }),
    startsAt: instant.nullable(),
    endsAt: instant.nullable(),
    isActive: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: "Coupon" });

export type Coupon = z.output<typeof coupon>;

/** Any text: whatever is not the id of an own coupon gets the same 404. */
const couponParams = z.object({ couponId: z.string() });

export const couponCalls = {
  "POST /api/v1/coupons": {
    summary: "Create a coupon",
    audience: "merchant",
    body: newCoupon,
    replies: { 201: coupon },
  },
  "GET /api/v1/coupons": {
    summary: "List coupons, newest first",
    audience: "merchant",
    query: z.strictObject(pageQuery),
    replies: { 200: listOf(coupon) },
  },
  "GET /api/v1/coupons/:couponId": {
    summary: "Read a coupon and how often it was used",
    audience: "merchant",
    isTagged: true,
    params: couponParams,
    replies: { 200: coupon },
  },
  "PATCH /api/v1/coupons/:couponId": {
    summary: "Change a coupon, or switch it off; with If-Match, only while it is as you have read it",
    audience: "merchant",
    isTagged: true,
    params: couponParams,
    body: couponChanges,
    replies: { 200: coupon },
    problems: ["precondition_failed"],
  },
} as const satisfies CallMap;
