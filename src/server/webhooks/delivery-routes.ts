/** The delivery log of webhook endpoints in the merchant API, test events and replays. */
import type { FastifyInstance } from "fastify";
import {
  mostInvoiceDeliveries,
  type WebhookDeliveryModel,
  webhookEndpointCalls,
} from "#contract/webhook-endpoints.ts";
import type { EventType } from "#core/event-types.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { once, sendOnce } from "../merchant-api/idempotency.ts";
import { findInvoiceId } from "../merchant-api/invoice-store.ts";
import { readPage, toPage } from "../merchant-api/paging.ts";
import type { Services } from "../services.ts";
import { deliveriesOfOrder, listDeliveries, replayEvents } from "./delivery-store.ts";
import { endpointKey, requireEndpoint, requireEvent } from "./endpoint-of-call.ts";
import { findEndpoint } from "./endpoint-store.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountDeliveryCalls(scope: FastifyInstance, services: Pick<Services, "db" | "clock">): void {
  const calls = webhookEndpointCalls;

  mountCall(
    scope,
    calls,
    "POST /api/v1/webhook-endpoints/:endpointId/test",
    async ({ params }, { request, reply }) => {
      const key = endpointKey(request, params.endpointId);
      const answer = await once(services, request, key.merchantId, async (trx) => {
        const { id, url } = await requireEndpoint(trx, key);
        await trx
          .insertInto("events")
          .values({
            merchant_id: key.merchantId,
            order_id: null,
            type: "webhook_endpoint.test",
            data: JSON.stringify({ id, url }),
          })
          .execute();
        return { queued: 1 };
      });
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    calls,
    "POST /api/v1/webhook-endpoints/:endpointId/replay",
    async ({ params, body }, { request, reply }) => {
      const key = endpointKey(request, params.endpointId);
      const at = new Date(services.clock.now());
      const answer = await once(services, request, key.merchantId, async (trx) => {
        const endpoint = await requireEndpoint(trx, key);
        if ("eventId" in body) {
          await requireEvent(trx, { merchantId: key.merchantId, publicId: body.eventId });
          return { queued: await replayEvents(trx, endpoint, { publicId: body.eventId }, at) };
        }
        const range = {
          from: new Date(body.from),
          to: body.to === undefined ? at : new Date(body.to),
          types: body.types ?? null,
        };
        return { queued: await replayEvents(trx, endpoint, range, at) };
      });
      return sendOnce(reply, answer);
    },
  );

  mountCall(
    scope,
    calls,
    "GET /api/v1/webhook-endpoints/:endpointId/deliveries",
    async ({ params, query }, { request }) => {
      const key = endpointKey(request, params.endpointId);
      if (!(await findEndpoint(services.db.kysely, key))) throw new Problem("not_found");
      const page = readPage(query);
      const rows = await listDeliveries(services.db.kysely, {
        merchantId: key.merchantId,
        endpointId: key.id,
        state: query.state ?? null,
        before: page.before,
        limit: page.limit + 1,
      });
      return toPage(rows, page, toDelivery);
    },
  );
}

/** Mounts what the invoice's own screen shows of its deliveries. */
export function mountInvoiceDeliveriesCall(scope: FastifyInstance, { db }: Pick<Services, "db">): void {
  mountCall(
    scope,
    webhookEndpointCalls,
    "GET /api/v1/invoices/:orderNumber/webhook-deliveries",
    async ({ params }, { request }) => {
      const merchantId = merchantOf(request).id;
      const orderId = await findInvoiceId(db.kysely, { merchantId, input: params.orderNumber });
      const rows = await deliveriesOfOrder(db.kysely, { merchantId, orderId, limit: mostInvoiceDeliveries });
      return {
        items: rows.map((row) => ({
          ...factsOf(row),
          endpointId: row.endpoint_id,
          host: new URL(row.url).host,
          tries: row.tries,
        })),
      };
    },
  );
}

type DeliveryFacts = Pick<
  Awaited<ReturnType<typeof listDeliveries>>[number],
  "id" | "public_id" | "type" | "cause" | "state" | "created_at" | "ended_at" | "next_try_at"
>;

function factsOf(row: DeliveryFacts) {
  return {
    id: row.id,
    // Only published events are delivered.
    eventId: row.public_id ?? "",
    type: row.type as EventType,
    cause: row.cause,
    state: row.state,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    nextTryAt: row.next_try_at?.toISOString() ?? null,
  };
}

function toDelivery(row: Awaited<ReturnType<typeof listDeliveries>>[number]): WebhookDeliveryModel {
  return {
    ...factsOf(row),
    tries: row.tries.map((tried) => ({
      at: new Date(tried.at).toISOString(),
      durationMs: tried.duration_ms,
      status: tried.status,
      reason: tried.reason,
      request: { headers: tried.request_headers },
      answer:
        tried.answer_headers === null
          ? null
          : { headers: tried.answer_headers, body: tried.answer_body ?? "" },
    })),
  };
}
