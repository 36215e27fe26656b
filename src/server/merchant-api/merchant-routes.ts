/** The merchant's own account in the merchant API. */
import type { FastifyInstance } from "fastify";
import type { Kysely, Transaction } from "kysely";
import { type MerchantOfKey, merchantCalls } from "#contract/merchant.ts";
import type { Schema } from "#db/schema.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { mountCall } from "../http/mount.ts";
import { isLivemode } from "../settings/world.ts";
import { findApiKey } from "./api-keys.ts";
import { type ApiMerchant, merchantOf } from "./authenticate.ts";
import { namesOfMethods } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import { changeMerchant, loadMerchant } from "./merchant-settings.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountMerchantCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, merchantCalls, "GET /api/v1/merchant", async (_parsed, { request }) =>
    merchantOfKey(services, services.db.kysely, merchantOf(request)),
  );

  mountCall(scope, merchantCalls, "PATCH /api/v1/merchant", async ({ body }, { request, reply }) => {
    const merchant = merchantOf(request);
    const options = { merchantId: merchant.id, status: 200, key: "optional" } as const;
    const answer = await once(services, request, options, async (trx) => {
      await changeMerchant(trx, merchant.id, body);
      return await merchantOfKey(services, trx, merchant);
    });
    return sendOnce(reply, answer);
  });
}

/** The account, and what the key that was presented may do with it. */
async function merchantOfKey(
  { config, providers }: MerchantApiServices,
  db: Kysely<Schema> | Transaction<Schema>,
  { id, world, keyId }: ApiMerchant,
): Promise<MerchantOfKey> {
  const key = await findApiKey(db, { merchantId: id, id: keyId });
  if (!key) throw new Error("a key was presented that does not exist");
  const served = namesOfMethods(await providers.served(id));
  return {
    ...(await loadMerchant(db, id)),
    mode: isLivemode(config, { world }) ? "live" : "test",
    world,
    methods: allowedMethodNames.filter((name) => served.has(name)),
    key: {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      expiresAt: key.expires_at?.toISOString() ?? null,
    },
  };
}
