/** The search of the merchant API. Every statement is filtered by the merchant. */
import type { FastifyInstance } from "fastify";
import { searchCalls, searchLimits } from "#contract/search.ts";
import { mountCall } from "../http/mount.ts";
import { maySee, merchantOf } from "../merchant-api/authenticate.ts";
import { paymentsSince } from "../merchant-api/seen-by-role.ts";
import type { Services } from "../services.ts";
import { find } from "./find.ts";
import { readSearch } from "./read-query.ts";

/** Mounts the call in a scope that requires an API key. It changes nothing, and nothing of what was typed is kept. */
export function mountSearchCall(scope: FastifyInstance, { db, clock }: Pick<Services, "db" | "clock">): void {
  mountCall(scope, searchCalls, "POST /api/v1/search", async ({ body }, { request }) => {
    const merchant = merchantOf(request);
    const hits = await find(db.kysely, {
      merchantId: merchant.id,
      query: readSearch(body.query),
      limit: body.limit ?? searchLimits.usual,
      types: body.types ?? null,
      showsClients: maySee(merchant, "customers.read"),
      paymentsSince: paymentsSince(merchant, clock.now()),
    });
    return { hits };
  });
}
