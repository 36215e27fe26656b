/** The request log in the merchant API. */
import type { FastifyInstance } from "fastify";
import { apiRequestCalls } from "#contract/api-requests.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "./authenticate.ts";
import { findInvoiceId } from "./invoice-store.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readPage, toPage } from "./paging.ts";
import { requestLogOf } from "./request-log.ts";

/** Mounts the call in a scope that requires an API key. */
export function mountRequestLogCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, apiRequestCalls, "GET /api/v1/requests", async ({ query }, { request }) => {
    // What this server has answered is there at once; another one's calls follow within two seconds.
    await requestLogOf(services).flush();
    const page = readPage(query);
    let rows = services.db.kysely
      .selectFrom("api_requests as r")
      .innerJoin("api_keys as k", (join) =>
        join.onRef("k.merchant_id", "=", "r.merchant_id").onRef("k.id", "=", "r.key_id"),
      )
      .select(["r.id", "r.at", "r.key_id", "k.name", "k.prefix", "r.method", "r.route", "r.status", "r.code"])
      .leftJoin("orders as o", (join) =>
        join.onRef("o.merchant_id", "=", "r.merchant_id").onRef("o.id", "=", "r.order_id"),
      )
      .select(["r.duration_ms", "r.address", "r.request_id", "o.order_number"])
      .where("r.merchant_id", "=", merchantOf(request).id)
      .where("r.id", "<", page.before);
    if (query.keyId !== undefined) rows = rows.where("r.key_id", "=", query.keyId);
    if (query.show === "refused") rows = rows.where("r.status", ">=", 400);
    if (query.order !== undefined) {
      const by = { merchantId: merchantOf(request).id, input: query.order };
      rows = rows.where("r.order_id", "=", await findInvoiceId(services.db.kysely, by));
    }
    const found = await rows
      .orderBy("r.id", "desc")
      .limit(page.limit + 1)
      .execute();
    return toPage(found, page, (row) => ({
      id: row.id,
      at: row.at.toISOString(),
      key: { id: row.key_id, name: row.name, prefix: row.prefix },
      method: row.method,
      route: row.route,
      status: row.status,
      code: row.code,
      durationMs: row.duration_ms,
      address: row.address,
      requestId: row.request_id,
      orderNumber: row.order_number,
    }));
  });
}
