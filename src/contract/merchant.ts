/** The merchant's own account in the merchant API: who the shop is, where its buyers may be sent, who may frame it. */
import { z } from "zod";
import { apiKeyScopes } from "#core/api-key-scopes.ts";
import { buyerDataMonths as months } from "#core/buyer-data-months.ts";
import { returnLimits } from "#core/return-request.ts";
import { worlds } from "#core/world.ts";
import type { CallMap } from "./contract.ts";
import { instant, percent } from "./merchant-common.ts";
import { allowedMethod } from "./new-invoice.ts";
import {
  nationalAddress,
  nationalAddressEn,
  newNationalAddress,
  newNationalAddressEn,
  newSellerIdentification,
  sellerFact,
  sellerIdentification,
} from "./parties.ts";

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

const buyerDataMonths = z
  .number()
  .int()
  .min(months.fewest)
  .max(months.most)
  .nullable()
  .meta({
    description:
      "How many months after an order is over its buyer's name, mobile and addresses are erased; null: as the " +
      "installation has it, which may be never.",
    examples: [24],
  });

const returnRequestDays = z
  .number()
  .int()
  .min(returnLimits.fewestDays)
  .max(returnLimits.mostDays)
  .nullable()
  .meta({
    description:
      "So many days after the payment a buyer can ask for a return on the invoice's page; null, as at first: not at all. " +
      "What your law and rules give buyers holds besides.",
    examples: [14],
  });

const paylinkAmounts = z.enum(["add_up", "as_sent"]).meta({
  description:
    "For shops that moved in from Paylink: whether the products of POST /api/addInvoice must come to its amount " +
    "(add_up), or the difference is a line or a discount of its own (as_sent).",
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
  whatsapp: z
    .string()
    .max(40)
    .nullable()
    .meta({ description: "A number with its country, such as +966551234567; buyers may write to it." }),
  returnsUrl: z
    .string()
    .max(500)
    .nullable()
    .meta({ description: "The shop's own rules of returns, https; shown instead of the general terms." }),
  returnsText: z.string().max(10_000).nullable().meta({
    description:
      "The same as a text, for a shop without such a page: buyers read it before the general terms. At most 5,000 letters.",
  }),
  returnsTextEn: z
    .string()
    .max(10_000)
    .nullable()
    .meta({ description: "The same in English; needs the other." }),
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
      .meta({ description: "As registered, in Arabic: on tax invoices, and in their QR codes." }),
    legalNameEn: z
      .string()
      .max(400)
      .nullable()
      .optional()
      .meta({ description: "The same in English; printed beside it." }),
    identification: newSellerIdentification.nullable().optional(),
    nationalAddress: newNationalAddress.nullable().optional(),
    nationalAddressEn: newNationalAddressEn.nullable().optional(),
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
    buyerDataMonths: buyerDataMonths.optional(),
    paylinkAmounts: paylinkAmounts.optional(),
    returnRequestDays: returnRequestDays.optional(),
    contact: z
      .strictObject(contact.partial().shape)
      .optional()
      .meta({ description: "How to reach the shop; replaced as a whole." }),
  })
  .meta({
    id: "MerchantChanges",
    description: "What is left out stays; null takes away.",
    examples: [{ redirectHosts: ["shop.example.sa"], allowedCountries: ["SA", "AE"] }],
  });

export type MerchantChanges = z.output<typeof merchantChanges>;

export const merchantModel = z.object({
  username: z.string(),
  shopName: z.string(),
  legalName: z.string().nullable(),
  legalNameEn: z.string().nullable(),
  identification: sellerIdentification.nullable(),
  nationalAddress: nationalAddress.nullable(),
  nationalAddressEn: nationalAddressEn.nullable(),
  missingFacts: z.array(sellerFact).meta({
    description:
      "What keeps you from issuing invoices (seller_incomplete). Empty without a VAT number, and once all is there.",
  }),
  waitingTaxInvoices: z.int().meta({
    description:
      "Paid invoices whose tax invoice waits for missingFacts, or for your stamping unit where that is held (tax_unit.held); " +
      "issued within minutes of them.",
  }),
  email: z.string(),
  phone: z.string(),
  vatNumber: z.string().nullable(),
  commissionRate: percent,
  allowedCountries: z.array(z.string()).nullable(),
  redirectHosts: z.array(z.string()),
  frameOrigins: z.array(z.string()),
  buyerDataMonths,
  paylinkAmounts,
  returnRequestDays,
  contact,
  isActive: z.boolean(),
});

export type MerchantModel = z.output<typeof merchantModel>;

export const ownMerchant = merchantModel.extend({
  mode: z.enum(["test", "live"]).meta({ description: "test: payments go to simulators or sandboxes." }),
  world: z.enum(worlds).meta({
    description:
      "Which of the shop's two worlds is open: nothing of one is known in the other. In the test world nothing is " +
      "paid with real money, whatever the installation.",
  }),
  methods: z
    .array(allowedMethod)
    .meta({ description: "Payment methods that buyers can pay by here: those with an account." }),
});

export type OwnMerchant = z.output<typeof ownMerchant>;

export const merchantOfKey = ownMerchant
  .extend({
    key: z
      .object({
        id: z.int(),
        name: z.string(),
        prefix: z.string(),
        scopes: z.array(z.enum(apiKeyScopes)),
        expiresAt: instant.nullable(),
      })
      .meta({ description: "The key that you called with." }),
  })
  .meta({ id: "Merchant" });

export type MerchantOfKey = z.output<typeof merchantOfKey>;

/** The same calls by a person in the console, who has no key. */
export const merchantCallsOfPerson = {
  "GET /api/v1/merchant": {
    summary: "Read the shop's account",
    audience: "console",
    isTagged: true,
    replies: { 200: ownMerchant },
  },
  "PATCH /api/v1/merchant": {
    summary: "Change the shop's account",
    audience: "console",
    body: merchantChanges,
    isTagged: true,
    replies: { 200: ownMerchant },
    problems: ["precondition_failed"],
  },
} as const satisfies CallMap;

export const merchantCalls = {
  "GET /api/v1/merchant": {
    summary: "Read your own account: who the key belongs to, and what it may do",
    audience: "merchant",
    isTagged: true,
    replies: { 200: merchantOfKey },
  },
  "PATCH /api/v1/merchant": {
    summary: "Change your own account; with If-Match, only while its settings are those that you have read",
    audience: "merchant",
    body: merchantChanges,
    isTagged: true,
    replies: { 200: merchantOfKey },
    problems: ["precondition_failed"],
  },
} as const satisfies CallMap;
