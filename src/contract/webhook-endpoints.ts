/** Webhook endpoints of the merchant API: where events are delivered to, and the results (docs/webhooks.md). */
import { z } from "zod";
import { paylinkVersions, payloadVersions } from "#core/event-types.ts";
import type { CallMap } from "./contract.ts";
import { eventType } from "./events.ts";
import { instant, listOf, pageQuery, sentInstant } from "./merchant-common.ts";

const url = z
  .string()
  .min(1)
  .max(2048)
  .meta({
    description: "https, at a public address; http and addresses of your own machine only outside `live`.",
    examples: ["https://shop.example.sa/webhooks/wasl"],
  });
const description = z.string().max(400).nullable();
const types = z
  .array(eventType)
  .max(50)
  .meta({ description: "Which events it gets; empty: all, also types that come later." });

const version = z.enum([...payloadVersions, ...paylinkVersions]).meta({
  id: "WebhookVersion",
  description:
    "The shape of what is sent. paylink-v1 and paylink-v2 are those of Paylink's webhooks, for invoices of " +
    "POST /api/addInvoice alone; their only types are invoice.paid and invoice.refunded.",
});
const headers = z.record(z.string().max(100), z.string().max(2000)).meta({
  description:
    "Headers of your own that the endpoint is asked with, at most 10; replaced as a whole. They are never shown again.",
  examples: [{ authorization: "Bearer a-secret-of-your-own" }],
});

export const newWebhookEndpoint = z
  .strictObject({
    url,
    description: description.optional(),
    types: types.optional(),
    version: version.optional().meta({ description: "The newest when left out." }),
    headers: headers.optional(),
  })
  .meta({
    id: "NewWebhookEndpoint",
    examples: [{ url: "https://shop.example.sa/webhooks/wasl", types: ["invoice.paid", "invoice.refunded"] }],
  });

export const webhookEndpointChanges = z
  .strictObject({
    url: url.optional(),
    description: description.optional(),
    types: types.optional(),
    version: version.optional(),
    headers: headers.optional(),
    isEnabled: z
      .boolean()
      .optional()
      .meta({ description: "false drops what is still to be delivered; replay it when it is on again." }),
  })
  .meta({ id: "WebhookEndpointChanges", description: "What is left out stays." });

export const webhookEndpoint = z
  .object({
    id: z.int(),
    url: z.string(),
    description: z.string().nullable(),
    types: z.array(eventType),
    version,
    headerNames: z.array(z.string()).meta({ description: "Names of your own headers." }),
    isEnabled: z.boolean(),
    disabledAt: instant.nullable(),
    disabledReason: z
      .enum(["merchant", "failing"])
      .nullable()
      .meta({ description: "failing: by us, since no delivery had succeeded for five days." }),
    failingSince: instant
      .nullable()
      .meta({ description: "Since then no delivery has succeeded; null: all is well." }),
    secretSince: instant,
    createdAt: instant,
  })
  .meta({ id: "WebhookEndpoint" });

export type WebhookEndpointModel = z.output<typeof webhookEndpoint>;

