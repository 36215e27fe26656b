/**
 * Tells a buyer's page that its order has changed, as server-sent events without content: the page asks what it is then, by the ways
 * that it has. One look for all pages that wait on a server, however many they are, and none while nothing happens.
 */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { orderNumberParams } from "#contract/common.ts";
import { limits } from "#core/limits.ts";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { loadOrder } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { onEventsPlaced } from "./event-readers.ts";

/** A page that waits, and what its order was when it last looked. */
type Waiting = { readonly orderId: number; known: string; readonly tell: () => void };

type Parts = Pick<Services, "db" | "log">;

/** Mounts the stream. Pages of orders that are over have nothing to wait for: 204, after which a browser does not come again. */
export function mountOrderChanges(app: FastifyInstance, services: Parts): void {
  const open = new Set<Waiting>();
  const end = onEventsPlaced(services.db.kysely, lookSoon(services, open));
  const stopping = new AbortController();
  app.addHook("preClose", async () => {
    end();
    stopping.abort();
  });
  const options = { schema: { params: orderNumberParams }, exposeHeadRoute: false };
  app.get("/rest/pay/orderChanges/:orderNumber", options, async (request, reply) => {
    const { orderNumber } = orderNumberParams.parse(request.params);
    const order = await loadOrder(services.db.pool, orderNumber);
    if (!order) throw new Problem("order_not_found");
    void reply.header("cache-control", "no-store");
    if (!orderStatusFacts[order.status].payable) return reply.status(204).send();
    if (open.size >= limits.orderStreamsPerServer) throw new Problem("service_unavailable");
    const stream = new Readable({ read: () => {} });
    const waiting: Waiting = {
      orderId: order.id,
      known: stateOf(order),
      tell: () => stream.push("data: changed\n\n"),
    };
    const close = (): void => {
      open.delete(waiting);
      clearTimeout(over);
      stopping.signal.removeEventListener("abort", close);
      if (!stream.destroyed) stream.push(null);
    };
    const over = setTimeout(close, timing.orderStreamMs).unref();
    stopping.signal.addEventListener("abort", close, { once: true });
    reply.raw.once("close", close);
    open.add(waiting);
    stream.push(`retry: ${timing.orderStreamRetryMs}\n\n`);
    return reply.type("text/event-stream; charset=utf-8").header("x-accel-buffering", "no").send(stream);
  });
}

/** Events come in crowds: one look for those of a moment, and one more where some came during it. */
function lookSoon({ db, log }: Parts, open: ReadonlySet<Waiting>): () => void {
  let isLooking = false;
  let isWanted = false;
  const look = async (): Promise<void> => {
    if (isLooking) {
      isWanted = true;
      return;
    }
    isLooking = true;
    try {
      do {
        isWanted = false;
        if (open.size > 0) await tellChanged(db, open);
      } while (isWanted);
    } catch (error) {
      log.warn("pages not told of changes", { error });
    } finally {
      isLooking = false;
    }
  };
  return () => void look();
}

async function tellChanged({ kysely }: Services["db"], open: ReadonlySet<Waiting>): Promise<void> {
  const ids = [...new Set([...open].map(({ orderId }) => orderId))];
  const { rows } = await sql<{ id: number; status: OrderStatus; refunded_total: number }>`
    select id, status, refunded_total from orders where id = any(${ids}::bigint[])`.execute(kysely);
  const now = new Map(rows.map((row) => [row.id, stateOf(row)]));
  for (const waiting of open) {
    const state = now.get(waiting.orderId);
    if (state === undefined || state === waiting.known) continue;
    waiting.known = state;
    waiting.tell();
  }
}

function stateOf(order: { readonly status: OrderStatus; readonly refunded_total: number }): string {
  return `${order.status} ${order.refunded_total}`;
}
