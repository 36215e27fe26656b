/** The merchant's own account in the merchant API. */
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Kysely, Transaction } from "kysely";
import {
  type MerchantChanges,
  type MerchantOfKey,
  merchantCalls,
  merchantCallsOfPerson,
  merchantChanges,
  type OwnMerchant,
} from "#contract/merchant.ts";
import type { Schema } from "#db/schema.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { type CallContext, mountCall } from "../http/mount.ts";
import { isLivemode } from "../settings/world.ts";
import { findApiKey } from "./api-keys.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { keyIdOf, merchantOf } from "./authenticate.ts";
import { etagOf, requireMatch } from "./etag.ts";
import { namesOfMethods } from "./field-reader.ts";
import { once, sendOnce } from "./idempotency.ts";
import { changeMerchant, loadMerchant, lockMerchant } from "./merchant-settings.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** Mounts the calls in a scope that requires an API key. */
export function mountMerchantCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, merchantCalls, "GET /api/v1/merchant", async (_parsed, { request, reply }) =>
    tagged(reply, await merchantOfKey(services, services.db.kysely, merchantOf(request))),
  );
  mountCall(
    scope,
    merchantCalls,
    "PATCH /api/v1/merchant",
    async ({ body }, { request, reply }) => await change(services, body, { request, reply }, merchantOfKey),
  );
}

/** Mounts the same in a scope of people who are signed in. */
export function mountMerchantCallsOfPeople(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, merchantCallsOfPerson, "GET /api/v1/merchant", async (_parsed, { request, reply }) =>
    tagged(reply, await ownMerchant(services, services.db.kysely, merchantOf(request))),
  );
  mountCall(
    scope,
    merchantCallsOfPerson,
    "PATCH /api/v1/merchant",
    async ({ body }, { request, reply }) => await change(services, body, { request, reply }, ownMerchant),
  );
}

/** Changes the account once, and answers with it as it then is. */
async function change<Answer extends OwnMerchant>(
  services: MerchantApiServices,
  changes: MerchantChanges,
  { request, reply }: CallContext,
  read: (services: MerchantApiServices, db: Db, merchant: ApiMerchant) => Promise<Answer>,
): Promise<Answer> {
  const merchant = merchantOf(request);
  const answer = await once(services, request, merchant.id, async (trx) => {
    if (request.headers["if-match"] !== undefined) {
      await lockMerchant(trx, merchant.id);
      requireMatch(request, settingsOf(await read(services, trx, merchant)));
    }
    await changeMerchant(trx, merchant.id, changes);
    return await read(services, trx, merchant);
  });
  return tagged(reply, sendOnce(reply, answer));
}

/** What can be changed: the tag is of that alone, so that a sale or a new payment method puts no reader behind. */
function settingsOf(merchant: OwnMerchant): Partial<OwnMerchant> {
  const names = new Set(Object.keys(merchantChanges.shape));
  return Object.fromEntries(Object.entries(merchant).filter(([name]) => names.has(name)));
}

function tagged<Answer extends OwnMerchant>(reply: FastifyReply, merchant: Answer): Answer {
  reply.header("etag", etagOf(settingsOf(merchant)));
  return merchant;
}

/** The account, and what may be paid with in the shop. */
async function ownMerchant(
  { config, providers }: MerchantApiServices,
  db: Db,
  { id, world }: Pick<ApiMerchant, "id" | "world">,
): Promise<OwnMerchant> {
  const served = namesOfMethods(await providers.served(id));
  return {
    ...(await loadMerchant(db, id)),
    mode: isLivemode(config, { world }) ? "live" : "test",
    world,
    methods: allowedMethodNames.filter((name) => served.has(name)),
  };
}

/** The same, and what the key that was presented may do with it. */
async function merchantOfKey(
  services: MerchantApiServices,
  db: Db,
  merchant: ApiMerchant,
): Promise<MerchantOfKey> {
  const key = await findApiKey(db, { merchantId: merchant.id, id: keyIdOf(merchant) });
  if (!key) throw new Error("a key was presented that does not exist");
  return {
    ...(await ownMerchant(services, db, merchant)),
    key: {
      id: key.id,
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      expiresAt: key.expires_at?.toISOString() ?? null,
    },
  };
}
