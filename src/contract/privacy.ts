/** Erasing a buyer's data on request, in the merchant API. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";

const rows = z.number().int().meta({ description: "Rows from which the person's data were removed." });

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
          erased: z.object({
            clients: rows,
            attempts: rows,
            paymentsByHand: rows,
            confirmedEmails: rows,
            emailCodes: rows,
            deliveries: rows,
            referenceMails: rows,
            messages: rows,
            checkouts: rows,
            couponUses: rows,
            linkAnswers: rows,
            keptAnswers: rows,
            paylinkHashes: rows,
            returnRequests: rows,
            acceptancePlaces: rows,
            drafts: rows,
          }),
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
