/** Refunds of all of a merchant's invoices. */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { refundCalls } from "#contract/refunds.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import type { Services } from "../services.ts";
import type { ApiMerchant } from "./api-merchant.ts";
import { merchantOf } from "./authenticate.ts";
import { linkOptions } from "./invoice-model.ts";
import { ofOrder } from "./invoice-search.ts";
import { selectRefunds, toRefund } from "./refund-routes.ts";
import { paymentsSince } from "./seen-by-role.ts";
import { isAfter, placeOf, readTimePage, toTimePage } from "./time-paging.ts";

const listName = "refunds";

/** Mounts the calls in a scope that requires an API key. */
export function mountRefundListCalls(
  scope: FastifyInstance,
  { db, config, clock }: Pick<Services, "db" | "config" | "clock">,
): void {
  const ofMerchant = (merchant: ApiMerchant) => {
    const since = paymentsSince(merchant, clock.now());
    const all = selectRefunds(db.kysely).where("r.merchant_id", "=", merchant.id);
    return since === null ? all : all.where("r.created_at", ">=", since);
  };

  mountCall(scope, refundCalls, "GET /api/v1/refunds", async ({ query }, { request }) => {
    const page = readTimePage(listName, query);
    let rows = ofMerchant(merchantOf(request))
      .select(placeOf(sql.ref("r.created_at")).as("place"))
      .where(isAfter(page, sql.ref("r.created_at"), sql.ref("r.id")))
      .orderBy("r.created_at", "desc")
      .orderBy("r.id", "desc")
      .limit(page.limit + 1);
    if (query.state !== undefined) rows = rows.where("r.state", "=", query.state);
    if (query.method !== undefined) rows = rows.where("r.method", "=", query.method);
    if (query.order !== undefined)
      rows = rows.where(
        ofOrder(sql.ref("r.order_id"), { merchantId: merchantOf(request).id, typed: query.order }),
      );
    if (query.createdSince !== undefined)
      rows = rows.where("r.created_at", ">=", new Date(query.createdSince));
    if (query.createdBefore !== undefined)
      rows = rows.where("r.created_at", "<", new Date(query.createdBefore));
    return toTimePage(listName, page, {
      rows: await rows.execute(),
      idOf: ({ id }) => id,
      toItem: (row) => toRefund(row, linkOptions(config, merchantOf(request))),
    });
  });

  mountCall(scope, refundCalls, "GET /api/v1/refunds/:refundId", async ({ params }, { request }) => {
    const row = await ofMerchant(merchantOf(request)).where("r.id", "=", params.refundId).executeTakeFirst();
    if (!row) throw new Problem("not_found");
    return toRefund(row, linkOptions(config, merchantOf(request)));
  });
}
