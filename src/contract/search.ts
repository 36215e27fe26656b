/** One box for everything: what a person types finds invoices, payments, clients and product links. */
import { z } from "zod";
import { attemptStates } from "#core/attempt-status.ts";
import type { CallMap } from "./contract.ts";
import { invoiceStatus } from "./invoice-filters.ts";
import { amount, currency, instant } from "./merchant-common.ts";

export const searchLimits = { most: 50, usual: 10, queryLength: 200 } as const;

/** By what a hit was found, in the order in which hits come. */
export const searchMatches = [
  "order_number",
  "external_number",
  "link",
  "payment_id",
  "email",
  "mobile",
  "name",
  "title",
  "amount",
  "card",
] as const;

export type SearchMatch = (typeof searchMatches)[number];

const match = z.enum(searchMatches).meta({
  id: "SearchMatch",
  description:
    "What of it fits the text. name: of the client. title: of the product. card: the last four digits of the card that paid.",
});

const invoiceHit = z
  .object({
    type: z.literal("invoice"),
    match,
    orderNumber: z.string(),
    externalOrderNumber: z.string().nullable(),
    status: invoiceStatus,
    total: amount,
    currency,
    refundedTotal: amount,
    dueDate: z.iso.date().nullable(),
    expiresAt: instant.nullable(),
    clientName: z.string().nullable(),
    clientMobile: z.string().nullable(),
    payer: z
      .object({ name: z.string().nullable(), mobile: z.string().nullable() })
      .nullable()
      .meta({ description: "Who pays it, or tried to last: its client may be a mobile alone." }),
    createdAt: instant,
  })
  .meta({ id: "InvoiceHit" });

const paymentHit = z
  .object({
    type: z.literal("payment"),
    match,
    id: z.string(),
    orderNumber: z.string(),
    method: z.string(),
    state: z.enum(attemptStates),
    amount,
    currency,
    lastFour: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: "PaymentHit" });

const clientHit = z
  .object({
    type: z.literal("client"),
    match,
    id: z.int(),
    name: z.string().nullable(),
    legalName: z.string().nullable(),
    mobile: z.string().nullable(),
    email: z.string().nullable(),
  })
  .meta({ id: "ClientHit" });

const linkHit = z
  .object({
    type: z.literal("product_link"),
    match,
    linkIdentity: z.string(),
    title: z.string().meta({ description: "Of the product." }),
    price: amount,
    currency,
    createdAt: instant,
  })
  .meta({ id: "ProductLinkHit" });

export const searchHit = z
  .discriminatedUnion("type", [invoiceHit, paymentHit, clientHit, linkHit])
  .meta({ id: "SearchHit" });

export type SearchHit = z.output<typeof searchHit>;

const hitTypes = [
  "invoice",
  "payment",
  "client",
  "product_link",
] as const satisfies readonly SearchHit["type"][];

export const searchRequest = z
  .strictObject({
    query: z
      .string()
      .min(1)
      .max(searchLimits.queryLength)
      .meta({
        description:
          "The number of an invoice or your own number of it; the address of an invoice or of a product link; the id of a payment; " +
          "an e-mail address; four or more of the last digits of a mobile, or all of it, in any writing: 4567, 0551234567, " +
          "+966 55 123 4567, ٠٥٥١٢٣٤٥٦٧; words of the client's name or of a product's title, or how they begin, in any spelling: " +
          "احمد finds أَحْمَد, عتيبي finds العتيبي; an amount: 345, ٣٤٥٫٠٠; the last four digits of a card.",
        examples: ["0551234567"],
      }),
    limit: z
      .int()
      .min(1)
      .max(searchLimits.most)
      .optional()
      .meta({ description: `How many hits at most; ${searchLimits.usual} when left out.` }),
    types: z
      .array(z.enum(hitTypes))
      .min(1)
      .max(hitTypes.length)
      .optional()
      .meta({ description: "Hits of these types alone; of all when left out." }),
  })
  .meta({ id: "SearchRequest" });

export const searchResult = z
  .object({
    hits: z.array(searchHit).meta({ description: "The closest first; of equals the newest." }),
  })
  .meta({ id: "SearchResult" });

export const searchCalls = {
  "POST /api/v1/search": {
    summary:
      "Find invoices, payments, clients and product links by what a person types; in the body, since addresses are logged",
    audience: "merchant",
    body: searchRequest,
    replies: { 200: searchResult },
  },
} as const satisfies CallMap;
