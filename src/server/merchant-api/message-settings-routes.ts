/** What a merchant wants sent automatically, in the merchant API. */
import type { FastifyInstance } from "fastify";
import { messageSettingsCalls } from "#contract/message-settings.ts";
import { mountCall } from "../http/mount.ts";
import { readMessageSettings, storeMessageSettings } from "../messages/message-settings.ts";
import { merchantOf } from "./authenticate.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the calls in a scope that requires an API key. All settings are sent, so a repetition is harmless. */
export function mountMessageSettingsCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;

  mountCall(scope, messageSettingsCalls, "GET /api/v1/messages/settings", (_parsed, { request }) =>
    readMessageSettings(db, merchantOf(request).id),
  );

  mountCall(scope, messageSettingsCalls, "PUT /api/v1/messages/settings", async ({ body }, { request }) => {
    const merchantId = merchantOf(request).id;
    await storeMessageSettings(db, merchantId, { settings: body, at: new Date(services.clock.now()) });
    return await readMessageSettings(db, merchantId);
  });
}
