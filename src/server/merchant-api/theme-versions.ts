/** The looks that a shop has saved: a trigger keeps them, these calls list them and go back to one (decision 0180). */
import type { FastifyInstance } from "fastify";
import { themeCalls } from "#contract/theme.ts";
import { Problem } from "#core/problem.ts";
import { runInTransaction } from "#db/open.ts";
import { mountCall } from "../http/mount.ts";
import { isImageOf } from "../images/image-store.ts";
import { orderTheme } from "../orders/order-routes.ts";
import { merchantOf } from "./authenticate.ts";
import { lockMerchant } from "./merchant-settings.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId } from "./paging.ts";

/** Mounts them in a scope that requires an API key. */
export function mountThemeVersions(scope: FastifyInstance, { db, config }: MerchantApiServices): void {
  mountCall(scope, themeCalls, "GET /api/v1/theme/versions", async (_parsed, { request }) => {
    const rows = await db.kysely
      .selectFrom("theme_versions as v")
      .innerJoin("merchants as m", "m.id", "v.merchant_id")
      .select([
        "v.version",
        "v.settings",
        "v.saved_at",
        "v.logo_image_id as kept",
        "m.logo_image_id as current",
      ])
      .where("v.merchant_id", "=", merchantOf(request).id)
      .orderBy("v.version", "desc")
      .execute();
    return {
      items: rows.map(({ version, settings, saved_at, kept, current }, index) => {
        const isCurrent = index === 0;
        const imageId = isCurrent ? current : kept;
        return { version, settings, imageId, savedAt: saved_at.toISOString(), isCurrent };
      }),
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
          .select(["settings", "logo_image_id as imageId"])
          .where("merchant_id", "=", merchantId)
          .where("version", "=", readId(params.version, "not_found"))
          .executeTakeFirst();
        if (!kept) throw new Problem("not_found");
        const settings = JSON.stringify(kept.settings);
        await trx.updateTable("themes").set({ settings }).where("merchant_id", "=", merchantId).execute();
        // After the theme: the logo of this moment belongs to the look that is replaced. One that is gone is not put back.
        if (kept.imageId === null || (await isImageOf(trx, merchantId, kept.imageId)))
          await trx
            .updateTable("merchants")
            .set({ logo_image_id: kept.imageId })
            .where("id", "=", merchantId)
            .execute();
        return orderTheme(config, kept.settings);
      });
    },
  );
}
