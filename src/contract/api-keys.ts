/** API keys in the merchant API: made, listed, exchanged and revoked by a key that may manage. */
import { z } from "zod";
import { apiKeyScopes } from "#core/api-key-scopes.ts";
import type { CallMap } from "./contract.ts";
import { instant, sentInstant } from "./merchant-common.ts";

const scopes = z
  .array(z.enum(apiKeyScopes))
  .min(1)
  .max(apiKeyScopes.length)
  .meta({
    description:
      "read: look at everything that is sold; issue: sell; refund: give money back; manage: the account itself, its " +
      "accounts at providers and its keys.",
    examples: [["read", "issue"]],
  });

export const newApiKey = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .meta({ description: "What you call it.", examples: ["shop server"] }),
    scopes,
    expiresAt: sentInstant.optional().meta({ description: "From then on it is refused; in the future." }),
  })
  .meta({ id: "NewApiKey", examples: [{ name: "shop server", scopes: ["read", "issue"] }] });

export type NewApiKey = z.output<typeof newApiKey>;

export const keyExchange = z
  .strictObject({
    overlapHours: z
      .int()
      .min(0)
      .max(720)
      .optional()
      .meta({ description: "How long the old key is still taken; 24 when left out." }),
    expiresAt: sentInstant.optional().meta({
      description:
        "When the new key ends. Left out: after as long a time as the old one was made for, and never where that had no end.",
    }),
  })
  .meta({ id: "ApiKeyExchange", examples: [{ overlapHours: 48 }] });

export type KeyExchange = z.output<typeof keyExchange>;

export const apiKeyModel = z
  .object({
    id: z.int(),
    name: z.string(),
    prefix: z.string().meta({ description: "The first characters, to tell keys apart." }),
    scopes: z.array(z.enum(apiKeyScopes)),
    createdAt: instant,
    expiresAt: instant.nullable(),
    lastUsedAt: instant.nullable().meta({ description: "To the minute." }),
    lastUsedAddress: z
      .string()
      .nullable()
      .meta({ description: "From where it was last used; of IPv6 the network." }),
    revokedAt: instant.nullable(),
  })
  .meta({ id: "ApiKey" });

export type ApiKeyModel = z.output<typeof apiKeyModel>;

export const createdApiKey = apiKeyModel
  .extend({
    key: z
      .string()
      .nullable()
      .meta({
        description:
          "The key itself. This is the only time that it can be read: null when the request was a repetition " +
          "(Idempotent-Replayed).",
      }),
  })
  .meta({ id: "CreatedApiKey" });

export type CreatedApiKey = z.output<typeof createdApiKey>;

/** Any text: whatever is not the id of an own key gets the same 404. */
const keyParams = z.object({ keyId: z.string() });

export const apiKeyCalls = {
  "POST /api/v1/keys": {
    summary: "Make an API key, with scopes that yours has",
    audience: "merchant",
    body: newApiKey,
    replies: { 201: createdApiKey },
  },
  "GET /api/v1/keys": {
    summary: "List API keys, newest first; revoked ones, too",
    audience: "merchant",
    replies: { 200: z.object({ items: z.array(apiKeyModel) }) },
  },
  "POST /api/v1/keys/:keyId/exchange": {
    summary: "Make a key with the same scopes; the old one ends after an overlap",
    audience: "merchant",
    params: keyParams,
    body: keyExchange.nullish(),
    replies: { 201: createdApiKey },
  },
  "POST /api/v1/keys/:keyId/revoke": {
    summary: "Revoke a key at once",
    audience: "merchant",
    params: keyParams,
    replies: { 200: apiKeyModel },
  },
} as const satisfies CallMap;
