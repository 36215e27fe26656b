/** The call by which a live merchant opens its test world. */
import type { FastifyInstance } from "fastify";
import { type TestWorld, testWorldCalls } from "#contract/test-world.ts";
import { mountCall } from "../http/mount.ts";
import { makeApiKey } from "./api-keys.ts";
import { merchantOf } from "./authenticate.ts";
import { once, sendOnce } from "./idempotency.ts";
import { toApiKey } from "./key-routes.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { openTestWorld, requireTestWorlds } from "./test-world.ts";

/** Mounts the call in a scope that requires an API key. The key that it makes can do what the caller's can. */
export function mountTestWorldCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(
    scope,
    testWorldCalls,
    "POST /api/v1/merchant/test-world",
    async ({ body }, { request, reply }) => {
      const { id: liveId, scopes } = merchantOf(request);
      requireTestWorlds(services.config);
      const made: { text: string | null } = { text: null };
      const answer = await once(services, request, liveId, async (trx) => {
        const copy = body?.copyFromLive ? "always" : "at first";
        const { id: merchantId, username, isNew } = await openTestWorld(trx, services, { liveId, copy });
        const { environment } = services.config;
        const name = body?.keyName ?? "test";
        const { row, text } = await makeApiKey(trx, { merchantId, name, environment, scopes });
        made.text = text;
        return { username, isNew, key: toApiKey(row) };
      });
      const { key, ...world } = sendOnce(reply, answer);
      return { ...world, key: { ...key, key: made.text } } satisfies TestWorld;
    },
  );
}