export const webhookEndpointWithSecret = webhookEndpoint
  .extend({
    secret: z
      .string()
      .nullable()
      .meta({
        description:
          "whsec_ and base64: the key of the signatures. This is the only time that it can be read: null when the " +
          "request was a repetition (Idempotent-Replayed).",
      }),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

const sentHeaders = z.record(z.string(), z.string());

export const webhookDelivery = z
  .object({
    id: z.int(),
    eventId: z.string(),
    type: eventType,
    cause: z.enum(["event", "replay", "test"]),
    state: z.enum(["due", "delivered", "failed", "dropped"]).meta({
      description:
        "failed: given up after seven days. dropped: the endpoint was switched off or removed meanwhile, or its version " +
        "does not have this event.",
    }),
    createdAt: instant,
    endedAt: instant.nullable(),
    nextTryAt: instant.nullable(),
    tries: z
      .array(
        z.object({
          at: instant,
          durationMs: z.int(),
          status: z.int().nullable().meta({ description: "null: no answer came, for the reason." }),
          reason: z.string().nullable(),
          request: z.object({ headers: sentHeaders }),
          answer: z
            .object({ headers: sentHeaders, body: z.string().meta({ description: "Its first kilobyte." }) })
            .nullable(),
        }),
      )
      .meta({ description: "Newest first." }),
  })
  .meta({ id: "WebhookDelivery" });

export type WebhookDeliveryModel = z.output<typeof webhookDelivery>;

/** How many deliveries of an invoice are shown. */
export const mostInvoiceDeliveries = 100;

export const invoiceDelivery = webhookDelivery
  .pick({
    id: true,
    eventId: true,
    type: true,
    cause: true,
    state: true,
    createdAt: true,
    endedAt: true,
    nextTryAt: true,
  })
  .extend({
    endpointId: z.int(),
    host: z.string().meta({ description: "The server of the endpoint, without the rest of its address." }),
    tries: z.int(),
  })
  .meta({ id: "InvoiceWebhookDelivery" });

export type InvoiceDeliveryModel = z.output<typeof invoiceDelivery>;

const queued = z.object({ queued: z.int().meta({ description: "How many deliveries." }) });

/** Any text: whatever is not the id of an own endpoint gets the same 404. */
const endpointParams = z.object({ endpointId: z.string() });

export const webhookEndpointCalls = {
  "GET /api/v1/invoices/:orderNumber/webhook-deliveries": {
    summary: `What was delivered to your webhook endpoints of an invoice: the latest ${mostInvoiceDeliveries}, newest first`,
    audience: "merchant",
    params: z.object({ orderNumber: z.string() }),
    replies: { 200: z.object({ items: z.array(invoiceDelivery) }).meta({ id: "InvoiceWebhookDeliveries" }) },
    problems: ["order_not_found"],
  },
  "POST /api/v1/webhook-endpoints": {
    summary: "Add a webhook endpoint; its secret is shown once",
    audience: "merchant",
    body: newWebhookEndpoint,
    replies: { 201: webhookEndpointWithSecret },
  },
  "GET /api/v1/webhook-endpoints": {
    summary: "List webhook endpoints",
    audience: "merchant",
    replies: { 200: z.object({ items: z.array(webhookEndpoint) }) },
  },
  "GET /api/v1/webhook-endpoints/:endpointId": {
    summary: "Read a webhook endpoint",
    audience: "merchant",
    params: endpointParams,
    replies: { 200: webhookEndpoint },
  },
  "PATCH /api/v1/webhook-endpoints/:endpointId": {
    summary: "Change a webhook endpoint, or switch it on or off",
    audience: "merchant",
    params: endpointParams,
    body: webhookEndpointChanges,
    replies: { 200: webhookEndpoint },
  },
  "DELETE /api/v1/webhook-endpoints/:endpointId": {
    summary: "Remove a webhook endpoint; what is still to be delivered is dropped",
    audience: "merchant",
    params: endpointParams,
    replies: { 200: webhookEndpoint },
  },
  "POST /api/v1/webhook-endpoints/:endpointId/rotate-secret": {
    summary: "Make a new secret; the earlier one signs beside it for a while",
    audience: "merchant",
    params: endpointParams,
    body: z
      .strictObject({
        overlapHours: z
          .int()
          .min(0)
          .max(720)
          .optional()
          .meta({ description: "How long the earlier one still signs; 24 when left out." }),
      })
      .meta({ id: "WebhookSecretRotation" })
      .nullish(),
    replies: { 201: webhookEndpointWithSecret },
  },
  "POST /api/v1/webhook-endpoints/:endpointId/test": {
    summary: "Send a test event to the endpoint, also to one that is off",
    audience: "merchant",
    params: endpointParams,
    replies: { 202: queued },
  },
  "POST /api/v1/webhook-endpoints/:endpointId/replay": {
    summary: "Deliver one event again, or a range of them, 10,000 at most; ids stay the same",
    audience: "merchant",
    params: endpointParams,
    body: z
      .union([
        z.strictObject({ eventId: z.string().max(64) }),
        z.strictObject({
          from: sentInstant.meta({ description: "Events that happened then or later." }),
          to: sentInstant.optional().meta({ description: "And before then; until now when left out." }),
          types: z.array(eventType).min(1).max(50).optional(),
        }),
      ])
      .meta({ id: "WebhookReplay", examples: [{ eventId: "evt_019a8f3c1d2e4b5a6c7d8e9f0a1b2c3d" }] }),
    replies: { 202: queued },
  },
  "GET /api/v1/webhook-endpoints/:endpointId/deliveries": {
    summary:
      "The delivery log of an endpoint, newest first, with request and answer of every try; kept for 30 days",
    audience: "merchant",
    params: endpointParams,
    query: z.strictObject({
      state: webhookDelivery.shape.state.optional(),
      ...pageQuery,
    }),
    replies: { 200: listOf(webhookDelivery) },
  },
} as const satisfies CallMap;
