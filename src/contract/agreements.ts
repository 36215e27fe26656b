/** Terms of sale in the merchant API: each text that invoices or links were issued with is a version, and never changes. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant, listOf, pageQuery } from "./merchant-common.ts";

const inOneLanguage = { title: z.string().min(1).max(200), text: z.string().min(1).max(20_000) };

const english = z.strictObject(inOneLanguage).nullable().optional().meta({
  description:
    "The same terms for buyers whose page is in English; all buyers see the first text when left out.",
});

/** What a merchant states as terms of sale. */
export const statedAgreement = z
  .strictObject({ ...inOneLanguage, english })
  .meta({ description: "Terms of sale that the buyer must accept before paying." });

export type StatedAgreement = z.output<typeof statedAgreement>;

export const newAgreement = z
  .strictObject({
    ...inOneLanguage,
    english,
    isStandard: z.boolean().optional().meta({
      description: "New invoices and product links that state no terms have this version from now on.",
    }),
  })
  .meta({
    id: "NewAgreement",
    examples: [
      {
        title: "شروط البيع",
        text: "يمكن إرجاع المنتج خلال 14 يومًا.",
        english: { title: "Terms of sale", text: "Products can be returned within 14 days." },
        isStandard: true,
      },
    ],
  });

/** A version as invoices and links show it. */
export const shownAgreement = z.object({
  version: z.int(),
  title: z.string(),
  text: z.string(),
  english: z.object({ title: z.string(), text: z.string() }).nullable(),
});

export type ShownAgreement = z.output<typeof shownAgreement>;

export const agreement = shownAgreement
  .extend({
    sha256: z.string().meta({
      description:
        "Of the text, in UTF-8; with English, of both texts with a line feed between them. The same that a buyer's acceptance names.",
    }),
    createdAt: instant,
    isStandard: z
      .boolean()
      .meta({ description: "New invoices and links that state no terms have this version." }),
    acceptedInvoices: z
      .int()
      .meta({ description: "Invoices, those of links too, whose buyer has accepted it." }),
  })
  .meta({ id: "Agreement" });

export type Agreement = z.output<typeof agreement>;

export const agreementCalls = {
  "GET /api/v1/agreements": {
    summary: "List the terms of sale that you have used, newest version first",
    audience: "merchant",
    query: z.strictObject(pageQuery),
    replies: { 200: listOf(agreement) },
  },
  "POST /api/v1/agreements": {
    summary: "Add a version of your terms of sale; texts that are known keep their version",
    audience: "merchant",
    body: newAgreement,
    replies: { 201: agreement },
  },
  "PUT /api/v1/agreements/standard": {
    summary: "Choose the version of invoices and links that state no terms; null: they have none",
    audience: "merchant",
    body: z
      .strictObject({ version: z.int().nullable() })
      .meta({ id: "StandardAgreement", examples: [{ version: 2 }] }),
    replies: { 200: z.object({ version: z.int().nullable() }) },
    problems: ["not_found"],
  },
  "GET /api/v1/agreements/:version": {
    summary: "Read one version of your terms of sale",
    audience: "merchant",
    params: z.object({ version: z.string() }),
    replies: { 200: agreement },
  },
} as const satisfies CallMap;
