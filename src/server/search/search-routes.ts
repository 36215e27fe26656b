/** The search of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { searchCalls, searchLimits } from "#contract/search.ts";
import { mountCall } from "../http/mount.ts";
import { merchantOf } from "../merchant-api/authenticate.ts";
import type { Services } from "../services.ts";
import { find } from "./find.ts";
import { readSearch } from "./read-query.ts";

/** Mounts the call in a scope that requires an API key. It changes nothing, and nothing of what was typed is kept. */
export function mountSearchCall(scope: FastifyInstance, { db }: Pick<Services, "db">): void {
  mountCall(scope, searchCalls, "POST /api/v1/search", async ({ body }, { request }) => ({
    hits: await find(db.kysely, {
      merchantId: merchantOf(request).id,
      query: readSearch(body.query),
      limit: body.limit ?? searchLimits.usual,
    }),
  }));
}
