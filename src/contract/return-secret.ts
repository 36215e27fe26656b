/** The secret by which a shop verifies a buyer's way back (docs/return-address.md). */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant, sentInstant } from "./merchant-common.ts";

const returnSecret = z
  .object({
    secret: z.string().meta({
      description:
        "The key of the HMAC-SHA256 in `signature` of the addresses at which buyers come back to you; all of the " +
        "text, as it is. For your server alone.",
      examples: ["wrs_Zk3c0YJm5nXrQ8vB1pTsLwEaUhD6oGfI2yK7MtVxN4R"],
    }),
    since: instant,
  })
  .meta({ id: "ReturnSecret" });

export type ReturnSecretReply = z.output<typeof returnSecret>;

export const returnSecretCalls = {
  "GET /api/v1/merchant/return-secret": {
    summary: "Read the secret that signs the addresses at which buyers come back to you",
    audience: "merchant",
    replies: { 200: returnSecret },
  },
  "PUT /api/v1/merchant/return-secret": {
    summary: "Replace that secret; for 24 hours addresses carry the signatures of both, the newer one first",
    audience: "merchant",
    body: z
      .strictObject({
        replaces: sentInstant.meta({
          description:
            "`since` of the secret that is to go. When another one is in force by now, nothing is replaced: the same " +
            "request sent twice is harmless.",
        }),
      })
      .meta({ id: "ReturnSecretReplacement" }),
    replies: { 200: returnSecret },
  },
} as const satisfies CallMap;
