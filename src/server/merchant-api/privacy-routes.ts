/** Erasing a buyer's data in the merchant API. */
import type { FastifyInstance } from "fastify";
import { privacyCalls } from "#contract/privacy.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { eraseBuyer } from "../privacy/erase-buyer.ts";
import { readBuyer } from "../privacy/read-buyer.ts";
import { merchantOf } from "./authenticate.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";

/** Mounts the call in a scope that requires an API key. The same request again finds nothing: it needs no key. */
export function mountPrivacyCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, privacyCalls, "POST /api/v1/buyers/erase", async ({ body }, { request }) => {
    const buyer = readBuyer(body.buyer);
    if (buyer === null) {
      const field = { path: "buyer", code: "invalid", message: "neither a mobile nor an e-mail address" };
      throw new Problem("validation_failed", { fields: [field] });
    }
    return await eraseBuyer(services.db.kysely, buyer, merchantOf(request).id);
  });
}
