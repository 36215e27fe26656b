/** The directory of a merchant's clients. Every statement is filtered by the merchant: another's client is not there. */
import type { FastifyInstance } from "fastify";
import { type RawBuilder, sql } from "kysely";
import { clientCalls } from "#contract/clients.ts";
import { Problem } from "#core/problem.ts";
import { mountCall } from "../http/mount.ts";
import { clientIdOf } from "../orders/issued-client.ts";
import { noteChange } from "./audit-calls.ts";
import { merchantOf } from "./authenticate.ts";
import { changeClient, lockClients, mergeClients } from "./client-changes.ts";
import { readNewClient } from "./client-input.ts";
import { isAmong, isKnown, loadClient, selectClients, toClient } from "./client-store.ts";
import { requireMatch, sendTagged } from "./etag.ts";
import { once, sendOnce } from "./idempotency.ts";
import { clientsAmong, clientsFoundBy, clientsWith, lookedAtForEach } from "./invoice-search.ts";
import { readMobileFilter } from "./mobile-filter.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { readId } from "./paging.ts";
import { isAfter, placeOf, readTimePage, type TimePage, toTimePage } from "./time-paging.ts";
import { wrongFields } from "./validation.ts";

const listName = "clients";

/** Mounts the calls in a scope that requires an API key. */
export function mountClientCalls(scope: FastifyInstance, services: MerchantApiServices): void {
  mountReading(scope, services);
  mountChanges(scope, services);
  mountMerge(scope, services);
}

function mountReading(scope: FastifyInstance, services: MerchantApiServices): void {
  const db = services.db.kysely;

  mountCall(scope, clientCalls, "GET /api/v1/clients", async ({ query }, { request }) => {
    const merchantId = merchantOf(request).id;
    const page = readClientPage(query);
    const { name, mobile, email } = query;
    const fields = { name, mobile: mobile === undefined ? mobile : readMobileFilter(mobile), email };
    const withFields = clientsWith(merchantId, fields);
    const isBehind = isAfter(page, sql.ref("e.created_at"), sql.ref("e.id"));
    const read = (found: RawBuilder<unknown> | null) =>
      selectClients(db, { merchantId, found })
        .select(placeOf(sql.ref("e.created_at")).as("place"))
        .$if(withFields !== null, (all) => all.where(isAmong(withFields)))
        .where(isBehind)
        .orderBy("e.created_at", "desc")
        .orderBy("e.id", "desc")
        .limit(page.limit + 1)
        .execute();
    const { search: typed } = query;
    // The newest alone, where they fill the page (docs/decisions/0255).
    const newest = sql`select e.id, e.name, e.legal_name from clients e
      where e.merchant_id = ${merchantId} and ${isKnown} and ${isBehind}
      order by e.created_at desc, e.id desc limit ${lookedAtForEach * (page.limit + 1)}`;
    const among = typed === undefined ? null : clientsAmong(newest, { merchantId, typed });
    const near = among === null ? [] : await read(among);
    const isFull = near.length > page.limit;
    return toTimePage(listName, page, {
      rows: isFull ? near : await read(typed === undefined ? null : clientsFoundBy(merchantId, typed)),
      idOf: ({ id }) => String(id),
      toItem: toClient,
    });
  });

  mountCall(scope, clientCalls, "GET /api/v1/clients/:clientId", async ({ params }, { request, reply }) => {
    const by = { merchantId: merchantOf(request).id, id: readId(params.clientId, "not_found") };
    return sendTagged(reply, await loadClient(db, by));
  });
}

function mountChanges(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(scope, clientCalls, "POST /api/v1/clients", async ({ body }, { request, reply }) => {
    const merchantId = merchantOf(request).id;
    const answer = await once(services, request, merchantId, async (trx) => {
      const id = await clientIdOf(trx, merchantId, readNewClient(body));
      return await loadClient(trx, { merchantId, id: id ?? 0 });
    });
    reply.header("location", `/api/v1/clients/${answer.body.id}`);
    return sendOnce(reply, answer);
  });

  mountCall(
    scope,
    clientCalls,
    "PATCH /api/v1/clients/:clientId",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const id = readId(params.clientId, "not_found");
      const answer = await once(services, request, merchantId, async (trx) => {
        const [entry] = await lockClients(trx, { merchantId, ids: [id], act: "change" });
        if (!entry) throw new Problem("not_found");
        const by = { merchantId, id: entry };
        const client = await loadClient(trx, by);
        if (request.headers["if-match"] !== undefined) requireMatch(request, client);
        return await changeClient(trx, by, body);
      });
      return sendTagged(reply, sendOnce(reply, answer));
    },
  );
}

function mountMerge(scope: FastifyInstance, services: MerchantApiServices): void {
  mountCall(
    scope,
    clientCalls,
    "POST /api/v1/clients/:clientId/merge",
    async ({ params, body }, { request, reply }) => {
      const merchantId = merchantOf(request).id;
      const id = readId(params.clientId, "not_found");
      const answer = await once(services, request, merchantId, async (trx) => {
        const [kept, double] = await lockClients(trx, {
          merchantId,
          ids: [id, body.duplicateId],
          act: "merge",
        });
        if (!kept) throw new Problem("not_found");
        const by = { merchantId, id: kept };
        const client = await loadClient(trx, by);
        if (request.headers["if-match"] !== undefined) requireMatch(request, client);
        if (id === body.duplicateId)
          throw wrongFields([
            { path: "duplicateId", code: "same_client", message: "must be another client" },
          ]);
        // Of a merge that is repeated: it is one client already.
        return kept === double ? client : await mergeClients(trx, by, double ?? 0);
      });
      noteChange(request, {
        before: { client: String(body.duplicateId) },
        after: { client: String(answer.body.id) },
      });
      return sendTagged(reply, sendOnce(reply, answer));
    },
  );
}

/** @throws Problem `validation_failed` for a cursor whose place no client can have */
function readClientPage(query: Parameters<typeof readTimePage>[1]): TimePage {
  const page = readTimePage(listName, query);
  if (page.after !== null && !/^[1-9]\d{0,14}$/.test(page.after.id))
    throw wrongFields([{ path: "cursor", code: "invalid_cursor", message: "not a cursor of this list" }]);
  return page;
}
