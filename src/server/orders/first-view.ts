/** Telling the merchant that an invoice was opened for the first time, by a person and not by a program. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { sql } from "kysely";
import { readOrderNumber } from "#core/crockford.ts";
import type { Services } from "../services.ts";

type Parts = Pick<Services, "db" | "log">;

/** Orders that this process knows to be viewed; the oldest make room. */
const mostRemembered = 10_000;

/**
 * Notes the first view of every order whose page is shown, after the page is out: no response waits for it. Messengers
 * that draw a preview of a link, crawlers and browsers that fetch ahead are no views.
 */
export function mountFirstViews(app: FastifyInstance, services: Parts): void {
  const known = new Set<string>();
  app.addHook("onResponse", async (request, reply) => {
    if (reply.statusCode !== 200 || !isOpenedByPerson(request)) return;
    const orderNumber = readOrderNumber(String(Object(request.params).orderNumber ?? ""));
    if (orderNumber === null || known.has(orderNumber)) return;
    try {
      await noteFirstView(services, orderNumber);
      known.add(orderNumber);
      const [oldest] = known;
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
    } catch (error) {
      services.log.warn("first view not noted", { requestId: request.id, error });
    }
  });
}

/** Writes `invoice.viewed` unless it is written. */
export async function noteFirstView({ db }: Pick<Services, "db">, orderNumber: string): Promise<void> {
  await sql`
    insert into events (merchant_id, order_id, type, data)
    select o.merchant_id, o.id, 'invoice.viewed', jsonb_build_object('orderNumber', o.order_number)
    from orders o
    where o.order_number = ${orderNumber}
      and not exists (select from events e where e.order_id = o.id and e.type = 'invoice.viewed')
    on conflict (order_id) where type = 'invoice.viewed' do nothing`.execute(db.kysely);
}

/** A page of an order, asked for by a browser in front of a person. */
function isOpenedByPerson({ method, routeOptions, headers }: FastifyRequest): boolean {
  if (method !== "GET" || !routeOptions.url?.startsWith("/pay/")) return false;
  if (headers["sec-purpose"] !== undefined || headers["purpose"] !== undefined) return false;
  const agent = headers["user-agent"];
  return agent !== undefined && agent !== "" && !isbot(agent);
}
