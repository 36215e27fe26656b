/** Views of lists. Every statement is filtered by the merchant, and a colleague's own view is not there. */
import type { FastifyInstance } from "fastify";
import { type Kysely, sql, type Transaction } from "kysely";
import { type ListView, listViewCalls, longestViewName, mostListViews } from "#contract/list-views.ts";
import { Problem } from "#core/problem.ts";
import { cleanText } from "#core/text.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { mountCall } from "../http/mount.ts";
import { maySee, merchantOf } from "./authenticate.ts";
import { sessionOf } from "./authenticate-person.ts";
import { lockMerchant } from "./merchant-settings.ts";
import type { MerchantApiServices } from "./mount-merchant-api.ts";
import { wrongFields } from "./validation.ts";

/** Who arranges the shop's pages arranges what all colleagues have above their lists, too. */
const mayShare = "theme.manage";

/** Mounts the calls in a scope of people who are signed in. */
export function mountListViewCalls(scope: FastifyInstance, { db, clock }: MerchantApiServices): void {
  mountCall(scope, listViewCalls, "GET /api/v1/list-views", async ({ query }, { request }) => {
    const rows = await selectViews(db.kysely, ownersOf(request))
      .where("list", "=", query.list)
      .orderBy("created_at")
      .orderBy("id")
      .execute();
    return { items: rows.map(toView) };
  });

  mountCall(scope, listViewCalls, "PUT /api/v1/list-views/:viewId", async ({ params, body }, { request }) => {
    const by = ownersOf(request);
    const name = cleanText(body.name, longestViewName);
    if (name === "") throw wrongFields([{ path: "name", code: "required", message: "must not be empty" }]);
    const owner = body.isShared ? null : by.personId;
    if (owner === null) requireSharing(request);
    const row = { list: body.list, name, filters: JSON.stringify(body.filters), person_id: owner };
    return await runInTransaction(db.kysely, async (trx) => {
      await lockMerchant(trx, by.merchantId);
      const before = await claim(trx, by, params.viewId);
      if (before?.person_id === null) requireSharing(request);
      if (before?.list !== body.list || before.person_id !== owner)
        await requireRoom(trx, { merchantId: by.merchantId, list: body.list, owner });
      await trx
        .insertInto("list_views")
        .values({ ...row, merchant_id: by.merchantId, id: params.viewId, created_at: new Date(clock.now()) })
        .onConflict((same) => same.columns(["merchant_id", "id"]).doUpdateSet(row))
        .execute();
      return toView(await selectViews(trx, by).where("id", "=", params.viewId).executeTakeFirstOrThrow());
    });
  });

  mountCall(scope, listViewCalls, "DELETE /api/v1/list-views/:viewId", async ({ params }, { request }) => {
    const by = ownersOf(request);
    await runInTransaction(db.kysely, async (trx) => {
      await lockMerchant(trx, by.merchantId);
      const found = await claim(trx, by, params.viewId);
      if (found === null) throw new Problem("not_found");
      if (found.person_id === null) requireSharing(request);
      await trx
        .deleteFrom("list_views")
        .where("merchant_id", "=", by.merchantId)
        .where("id", "=", params.viewId)
        .execute();
    });
    return { isDone: true } as const;
  });
}

type Request = Parameters<typeof merchantOf>[0];

type Owners = { readonly merchantId: number; readonly personId: number };

const ownersOf = (request: Request): Owners => ({
  merchantId: merchantOf(request).id,
  personId: sessionOf(request).personId,
});

function requireSharing(request: Request): void {
  if (!maySee(merchantOf(request), mayShare)) throw new Problem("permission_missing");
}

type Db = Kysely<Schema> | Transaction<Schema>;

/** The person's own and the shared ones. */
function selectViews(db: Db, { merchantId, personId }: Owners) {
  return db
    .selectFrom("list_views")
    .select(["id", "list", "name", "filters", "person_id", "created_at"])
    .where("merchant_id", "=", merchantId)
    .where(({ eb, or }) => or([eb("person_id", "is", null), eb("person_id", "=", personId)]));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectViews>["executeTakeFirstOrThrow"]>>;

/**
 * A view before it is changed; null where there is none yet.
 * @throws Problem `not_found` for a colleague's own
 */
async function claim(trx: Transaction<Schema>, { merchantId, personId }: Owners, id: string) {
  const found = await trx
    .selectFrom("list_views")
    .select(["list", "person_id"])
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!found) return null;
  if (found.person_id !== null && found.person_id !== personId) throw new Problem("not_found");
  return found;
}

type Room = { readonly merchantId: number; readonly list: string; readonly owner: number | null };

/** Under the lock of the merchant's row: two that are kept at the same time are both counted. */
async function requireRoom(trx: Transaction<Schema>, { merchantId, list, owner }: Room): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from list_views
    where merchant_id = ${merchantId} and list = ${list} and person_id is not distinct from ${owner}`.execute(
    trx,
  );
  if ((rows[0]?.count ?? 0) < mostListViews) return;
  const message = `at most ${mostListViews} views of a list; remove one first`;
  throw wrongFields([{ path: "", code: "too_many", message }]);
}

function toView({ person_id, created_at, ...row }: Row): ListView {
  return { ...row, isShared: person_id === null, createdAt: created_at.toISOString() };
}
