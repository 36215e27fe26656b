/** When a buyer opened an invoice, first and last, and how often: by a person and not by a program, nor from the console. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { type Kysely, sql } from "kysely";
import { readOrderNumber } from "#core/crockford.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Of which thing the route's page counts as a view (web/routes.ts); absent for all but pages. */
    readonly views?: "invoice" | "product" | null;
  }
}

type Parts = Pick<Services, "db" | "log" | "clock" | "config">;

/** Orders of which this process knows their last view; the oldest make room. */
const mostRemembered = 10_000;

/**
 * Notes the views of every order whose page is shown, after the page is out: no response waits for it. Messengers
 * that draw a preview of a link, crawlers, browsers that fetch ahead and the shop's own look from the console are no views.
 */
export function mountOrderViews(app: FastifyInstance, services: Parts): void {
  const { clock, log } = services;
  const lastNoted = new Map<string, number>();
  app.addHook("onResponse", async (request, reply) => {
    if (request.routeOptions.config.views !== "invoice" || reply.statusCode !== 200) return;
    if (!isOpenedByBuyer(request, services.config.consoleUrl)) return;
    const orderNumber = readOrderNumber(String(Object(request.params).orderNumber ?? ""));
    if (orderNumber === null) return;
    const now = clock.now();
    const last = lastNoted.get(orderNumber);
    if (last !== undefined && now < last + timing.newViewAfterMs) return;
    try {
      await noteView(services, orderNumber);
      lastNoted.delete(orderNumber);
      lastNoted.set(orderNumber, now);
      const [oldest] = lastNoted.keys();
      if (lastNoted.size > mostRemembered && oldest !== undefined) lastNoted.delete(oldest);
    } catch (error) {
      log.warn("view not noted", { requestId: request.id, error });
    }
  });
}

/**
 * Counts a view, unless one was counted a short while ago (`timing.newViewAfterMs`): the pages that a buyer goes through while
 * paying are one view. The first one writes `invoice.viewed`.
 */
export async function noteView(
  { db, clock }: Pick<Services, "db" | "clock">,
  orderNumber: string,
): Promise<void> {
  const at = new Date(clock.now());
  const newSince = new Date(clock.now() - timing.newViewAfterMs);
  await sql`
    with viewed as (
      insert into order_views as v (merchant_id, order_id, first_at, last_at, views)
      select merchant_id, id, ${at}, ${at}, 1 from orders where order_number = ${orderNumber}
      on conflict (merchant_id, order_id) do update set last_at = excluded.last_at, views = v.views + 1
        where v.last_at <= ${newSince}
      returning merchant_id, order_id, views
    )
    insert into events (merchant_id, order_id, type, data)
    select merchant_id, order_id, 'invoice.viewed', jsonb_build_object('orderNumber', ${orderNumber}::text)
    from viewed where views = 1
    on conflict (order_id) where type = 'invoice.viewed' do nothing`.execute(db.kysely);
}

/** The views of an order; undefined before the first. */
export async function readViews(
  db: Kysely<Schema>,
  { merchantId, orderId }: { readonly merchantId: number; readonly orderId: number },
): Promise<{ readonly first_at: Date; readonly last_at: Date; readonly views: number } | undefined> {
  return db
    .selectFrom("order_views")
    .select(["first_at", "last_at", "views"])
    .where("merchant_id", "=", merchantId)
    .where("order_id", "=", orderId)
    .executeTakeFirst();
}

/** Asked for by a browser in front of a person who does not come from the console. */
export function isOpenedByBuyer(
  { method, headers }: Pick<FastifyRequest, "method" | "headers">,
  consoleUrl: string | null,
): boolean {
  if (method !== "GET") return false;
  if (headers["sec-purpose"] !== undefined || headers["purpose"] !== undefined) return false;
  if (consoleUrl !== null && headers.referer?.startsWith(`${new URL(consoleUrl).origin}/`)) return false;
  const agent = headers["user-agent"];
  return agent !== undefined && agent !== "" && !isbot(agent);
}
