/** Webhook endpoints in the merchant API. */
import type { FastifyInstance } from "fastify";
import type { Transaction } from "kysely";
import { type WebhookEndpointModel, webhookEndpointCalls } from "#contract/webhook-endpoints.ts";
import { type EventType, paylinkEventTypes, paylinkVersions, payloadVersions } from "#core/event-types.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { type CallContext, mountCall } from "../http/mount.ts";
import { refusalOf } from "../http/public-address.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { FieldReader } from "../merchant-api/field-reader.ts";
import { once, sendOnce } from "../merchant-api/idempotency.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import type { Services } from "../services.ts";
import { mountDeliveryCalls, mountInvoiceDeliveriesCall } from "./delivery-routes.ts";
import { endpointKey, requireEndpoint } from "./endpoint-of-call.ts";
import {
  changeEndpoint,
  dropOutstanding,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  rotateEndpointSecret,
} from "./endpoint-store.ts";
import { ownHeadersOf, readOwnHeaders, sealOwnHeaders } from "./own-headers.ts";
import { sendsToPublicAlone } from "./webhook-client.ts";

/** Endpoints that one merchant may have. */
const mostEndpoints = 20;
const usualOverlapHours = 24;
const hourMs = 60 * 60_000;
const descriptionLength = 200;

type Parts = Pick<Services, "db" | "clock" | "sealing" | "config">;

/** Mounts the calls in a scope that requires an API key. */
export function mountWebhookEndpointCalls(scope: FastifyInstance, services: Parts): void {
  const db = services.db.kysely;
  const calls = webhookEndpointCalls;

  mountCall(scope, calls, "GET /api/v1/webhook-endpoints", async (_parsed, { request }) => ({
    items: (await listEndpoints(db, merchantOf(request).id)).map((row) => toEndpoint(services, row)),
  }));

  mountCall(scope, calls, "GET /api/v1/webhook-endpoints/:endpointId", async ({ params }, { request }) => {
    const row = await findEndpoint(db, endpointKey(request, params.endpointId));
    if (!row) throw new Problem("not_found");
    return toEndpoint(services, row);
  });

  mountCall(
    scope,
    calls,
    "PATCH /api/v1/webhook-endpoints/:endpointId",
    async ({ params, body }, { request }) => {
      const key = endpointKey(request, params.endpointId);
      const row = await runInTransaction(db, async (trx) => {
        const endpoint = await requireEndpoint(trx, key);
        const reader = new FieldReader("SAR");
        const at = new Date(services.clock.now());
        const changes = {
          ...(body.url !== undefined && { url: readUrl(services, body.url) }),
          ...(body.description !== undefined && {
            description: readDescription(reader, body.description),
          }),
          ...(body.types !== undefined && { types: [...new Set<EventType>(body.types)] }),
          ...(body.version !== undefined && { version: body.version }),
          ...(body.headers !== undefined && {
            sealed_headers: sealOwnHeaders(
              services.sealing,
              readOwnHeaders(body.headers),
              endpoint.merchant_id,
            ),
          }),
          ...switched(endpoint, body.isEnabled, at),
        };
        reader.refuseWrong();
        requireFittingTypes({ ...endpoint, ...changes });
        if (body.isEnabled === false) await dropOutstanding(trx, endpoint, at);
        return Object.keys(changes).length === 0 ? endpoint : await changeEndpoint(trx, endpoint, changes);
      });
      return toEndpoint(services, row);
    },
  );

  mountCall(scope, calls, "DELETE /api/v1/webhook-endpoints/:endpointId", async ({ params }, { request }) => {
    const key = endpointKey(request, params.endpointId);
    const row = await runInTransaction(db, async (trx) => {
      const endpoint = await requireEndpoint(trx, key);
      const at = new Date(services.clock.now());
      await dropOutstanding(trx, endpoint, at);
      return await changeEndpoint(trx, endpoint, {
        ...switched(endpoint, false, at),
        removed_at: at,
      });
    });
    return toEndpoint(services, row);
  });

  mountSecretCalls(scope, services);
  mountDeliveryCalls(scope, services);
  mountInvoiceDeliveriesCall(scope, services);
}

