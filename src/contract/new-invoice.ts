/**
 * What a merchant sends to issue an invoice. Requests are strict (an unknown field is refused) and neither change nor fill
 * in what was sent, so that two requests can be compared by their content.
 */
import { z } from "zod";
import { type VatExemption, vatExemptions } from "#core/tax/tax-invoice.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { statedAgreement } from "./agreements.ts";
import { newDigitalContent } from "./digital-goods.ts";
import { imageId } from "./images.ts";
import { sendAtIssue } from "./invoice-messages.ts";
import {
  amount,
  currency,
  metadata,
  percent,
  quantity,
  sentDay,
  sentInstant,
  unitCode,
} from "./merchant-common.ts";
import { newClient } from "./parties.ts";

/** Names of payment methods as merchants write them. */
export const allowedMethod = z
  .enum(allowedMethodNames)
  .meta({ id: "PaymentMethod", description: "creditcard is Visa and Mastercard." });

export const returnUrl = z.string().min(1).max(2048);

export const vatExemption = z.enum(Object.keys(vatExemptions) as [VatExemption, ...VatExemption[]]).meta({
  id: "VatExemption",
  description:
    "Why a line carries no VAT, by the codes of the tax authority: printed on the tax invoice with its text.",
});

export const newLine = z
  .strictObject({
    title: z.string().min(1).max(500),
    description: z.string().max(2000).optional(),
    quantity,
    unit: unitCode
      .optional()
      .meta({ description: "What quantity and unitPrice count; PCE, the piece, when left out." }),
    unitPrice: amount,
    vatRate: percent
      .optional()
      .meta({ description: "VAT of this line; 15 % when left out. None is charged without a VAT number." }),
    vatExemption: vatExemption
      .optional()
      .meta({ description: "Required with a vatRate of 0 when you have a VAT number, else not allowed." }),
    imageId: imageId.optional().meta({ description: "A picture of what is sold, uploaded before." }),
    isDigital: z
      .boolean()
      .optional()
      .meta({ description: "Delivered by e-mail: the buyer confirms an e-mail address before paying." }),
    digitalContent: newDigitalContent.optional(),
  })
  .meta({
    id: "NewInvoiceLine",
    examples: [
      {
        title: "صندوق تمر سكري",
        description: "1 kg",
        quantity: 2,
        unitPrice: "85.00",
        vatRate: "15",
      },
    ],
  });

export const taxForm = z.enum(["standard", "simplified"]);

const newDiscount = z
  .strictObject({
    type: z.enum(["FIXED", "PERCENTAGE"]),
    value: z
      .string()
      .regex(/^\d{1,13}(\.\d{1,3})?$/, "must be a decimal text")
      .meta({
        description: "FIXED: an amount in the invoice's currency. PERCENTAGE: a percentage, 0 to 100.",
      }),
  })
  .meta({
    id: "NewDiscount",
    description:
      "Off the whole invoice, before VAT (off the prices with VAT when pricesIncludeVat), spread over the lines. " +
      "A fixed discount takes off at most everything; a total of zero is refused.",
    examples: [
      { type: "FIXED", value: "20.00" },
      { type: "PERCENTAGE", value: "10" },
    ],
  });

export const newInvoice = z
  .strictObject({
    externalOrderNumber: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: "Your own number for this invoice; it need not be unique.",
        examples: ["NK-1001"],
      }),
    currency: currency.optional().meta({ description: "Currency of all amounts; SAR when left out." }),
    lines: z.array(newLine).min(1).max(1_000),
    discount: newDiscount.optional(),
    pricesIncludeVat: z.boolean().optional().meta({
      description: "unitPrice and a fixed discount are meant with VAT. Otherwise VAT comes on top.",
    }),
    clientPaysFees: z
      .boolean()
      .optional()
      .meta({ description: "The commission of your account is added to the unit prices." }),
    client: newClient.optional(),
    clientId: z
      .int()
      .min(1)
      .optional()
      .meta({ description: "A client of your directory, in place of client: stated as it is there now." }),
    supplyDate: sentDay.optional().meta({
      description:
        "When what is sold was or will be supplied, for the tax invoice; the day of payment when left out.",
    }),
    taxForm: taxForm.optional().meta({
      description:
        "The form of the tax invoice, if you have a VAT number; by law when left out: standard for exports and for legal " +
        "persons (VAT number, identification of a legal person, isBusiness), else simplified. A simplified one is refused " +
        "(standard_required) for exports, and to legal persons from SAR 1,000 on.",
    }),
    note: z.string().max(2000).optional().meta({ description: "Shown to the buyer." }),
    callbackUrl: returnUrl.optional().meta({
      description:
        "Where the buyer is sent after paying; http(s), on a host registered for you. The order's number, status and a " +
        "signature are added to it (docs/return-address.md).",
    }),
    cancelUrl: returnUrl.optional().meta({ description: "Where Cancel leads; like callbackUrl." }),
    allowedMethods: z.array(allowedMethod).min(1).max(allowedMethodNames.length).optional().meta({
      description: "Methods offered to the buyer; every one that can pay in the currency when left out.",
    }),
    agreement: statedAgreement
      .nullable()
      .optional()
      .meta({
        description:
          "Terms of sale that the buyer must accept before paying. Left out: your standard version, where you have one " +
          "(PUT /api/v1/agreements/standard); null: none.",
      }),
    foreignEquivalent: z
      .strictObject({ currency, amount })
      .optional()
      .meta({
        description:
          "What the total is worth in another currency; shown beside it, never charged. Required, in SAR, for an " +
          "invoice in another currency when you have a VAT number: its VAT is stated in riyals by this rate.",
      }),
    dueDate: sentDay.optional().meta({
      description:
        "Until when it should be paid, shown to the buyer; from today on. Paying is not refused after it: that is expiresAt.",
    }),
    expiresAt: sentInstant
      .optional()
      .meta({ description: "From then on, paying is refused; in the future." }),
    metadata: metadata.optional(),
    send: sendAtIssue.optional(),
    language: z.enum(["ar", "en"]).optional().meta({
      description:
        "Language that the links of the answer open in and messages are in; the buyer's own when left out.",
    }),
  })
  .meta({
    id: "NewInvoice",
    examples: [
      {
        externalOrderNumber: "NK-1001",
        client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
        lines: [{ title: "صندوق تمر سكري", quantity: 2, unitPrice: "85.00", vatRate: "15" }],
        discount: { type: "PERCENTAGE", value: "10" },
        callbackUrl: "https://shop.example.com/thanks",
        expiresAt: "2030-01-31T20:59:59Z",
      },
    ],
  });

export type NewInvoice = z.output<typeof newInvoice>;
