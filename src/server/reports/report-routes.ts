/** Reports of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { clientStatementCalls } from "#contract/client-statement.ts";
import { homeCalls } from "#contract/home.ts";
import { reportCalls } from "#contract/reports.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { readId } from "../merchant-api/paging.ts";
import type { Services } from "../services.ts";
import { isLivemode } from "../settings/world.ts";
import { readClientStatement } from "./client-statement.ts";
import { readHome } from "./home.ts";
import { readReconciliation } from "./reconciliation-report.ts";
import { checkDays } from "./report-period.ts";
import { readSales } from "./sales.ts";
import { readVatReturn } from "./vat-return.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountReportCalls(
  scope: FastifyInstance,
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
): void {
  mountCall(scope, reportCalls, "GET /api/v1/reports/vat", async ({ query }, { request }) => {
    checkDays(query);
    const { serverUrl } = config;
    const { from, to } = query;
    return await readVatReturn(db.kysely, {
      merchantId: merchantOf(request).id,
      days: { from, to },
      serverUrl,
    });
  });

  mountCall(scope, reportCalls, "GET /api/v1/reports/sales", async ({ query }, { request }) => {
    checkDays(query);
    const { from, to, by = "method" } = query;
    return await readSales(db.kysely, { merchantId: merchantOf(request).id, days: { from, to }, by });
  });

  mountCall(scope, reportCalls, "GET /api/v1/reports/reconciliation", async ({ query }, { request }) => {
    checkDays(query);
    const { from, to } = query;
    return await readReconciliation(db.kysely, merchantOf(request).id, { from, to });
  });

  mountCall(
    scope,
    clientStatementCalls,
    "GET /api/v1/clients/:clientId/statement",
    async ({ params, query }, { request }) => {
      const by = { merchantId: merchantOf(request).id, id: readId(params.clientId, "not_found") };
      return await readClientStatement(db.kysely, { by, query, now: clock.now() });
    },
  );

  mountCall(scope, homeCalls, "GET /api/v1/home", async (_parsed, { request }) => {
    const merchant = merchantOf(request);
    const livemode = isLivemode(config, merchant);
    return await readHome(db.kysely, { merchantId: merchant.id, livemode, now: clock.now() });
  });
}
