/**
 * Tells a buyer's page that its order has changed, as server-sent events without content: the page asks what it is then, by the ways
 * that it has. One look for all pages that wait on a server, however many they are, and none while nothing happens.
 */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { orderNumberParams } from "#contract/common.ts";
import { limits } from "#core/limits.ts";
import { orderChangesAddress } from "#core/order-changes.ts";
import { Problem } from "#core/problem.ts";
import { isOpen } from "#core/status-groups.ts";
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";
import { onEventsPlaced } from "./event-readers.ts";
import { isBeingPaid, loadShown, loadShownOf, type ShownOrder, stateOf } from "./shown-order.ts";

/** A page that waits, and what its order was when it last looked. */
type Waiting = { readonly orderId: number; known: string; readonly tell: () => void };

type Parts = Pick<Services, "db" | "log" | "clock">;

/** Mounts the stream. Pages of orders that are over have nothing to wait for: 204, after which a browser does not come again. */
export function mountOrderChanges(app: FastifyInstance, services: Parts): void {
  const open = new Set<Waiting>();
  const stopping = new AbortController();
  const look = lookSoon(services, open, stopping.signal);
  const end = onEventsPlaced(services.db.kysely, look);
  app.addHook("preClose", async () => {
    end();
    stopping.abort();
  });
  const options = { schema: { params: orderNumberParams }, exposeHeadRoute: false };
  app.get(`${orderChangesAddress}:orderNumber`, options, async (request, reply) => {
    const { orderNumber } = orderNumberParams.parse(request.params);
    const order = await loadShown(services.db.kysely, orderNumber);
    if (!order) throw new Problem("order_not_found");
    void reply.header("cache-control", "no-store");
    if (!isOpen(order.status)) return reply.status(204).send();
    if (open.size >= limits.orderStreamsPerServer) throw new Problem("service_unavailable");
    const stream = new Readable({ read: () => {} });
    const now = services.clock.now();
    const waiting: Waiting = {
      orderId: order.id,
      known: stateOf(order, now),
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
    // What happened after the page was written and before it listens is in `known` already: the page looks whether it shows that.
    if (isBeingPaid(order, now)) look();
    else if (order.has_just_changed) waiting.tell();
    return reply.type("text/event-stream; charset=utf-8").header("x-accel-buffering", "no").send(stream);
  });
}

/**
 * Events come in crowds: one look for those of a moment, and one more where some came during it. Another follows while a provider is
 * being called: that a buyer is sent to the bank, or gets a bill, is not an event.
 */
function lookSoon({ db, log, clock }: Parts, open: ReadonlySet<Waiting>, stopping: AbortSignal): () => void {
  let isLooking = false;
  let isWanted = false;
  let isResting = false;
  const look = async (): Promise<void> => {
    if (isLooking) {
      isWanted = true;
      return;
    }
    isLooking = true;
    let isAnyPaid = false;
    try {
      do {
        isWanted = false;
        if (open.size > 0) isAnyPaid = await tellChanged(db, open, clock.now());
      } while (isWanted);
    } catch (error) {
      log.warn("pages not notified of changes", { error });
    } finally {
      isLooking = false;
    }
    if (!isAnyPaid || isResting) return;
    isResting = true;
    await clock.sleep(timing.orderLookAgainMs, stopping);
    isResting = false;
    if (!stopping.aborted) void look();
  };
  return () => void look();
}

/** @returns whether any of the orders is being paid at this moment: what its pages show is compared when that has ended. */
async function tellChanged(
  { kysely }: Services["db"],
  open: ReadonlySet<Waiting>,
  now: number,
): Promise<boolean> {
  const ids = [...new Set([...open].map(({ orderId }) => orderId))];
  const orders = new Map<number, ShownOrder>();
  for (const order of await loadShownOf(kysely, ids)) orders.set(order.id, order);
  for (const waiting of open) {
    const order = orders.get(waiting.orderId);
    if (!order || isBeingPaid(order, now)) continue;
    const state = stateOf(order, now);
    if (state === waiting.known) continue;
    waiting.known = state;
    waiting.tell();
  }
  return [...orders.values()].some((order) => isBeingPaid(order, now));
}
