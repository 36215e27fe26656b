/** The merchant's theme in the merchant API (Spec 3, decision K14). */
import type { FastifyInstance } from "fastify";
import { themeCalls } from "#contract/theme.ts";
import { mountCall } from "../http/mount.ts";
import { orderTheme } from "../orders/order-routes.ts";
import { merchantOf } from "./authenticate.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { wrongFields } from "./validation.ts";

/** Mounts the theme calls in a scope that requires an API key. */
export function mountThemeCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;

  mountCall(scope, themeCalls, "GET /api/v1/theme", async (_parsed, { request }) => {
    const row = await db
      .selectFrom("themes")
      .select("settings")
      .where("merchant_id", "=", merchantOf(request).id)
      .executeTakeFirst();
    return orderTheme(services.config, row?.settings ?? null);
  });

  // The whole theme is sent, so the same request again changes nothing: it needs no key.
  mountCall(scope, themeCalls, "PUT /api/v1/theme", async ({ body }, { request }) => {
    if (body.fontUrl !== undefined && !services.config.themeFontUrls.includes(body.fontUrl))
      throw wrongFields([
        { path: "fontUrl", code: "font_not_allowed", message: "must be a font that the operator allows" },
      ]);
    const settings = JSON.stringify(body);
    await db
      .insertInto("themes")
      .values({ merchant_id: merchantOf(request).id, settings })
      .onConflict((conflict) => conflict.column("merchant_id").doUpdateSet({ settings }))
      .execute();
    return orderTheme(services.config, body);
  });
}
