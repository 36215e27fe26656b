/** Events in the merchant API. */
import type { FastifyInstance } from "fastify";
import { eventCalls } from "#contract/events.ts";
import { pageSizes } from "#contract/merchant-common.ts";
import { payloadVersions } from "#core/event-types.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import type { Services } from "../services.ts";
import { isLivemode } from "../settings/world.ts";
import { toEvent } from "./event-model.ts";
import { readAfter, readTypes } from "./event-query.ts";
import { findEvent, latestEvent, listEvents } from "./event-store.ts";
import { mountEventStream } from "./stream-route.ts";

const [version] = payloadVersions;

/** Mounts the calls in a scope that requires an API key. */
export function mountEventCalls(
  scope: FastifyInstance,
  services: Pick<Services, "db" | "clock" | "config">,
): void {
  const db = services.db.kysely;
  mountEventStream(scope, services);

  mountCall(scope, eventCalls, "GET /api/v1/events", async ({ query }, { request }) => {
    const merchant = merchantOf(request);
    const merchantId = merchant.id;
    const limit = query.limit ?? pageSizes.usual;
    const types = query.type === undefined ? null : readTypes(query.type);
    if (query.after === "latest") {
      const latest = await latestEvent(db, merchantId);
      return { items: [], hasMore: false, nextAfter: latest?.public_id ?? null };
    }
    const after = query.after === undefined ? 0 : await readAfter(db, { merchantId, after: query.after });
    const rows = await listEvents(db, { merchantId, after, types, limit: limit + 1 });
    const livemode = isLivemode(services.config, merchant);
    const items = rows.slice(0, limit).map((row) => toEvent(row, { version, livemode }));
    return { items, hasMore: rows.length > limit, nextAfter: items.at(-1)?.id ?? query.after ?? null };
  });

  mountCall(scope, eventCalls, "GET /api/v1/events/:eventId", async ({ params }, { request }) => {
    const merchant = merchantOf(request);
    const found = await findEvent(db, { merchantId: merchant.id, publicId: params.eventId });
    if (!found) throw new Problem("not_found");
    return toEvent(found.row, { version, livemode: isLivemode(services.config, merchant) });
  });
}
