/** The merchant's own account in the merchant API: who the shop is, where its buyers may be sent, who may frame it. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { percent } from "./merchant-common.ts";

const list = (item: z.ZodString, description: string, example: string) =>
  z
    .array(item)
    .max(50)
    .meta({ description, examples: [[example]] });

const redirectHosts = list(
  z.string().max(300),
  "Hosts that callbackUrl and cancelUrl may point at, exactly; replaces the list.",
  "shop.example.sa",
);
const frameOrigins = list(
  z.string().max(300),
  "Origins of the pages that may show the payment frame; replaces the list.",
  "https://shop.example.sa",
);
const allowedCountries = z
  .array(z.string().max(2))
  .min(1)
  .max(250)
  .nullable()
  .meta({
    description: "ISO 3166 codes of the countries that buyers may pay from; null: all.",
    examples: [["SA"]],
  });

const contact = z.object({
  city: z.string().max(200).nullable(),
  address1: z
    .string()
    .max(600)
    .nullable()
    .meta({ description: "Building, street, district and postal code." }),
  email: z.string().max(254).nullable(),
  phone: z.string().max(40).nullable(),
  commercialRegistration: z.string().max(20).nullable().meta({ description: "10 digits." }),
});

/** What a merchant may change by itself. The commission, and whether the account is open, are the operator's. */
export const merchantChanges = z
  .strictObject({
    shopName: z.string().max(400).optional().meta({ description: "As buyers see it." }),
    legalName: z
      .string()
      .max(400)
      .nullable()
      .optional()
      .meta({ description: "On tax invoices, where it is not the shop's name." }),
    email: z.string().max(254).optional(),
    phone: z.string().max(40).optional(),
    vatNumber: z
      .string()
      .max(40)
      .nullable()
      .optional()
      .meta({ description: "15 digits that begin and end with 3; null: no VAT is charged." }),
    allowedCountries: allowedCountries.optional(),
    redirectHosts: redirectHosts.optional(),
    frameOrigins: frameOrigins.optional(),
    contact: z
      .strictObject(contact.partial().shape)
      .optional()
      .meta({ description: "How to reach the shop, and what tax invoices must show; replaced as a whole." }),
  })
  .meta({
    id: "MerchantChanges",
    description: "What is left out stays; null takes away.",
    examples: [{ redirectHosts: ["shop.example.sa"], allowedCountries: ["SA", "AE"] }],
  });

export type MerchantChanges = z.output<typeof merchantChanges>;

export const merchantModel = z
  .object({
    username: z.string(),
    shopName: z.string(),
    legalName: z.string().nullable(),
    email: z.string(),
    phone: z.string(),
    vatNumber: z.string().nullable(),
    commissionRate: percent,
    allowedCountries: z.array(z.string()).nullable(),
    redirectHosts: z.array(z.string()),
    frameOrigins: z.array(z.string()),
    contact,
    isActive: z.boolean(),
  })
  .meta({ id: "Merchant" });

export type MerchantModel = z.output<typeof merchantModel>;

export const merchantCalls = {
  "GET /api/v1/merchant": {
    summary: "Read your own account: who the key belongs to",
    audience: "merchant",
    replies: { 200: merchantModel },
  },
  "PATCH /api/v1/merchant": {
    summary: "Change your own account",
    audience: "merchant",
    body: merchantChanges,
    replies: { 200: merchantModel },
  },
} as const satisfies CallMap;
