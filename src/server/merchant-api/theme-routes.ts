/** The merchant's theme in the merchant API (Spec 3, decisions K14 and 0145). */
import type { FastifyInstance } from "fastify";
import type { Kysely, Transaction } from "kysely";
import type { ThemeModel } from "#contract/settings.ts";
import { type ThemeSettings, themeCalls, themeSettings, triedPages } from "#contract/theme.ts";
import { Problem } from "#core/problem.ts";
import { themeFontFamilies } from "#core/theme/theme.ts";
import { themeRepairs } from "#core/theme/theme-repairs.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { isImageOf } from "../images/image-store.ts";
import { orderTheme } from "../orders/order-routes.ts";
import { writeTriedTheme } from "../orders/tried-theme.ts";
import { merchantOf } from "./authenticate.ts";
import { requireMatchIfGiven, sendPartTagged } from "./etag.ts";
import { lockMerchant } from "./merchant-settings.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { unknownImage } from "./own-images.ts";
import { readId } from "./paging.ts";
import { wrongFields } from "./validation.ts";

const changeable = Object.keys(themeSettings.shape);

/** Mounts the theme calls in a scope that requires an API key. */
export function mountThemeCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  const { config } = services;
  const db = services.db.kysely;
  const read = async (
    from: Kysely<Schema> | Transaction<Schema>,
    merchantId: number,
  ): Promise<ThemeModel> => {
    const row = await from
      .selectFrom("themes")
      .select("settings")
      .where("merchant_id", "=", merchantId)
      .executeTakeFirst();
    return orderTheme(config, row?.settings ?? null);
  };
  const refuseFont = ({ fontUrl }: ThemeSettings, path: string): void => {
    if (fontUrl !== undefined && !config.themeFontUrls.includes(fontUrl))
      throw wrongFields([
        { path, code: "font_not_allowed", message: "must be a font that the operator allows" },
      ]);
  };

  mountCall(scope, themeCalls, "GET /api/v1/theme", async (_parsed, { request, reply }) =>
    sendPartTagged(reply, await read(db, merchantOf(request).id), changeable),
  );

  // The whole theme is sent, so the same request again changes nothing: it needs no key.
  mountCall(scope, themeCalls, "PUT /api/v1/theme", async ({ body }, { request, reply }) => {
    refuseFont(body, "fontUrl");
    const { id: merchantId } = merchantOf(request);
    const settings = JSON.stringify(body);
    await runInTransaction(db, async (trx) => {
      await lockMerchant(trx, merchantId);
      await requireMatchIfGiven(request, changeable, () => read(trx, merchantId));
      await trx
        .insertInto("themes")
        .values({ merchant_id: merchantId, settings })
        .onConflict((conflict) => conflict.column("merchant_id").doUpdateSet({ settings }))
        .execute();
    });
    return sendPartTagged(reply, orderTheme(config, body), changeable);
  });

  mountThemeVersions(scope, services);

  mountCall(scope, themeCalls, "POST /api/v1/theme/preview", async ({ body }, { request }) => {
    const { theme: settings, imageId } = body;
    refuseFont(settings, "theme.fontUrl");
    const { id: merchantId } = merchantOf(request);
    if (imageId && !(await isImageOf(db, merchantId, imageId))) throw wrongFields([unknownImage("imageId")]);
    const { text, expiresAt } = writeTriedTheme(services, { merchantId, settings, imageId });
    const addressOf = (page: string): string =>
      `${config.webUrl}/pay/preview/${page}?${new URLSearchParams({ look: text })}`;
    return {
      pages: Object.fromEntries(triedPages.map((page) => [page, addressOf(page)])) as Addresses,
      repairs: [...themeRepairs(settings)],
      expiresAt: new Date(expiresAt).toISOString(),
    };
  });

  mountCall(scope, themeCalls, "GET /api/v1/theme/fonts", async () => ({
    families: [...themeFontFamilies],
    urls: [...config.themeFontUrls],
  }));
}

function mountThemeVersions(scope: FastifyInstance, { db, config }: MerchantApiServices): void {
  mountCall(scope, themeCalls, "GET /api/v1/theme/versions", async (_parsed, { request }) => {
    const rows = await db.kysely
      .selectFrom("theme_versions")
      .select(["version", "settings", "saved_at"])
      .where("merchant_id", "=", merchantOf(request).id)
      .orderBy("version", "desc")
      .execute();
    return {
      items: rows.map(({ version, settings, saved_at }, index) => ({
        ...{ version, settings, savedAt: saved_at.toISOString(), isCurrent: index === 0 },
      })),
    };
  });

  mountCall(
    scope,
    themeCalls,
    "POST /api/v1/theme/versions/:version/restore",
    async ({ params }, { request }) => {
      const { id: merchantId } = merchantOf(request);
      return await runInTransaction(db.kysely, async (trx) => {
        await lockMerchant(trx, merchantId);
        const kept = await trx
          .selectFrom("theme_versions")
          .select("settings")
          .where("merchant_id", "=", merchantId)
          .where("version", "=", readId(params.version, "not_found"))
          .executeTakeFirst();
        if (!kept) throw new Problem("not_found");
        const settings = JSON.stringify(kept.settings);
        await trx.updateTable("themes").set({ settings }).where("merchant_id", "=", merchantId).execute();
        return orderTheme(config, kept.settings);
      });
    },
  );
}

type Addresses = Record<(typeof triedPages)[number], string>;
