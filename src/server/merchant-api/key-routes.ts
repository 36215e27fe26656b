/** API keys in the merchant API. A key gives no more than it has, and its text is in no stored answer. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Transaction } from "kysely";
import { type ApiKeyModel, apiKeyCalls, type CreatedApiKey } from "#contract/api-keys.ts";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { type CallContext, mountCall } from "../http/mount.ts";
import {
  type ApiKeyRow,
  exchangeApiKey,
  findApiKey,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
} from "./api-keys.ts";
import { merchantOf } from "./authenticate.ts";
import { FieldReader } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId } from "./paging.ts";

const usualOverlapHours = 24;
const hourMs = 60 * 60_000;

/** Mounts the calls in a scope that requires an API key. */
export function mountKeyCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountMaking(scope, services);

  mountCall(scope, apiKeyCalls, "GET /api/v1/keys", async (_parsed, { request }) => ({
    items: (await listApiKeys(services.db.kysely, merchantOf(request).id)).map(toApiKey),
  }));

  mountCall(scope, apiKeyCalls, "POST /api/v1/keys/:keyId/revoke", async ({ params }, { request, reply }) => {
    const merchantId = merchantOf(request).id;
    const id = readId(params.keyId, "not_found");
    const answer = await once(services, request, merchantId, async (trx) => {
      const { prefix } = await requireKey(trx, { merchantId, id });
      await revokeApiKey(trx, { merchantId, prefix, id });
      return toApiKey(await requireKey(trx, { merchantId, id }));
    });
    return sendOnce(reply, answer);
  });
}

function mountMaking(scope: FastifyInstance, services: MerchantApiServices): void {
  const { environment } = services.config;

  /** Makes a key once; a repetition gets the same answer without the key's text. */
  const make = async (
    { request, reply }: CallContext,
    work: (trx: Transaction<Schema>, merchantId: number) => Promise<{ row: ApiKeyRow; text: string }>,
  ): Promise<CreatedApiKey> => {
    const merchantId = merchantOf(request).id;
    const made: { text: string | null } = { text: null };
    const answer = await once(services, request, merchantId, async (trx) => {
      const { row, text } = await work(trx, merchantId);
      made.text = text;
      return toApiKey(row);
    });
    return { ...sendOnce(reply, answer), key: made.text };
  };

  mountCall(scope, apiKeyCalls, "POST /api/v1/keys", async ({ body }, context) => {
    requireScopes(context.request, body.scopes);
    const now = services.clock.now();
    return await make(context, async (trx, merchantId) => {
      const reader = new FieldReader("SAR");
      const name = reader.text("name", body.name, 100);
      const expiresAt = body.expiresAt === undefined ? null : reader.future("expiresAt", body.expiresAt, now);
      reader.refuseWrong();
      return await makeApiKey(trx, { merchantId, name, environment, scopes: body.scopes, expiresAt });
    });
  });

  mountCall(scope, apiKeyCalls, "POST /api/v1/keys/:keyId/exchange", async ({ params, body }, context) => {
    const id = readId(params.keyId, "not_found");
    const overlapMs = (body?.overlapHours ?? usualOverlapHours) * hourMs;
    const now = services.clock.now();
    return await make(context, async (trx, merchantId) => {
      const old = await requireKey(trx, { merchantId, id });
      // A key that was revoked, perhaps because it was stolen, has no successor.
      if (old.revoked_at !== null) throw new Problem("not_found");
      requireScopes(context.request, old.scopes);
      const reader = new FieldReader("SAR");
      const expiresAt = body?.expiresAt
        ? reader.future("expiresAt", body.expiresAt, now)
        : endAsBefore(old, now);
      reader.refuseWrong();
      return await exchangeApiKey(trx, old, { environment, now, overlapMs, expiresAt });
    });
  });
}

/** A key with an end is not exchanged for one without: the new one gets as much time as the old one was given. */
function endAsBefore({ created_at, expires_at }: ApiKeyRow, now: number): Date | null {
  return expires_at && new Date(now + expires_at.getTime() - created_at.getTime());
}

async function requireKey(
  trx: Transaction<Schema>,
  key: { readonly merchantId: number; readonly id: number },
): Promise<ApiKeyRow> {
  const row = await findApiKey(trx, key);
  if (!row) throw new Problem("not_found");
  return row;
}

/** Who may manage keys could otherwise give itself what its own key was not given. */
function requireScopes(request: FastifyRequest, scopes: readonly ApiKeyScope[]): void {
  const own = merchantOf(request).scopes;
  if (!scopes.every((scope) => own.includes(scope))) throw new Problem("scope_missing");
}

/** A key as answers have it, without its text. */
export function toApiKey(row: ApiKeyRow): ApiKeyModel {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedAddress: row.last_used_address,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
