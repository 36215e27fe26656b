/** Terms of sale in the merchant API: each text that invoices or links were issued with is a version. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant, listOf, pageQuery } from "./merchant-common.ts";

export const agreement = z
  .object({
    version: z.int(),
    title: z.string(),
    text: z.string(),
    sha256: z.string().meta({ description: "Of title and text; the same that a buyer's acceptance names." }),
    createdAt: instant,
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
  "GET /api/v1/agreements/:version": {
    summary: "Read one version of your terms of sale",
    audience: "merchant",
    params: z.object({ version: z.string() }),
    replies: { 200: agreement },
  },
} as const satisfies CallMap;
