/** Reports of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { clientStatementCalls } from "#contract/client-statement.ts";
import { dailyCloseCalls } from "#contract/daily-close.ts";
import { funnelCalls } from "#contract/funnel.ts";
import { homeCalls } from "#contract/home.ts";
import { reportCalls } from "#contract/reports.ts";
import { settlementCalls } from "#contract/settlement.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { readId } from "../merchant-api/paging.ts";
import { today } from "../reconciliation/riyadh-day.ts";
import type { Services } from "../services.ts";
import { isLivemode } from "../settings/world.ts";
import { readTerms, storeTerms } from "./account-terms.ts";
import { readClientStatement } from "./client-statement.ts";
import { readDailyClose } from "./daily-close.ts";
import { readDue } from "./due-report.ts";
import { readFees } from "./fees-report.ts";
import { readFunnel } from "./funnel.ts";
import { readHome } from "./home.ts";
import { readReconciliation } from "./reconciliation-report.ts";
import { checkDays } from "./report-period.ts";
import { readSales } from "./sales.ts";
import { mountStatementPaper } from "./statement-paper.ts";
import { readVatReturn } from "./vat-return.ts";

/** Mounts the calls in a scope that requires an API key. */
export function mountReportCalls(scope: FastifyInstance, services: Services): void {
  const { db, config, clock } = services;
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
    return await readReconciliation(services, merchantOf(request).id, { from, to });
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

  mountCall(scope, funnelCalls, "GET /api/v1/reports/funnel", async ({ query }, { request }) => {
    checkDays(query);
    const { from, to, linkIdentity } = query;
    return await readFunnel(db.kysely, {
      merchantId: merchantOf(request).id,
      days: { from, to },
      linkIdentity,
    });
  });

  mountStatementPaper(scope, services);

  mountCall(scope, homeCalls, "GET /api/v1/home", async (_parsed, { request }) => {
    const merchant = merchantOf(request);
    const livemode = isLivemode(config, merchant);
    return await readHome(services, { merchantId: merchant.id, livemode, now: clock.now() });
  });
}

/** Mounts the calls about what providers keep and pay out, and the close of a day. */
export function mountSettlementCalls(scope: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  mountCall(scope, settlementCalls, "GET /api/v1/account-terms", async (_parsed, { request }) => ({
    items: [...(await readTerms(db.kysely, merchantOf(request).id)).values()],
  }));

  mountCall(scope, settlementCalls, "PUT /api/v1/account-terms/:method", async (given, { request }) => {
    const of = { merchantId: merchantOf(request).id, now: clock.now() };
    return await storeTerms(db.kysely, of, { ...given.params, ...given.body });
  });

  mountCall(scope, settlementCalls, "GET /api/v1/reports/fees", async ({ query }, { request }) => {
    checkDays(query);
    const { from, to } = query;
    return await readFees(db.kysely, merchantOf(request).id, { from, to });
  });

  mountCall(scope, settlementCalls, "GET /api/v1/reports/due", (_parsed, { request }) =>
    readDue(services, merchantOf(request).id),
  );

  mountCall(scope, dailyCloseCalls, "GET /api/v1/reports/close", ({ query }, { request }) =>
    readDailyClose(services, merchantOf(request).id, query.day ?? today(clock.now())),
  );
}
