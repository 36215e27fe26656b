/** The merchant's own account in the merchant API. */
import type { FastifyInstance } from "fastify";
import { merchantCalls } from "#contract/merchant.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "./authenticate.ts";
import { once, sendOnce } from "./idempotency.ts";
import { changeMerchant, loadMerchant } from "./merchant-settings.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountMerchantCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, merchantCalls, "GET /api/v1/merchant", (_parsed, { request }) =>
    loadMerchant(services.db.kysely, merchantOf(request).id),
  );

  mountCall(scope, merchantCalls, "PATCH /api/v1/merchant", async ({ body }, { request, reply }) => {
    const { id } = merchantOf(request);
    const options = { merchantId: id, status: 200, key: "optional" } as const;
    const answer = await once(services, request, options, async (trx) => {
      await changeMerchant(trx, id, body);
      return await loadMerchant(trx, id);
    });
    return sendOnce(reply, answer);
  });
}
