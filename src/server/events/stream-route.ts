/** The stream of events in the merchant API. */
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { problemsOfCall } from "#contract/call-problems.ts";
import type { CallShape } from "#contract/contract.ts";
import { type EventModel, eventCalls } from "#contract/events.ts";
import { limits } from "#core/limits.ts";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { actorOf, merchantOf } from "../merchant-api/authenticate.ts";
import { isStillAllowed } from "../merchant-api/still-allowed.ts";
import type { Services } from "../services.ts";
import { isLivemode } from "../settings/world.ts";
import { readAfter, readTypes } from "./event-query.ts";
import { streamEvents } from "./event-stream.ts";
import { eventFor, typesFor } from "./events-for-reader.ts";

type StreamQuery = { readonly after?: string; readonly type?: string };

/** Mounts the call in a scope that requires an API key. The streams of a server that closes end at once. */
export function mountEventStream(
  scope: FastifyInstance,
  { db, clock, config }: Pick<Services, "db" | "clock" | "config">,
): void {
  const open = new Map<FastifyRequest, { readonly caller: string; readonly stop: () => void }>();
  scope.addHook("preClose", async () => {
    for (const { stop } of open.values()) stop();
  });
  const key = "GET /api/v1/events/stream";
  const shape: CallShape = eventCalls[key];
  const options = {
    schema: { querystring: shape.query },
    config: { problems: new Set(problemsOfCall(key, shape)) },
    exposeHeadRoute: false,
  };
  scope.get("/api/v1/events/stream", options, async (request, reply) => {
    const merchant = merchantOf(request);
    const caller = actorOf(merchant);
    const own = [...open.values()].filter((one) => one.caller === caller);
    if (own.length >= limits.eventStreamsPerCaller)
      throw new Problem("rate_limited", { retryAfterSeconds: 10 });
    // Validated by the call's own schema.
    const query = request.query as StreamQuery;
    const stopping = new AbortController();
    open.set(request, { caller, stop: () => stopping.abort() });
    reply.raw.once("close", () => {
      open.delete(request);
      stopping.abort();
    });
    // A browser that continues names where it was, in place of where it began.
    const after = request.headers["last-event-id"]?.toString() || (query.after ?? "latest");
    const types = typesFor(merchant, query.type === undefined ? null : readTypes(query.type));
    const position = await readAfter(db.kysely, { merchantId: merchant.id, after });
    const livemode = isLivemode(config, merchant);
    const wanted = { merchantId: merchant.id, livemode, after: position, types };
    const reader = {
      isAllowed: () =>
        isStillAllowed({ db, clock }, merchant, { method: "GET", url: "/api/v1/events/stream" }),
      shown: (event: EventModel) => eventFor(merchant, event),
    };
    const events = streamEvents({ db: db.kysely, clock }, wanted, reader, stopping.signal);
    // Of a reader that takes nothing for so long there is nothing to hope for.
    reply.raw.setTimeout(timing.exportIdleMs, () => reply.raw.destroy());
    return reply
      .type("text/event-stream; charset=utf-8")
      .header("cache-control", "no-store")
      .header("x-content-type-options", "nosniff")
      .header("x-accel-buffering", "no")
      .send(Readable.from(events, { objectMode: false, highWaterMark: 64 * 1024 }));
  });
}
