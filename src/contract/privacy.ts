/** Erasing a buyer's data on request, in the merchant API. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";

/**
 * What an erasure counts, in the order of its answer: each name is one statement's (`server/privacy/`). The answer and the types of
 * the statements follow from this list, so that none counts what the answer leaves out.
 */
export const erasers = [
  "clients",
  "attempts",
  "paymentsByHand",
  "confirmedEmails",
  "emailCodes",
  "deliveries",
  "referenceMails",
  "messages",
  "checkouts",
  "couponUses",
  "linkAnswers",
  "keptAnswers",
  "paylinkHashes",
  "returnRequests",
  "acceptancePlaces",
  "drafts",
] as const;

export type Eraser = (typeof erasers)[number];

const rows = z.number().int().meta({ description: "Rows from which the person's data were removed." });

const counts = Object.fromEntries(erasers.map((eraser) => [eraser, rows])) as Record<Eraser, typeof rows>;

export const privacyCalls = {
  "POST /api/v1/buyers/erase": {
    summary: "Erase a buyer's data from all orders that are over",
    audience: "merchant",
    body: z
      .strictObject({
        buyer: z
          .string()
          .min(3)
          .max(254)
          .meta({ description: "The person's mobile (abroad with + and dial code) or e-mail address." }),
      })
      .meta({ id: "BuyerToErase", examples: [{ buyer: "+966551234567" }] }),
    replies: {
      200: z
        .object({
          erased: z.object(counts),
          kept: z.object({
            openOrders: z
              .array(z.string())
              .meta({ description: "Orders of this buyer that are not over; ask again when they are." }),
            taxDocuments: z
              .number()
              .int()
              .meta({ description: "Tax invoices and credit notes, which the law wants kept as issued." }),
          }),
        })
        .meta({ id: "Erasure" }),
    },
  },
} as const satisfies CallMap;
