/** Events in the merchant API. */
import type { FastifyInstance } from "fastify";
import { eventCalls } from "#contract/events.ts";
import { pageSizes } from "#contract/merchant-common.ts";
import { type EventType, eventTypes, payloadVersions } from "#core/event-types.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import { wrongFields } from "../merchant-api/validation.ts";
import type { Services } from "../services.ts";
import { toEvent } from "./event-model.ts";
import { findEvent, listEvents } from "./event-store.ts";

const [version] = payloadVersions;

/** Mounts the calls in a scope that requires an API key. */
export function mountEventCalls(scope: FastifyInstance, services: Pick<Services, "db">): void {
  const db = services.db.kysely;

  mountCall(scope, eventCalls, "GET /api/v1/events", async ({ query }, { request }) => {
    const merchantId = merchantOf(request).id;
    const limit = query.limit ?? pageSizes.usual;
    const types = query.type === undefined ? null : readTypes(query.type);
    const last =
      query.after === undefined ? null : await findEvent(db, { merchantId, publicId: query.after });
    if (query.after !== undefined && !last)
      throw wrongFields([
        { path: "after", code: "invalid_cursor", message: "not the id of an event of yours" },
      ]);
    const rows = await listEvents(db, { merchantId, after: last?.position ?? 0, types, limit: limit + 1 });
    return {
      items: rows.slice(0, limit).map((row) => toEvent(row, version)),
      hasMore: rows.length > limit,
    };
  });

  mountCall(scope, eventCalls, "GET /api/v1/events/:eventId", async ({ params }, { request }) => {
    const found = await findEvent(db, { merchantId: merchantOf(request).id, publicId: params.eventId });
    if (!found) throw new Problem("not_found");
    return toEvent(found.row, version);
  });
}

/**
 * Reads a list of types.
 * @throws Problem `validation_failed` for one that there is not
 */
function readTypes(text: string): readonly EventType[] {
  return text.split(",").map((name) => {
    const type = eventTypes.find((known) => known === name.trim());
    if (!type)
      throw wrongFields([{ path: "type", code: "unknown_type", message: `there are no events "${name}"` }]);
    return type;
  });
}
