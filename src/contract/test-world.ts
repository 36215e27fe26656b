/** The test world of a shop: made, and given what the live one has now. */
import { z } from "zod";
import { createdApiKey } from "./api-keys.ts";
import type { CallMap } from "./contract.ts";

export const testWorldRequest = z
  .strictObject({
    copyFromLive: z
      .boolean()
      .optional()
      .meta({
        description:
          "true: an existing test world gets your name, legal party, contact, theme, logo, standard terms of sale, words of " +
          "messages and settings as they are now. A new one always gets them.",
      }),
    keyName: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "What the key is called.", examples: ["shop server, test"] }),
  })
  .meta({ id: "TestWorldRequest", examples: [{ copyFromLive: true }] });

export const testWorld = z
  .object({
    username: z.string().meta({ description: "Of the test world, a merchant of its own." }),
    isNew: z.boolean(),
    key: createdApiKey,
  })
  .meta({ id: "TestWorld" });

export type TestWorld = z.output<typeof testWorld>;

export const testWorldCalls = {
  "POST /api/v1/merchant/test-world": {
    summary:
      "Make your test world where there is none, and a key of it (wasl_test_…) with the scopes of yours",
    audience: "merchant",
    body: testWorldRequest.nullish(),
    replies: { 201: testWorld },
    problems: ["in_test_world", "no_test_worlds"],
  },
} as const satisfies CallMap;