/** The calls whose answer has a secret: made once, and a repetition gets the answer without it. */
function mountSecretCalls(scope: FastifyInstance, services: Parts): void {
  const make = async (
    { request, reply }: CallContext,
    work: (
      trx: Transaction<Schema>,
      merchantId: number,
    ) => Promise<{ readonly row: EndpointRow; readonly secret: string }>,
  ) => {
    const merchantId = merchantOf(request).id;
    const made: { secret: string | null } = { secret: null };
    const answer = await once(services, request, merchantId, async (trx) => {
      const { row, secret } = await work(trx, merchantId);
      made.secret = secret;
      return toEndpoint(services, row);
    });
    return { ...sendOnce(reply, answer), secret: made.secret };
  };

  mountCall(scope, webhookEndpointCalls, "POST /api/v1/webhook-endpoints", ({ body }, context) =>
    make(context, async (trx, merchantId) => {
      const reader = new FieldReader("SAR");
      const url = readUrl(services, body.url);
      const description = readDescription(reader, body.description ?? null);
      reader.refuseWrong();
      if ((await listEndpoints(trx, merchantId)).length >= mostEndpoints)
        throw wrongFields([
          { path: "", code: "too_many", message: `at most ${mostEndpoints} endpoints; remove one first` },
        ]);
      const version = { version: body.version ?? payloadVersions[0], types: typesOf(body) };
      requireFittingTypes(version);
      return await insertEndpoint(trx, services.sealing, {
        merchant_id: merchantId,
        url,
        description,
        sealed_headers: sealOwnHeaders(services.sealing, readOwnHeaders(body.headers ?? {}), merchantId),
        ...version,
        at: new Date(services.clock.now()),
      });
    }),
  );

  mountCall(
    scope,
    webhookEndpointCalls,
    "POST /api/v1/webhook-endpoints/:endpointId/rotate-secret",
    ({ params, body }, context) =>
      make(context, async (trx) => {
        const endpoint = await requireEndpoint(trx, endpointKey(context.request, params.endpointId));
        const now = services.clock.now();
        const overlapMs = (body?.overlapHours ?? usualOverlapHours) * hourMs;
        const times = { at: new Date(now), earlierUntil: new Date(now + overlapMs) };
        return await rotateEndpointSecret(trx, services.sealing, endpoint, times);
      }),
  );
}

/** Left out: all, and of Paylink's versions the one that its payment webhook tells of. */
function typesOf({
  version,
  types,
}: {
  version?: string | undefined;
  types?: readonly EventType[] | undefined;
}): EventType[] {
  return [...new Set<EventType>(types ?? (isPaylink(version ?? "") ? ["invoice.paid"] : []))];
}

function isPaylink(version: string): boolean {
  return paylinkVersions.some((known) => known === version);
}

/** @throws Problem `validation_failed` for types that a version does not have */
function requireFittingTypes({ version, types }: { version: string; types: readonly string[] }): void {
  const known = (type: string): boolean => paylinkEventTypes.some((one) => one === type);
  if (!isPaylink(version) || (types.length > 0 && types.every(known))) return;
  const message = `${version} has ${paylinkEventTypes.join(" and ")} alone: name one or both`;
  throw wrongFields([{ path: "types", code: "not_of_version", message }]);
}

/** Who switches on what was off begins again: what had failed before no longer counts. */
function switched(endpoint: EndpointRow, isEnabled: boolean | undefined, at: Date) {
  const isOn = endpoint.disabled_at === null;
  if (isEnabled === undefined || isEnabled === isOn) return {};
  return isEnabled
    ? { disabled_at: null, disabled_reason: null, failing_since: null }
    : { disabled_at: at, disabled_reason: "merchant" as const };
}

/**
 * Reads an endpoint's address.
 * @throws Problem `validation_failed` for one that nothing may be sent to
 */
function readUrl({ config }: Parts, text: string): string {
  const url = URL.parse(text.trim());
  const refuse = (message: string): never => {
    throw wrongFields([{ path: "url", code: "invalid_url", message }]);
  };
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    return refuse("must be an address such as https://shop.example.sa/webhooks/wasl");
  if (url.username !== "" || url.password !== "") return refuse("must not contain a name or a password");
  if (url.hash !== "") return refuse("must not contain a fragment (#)");
  if (sendsToPublicAlone(config.environment) && refusalOf(url) !== null)
    return refuse("must begin with https:// and lead to a public address");
  return url.href;
}

function readDescription(reader: FieldReader, text: string | null): string | null {
  return text === null ? null : reader.text("description", text, descriptionLength) || null;
}

function toEndpoint({ sealing }: Pick<Parts, "sealing">, row: EndpointRow): WebhookEndpointModel {
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    types: row.types as EventType[],
    version:
      [...payloadVersions, ...paylinkVersions].find((known) => known === row.version) ?? payloadVersions[0],
    headerNames: Object.keys(ownHeadersOf(sealing, row)),
    isEnabled: row.disabled_at === null,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    secretSince: row.secret_since.toISOString(),
    createdAt: row.created_at.toISOString(),
  };
}
