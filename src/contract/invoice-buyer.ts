/** What an invoice of the merchant API says of its buyer and of the money: the same in lists and in single invoices. */
import { z } from "zod";
import { attemptStates } from "#core/attempt-status.ts";
import { amount, currency, instant } from "./merchant-common.ts";

export const payment = z
  .object({
    attemptId: z.string().meta({ description: "The attempt in `attempts` that brought it." }),
    method: z.string(),
    brand: z.string().nullable().meta({ description: "Of the card." }),
    lastFour: z.string().nullable(),
    amount,
    currency,
    refundedAmount: amount.meta({ description: "What was given back of it." }),
    state: z.enum(attemptStates),
    startedAt: instant,
    settledAt: instant.meta({ description: "When the money was guaranteed." }),
    updatedAt: instant,
  })
  .meta({
    id: "Payment",
    description:
      "Money that pays the invoice; an invoice may have several. authorised: guaranteed and not collected yet; " +
      "captured: taken; refunded: all of it was given back.",
  });

/** What the buyer said and did, and what was paid. */
export const buyerFacts = {
  payer: z
    .object({
      name: z.string().nullable(),
      mobile: z.string().nullable().meta({ description: "International form, +966551234567." }),
      countryCode: z.string().nullable(),
      email: z.string().nullable().meta({ description: "Where the method asks for one; not confirmed." }),
    })
    .meta({ id: "Payer" })
    .nullable()
    .meta({
      description:
        "Who pays, as the buyer typed it: of the payment, else of the last try. null: no buyer has tried, or nothing " +
        "was asked for (the simple page).",
    }),
  delivery: z
    .object({ city: z.string().nullable(), address: z.string().nullable() })
    .meta({ id: "Delivery" })
    .nullable()
    .meta({ description: "Where to deliver, as the same buyer typed it; null: nothing was typed." }),
  confirmedEmail: z
    .object({ address: z.string(), confirmedAt: instant })
    .meta({ id: "ConfirmedEmail" })
    .nullable()
    .meta({ description: "The address that the buyer of digital goods has confirmed by a code." }),
  agreementAcceptance: z
    .object({
      acceptedAt: instant,
      sha256: z.string().meta({ description: "SHA-256 of the text that was accepted, hexadecimal." }),
    })
    .meta({ id: "AgreementAcceptance" })
    .nullable()
    .meta({ description: "When the buyer accepted your terms of sale, and which." }),
  source: z.enum(["api", "link"]).meta({ description: "link: ordered from a product link." }),
  linkIdentity: z.string().nullable().meta({ description: "The product link that it was ordered from." }),
  productId: z.int().nullable().meta({ description: "What that link sells." }),
  payments: z.array(payment).meta({ description: "Oldest first; their sum is paidTotal." }),
};
