/** What was done in a shop, for its owner. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { CallParsed } from "#contract/contract.ts";
import type { Act, peopleCalls } from "#contract/people.ts";
import type { Schema } from "#db/schema.ts";
import { readPage, toPage } from "./paging.ts";

type Query = CallParsed<(typeof peopleCalls)["GET /api/v1/audit"]>["query"];

/** A page of the acts of a merchant and of its test world, newest first; each world is read by its index, however long its log is. */
export async function readActs(
  db: Kysely<Schema>,
  merchantId: number,
  query: Query,
): Promise<{ items: Act[]; nextCursor: string | null }> {
  const page = readPage(query);
  const conditions = conditionsOf(query);
  const rows = await db
    .selectFrom("merchants as m")
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom("admin_acts as a")
          .selectAll()
          .whereRef("a.merchant_id", "=", "m.id")
          .where("a.id", "<", page.before)
          .where((where) => where.and(conditions))
          .orderBy("a.id", "desc")
          .limit(page.limit + 1)
          .as("act_of_world"),
      (join) => join.onTrue(),
    )
    .selectAll("act_of_world")
    .where((where) =>
      where.or([where("m.id", "=", merchantId), where("m.live_merchant_id", "=", merchantId)]),
    )
    .orderBy("act_of_world.id", "desc")
    .limit(page.limit + 1)
    .execute();
  const names = await namesOf(
    db,
    rows.map(({ actor }) => readActor(actor)),
  );
  return toPage(rows, page, ({ id, at, actor, role, act, subject, result, address, details }) => {
    const { kind, id: actorId } = readActor(actor);
    const name = kind === "person" ? (names.get(actorId ?? 0) ?? null) : null;
    const { before = null, after = null, fields = [] } = details ?? {};
    return {
      id,
      at: at.toISOString(),
      actor: { kind, id: actorId, name },
      role,
      act,
      subject,
      result,
      address,
      before: before && { ...before },
      after: after && { ...after },
      fields: [...fields],
    };
  });
}

/** What a query asks of the acts `a`. */
function conditionsOf({ actor, kind, since, before }: Query) {
  const isOperator = sql<SqlBool>`a.actor !~ '^(person|key) [0-9]+$'`;
  return [
    ...(actor === undefined ? [] : [actor === "operator" ? isOperator : sql<SqlBool>`a.actor = ${actor}`]),
    ...(kind === undefined ? [] : [sql<SqlBool>`a.kind = ${kind}`]),
    ...(since === undefined ? [] : [sql<SqlBool>`a.at >= ${new Date(since)}`, idsFrom(new Date(since))]),
    ...(before === undefined ? [] : [sql<SqlBool>`a.at < ${new Date(before)}`, idsBelow(new Date(before))]),
  ];
}

/** Longer than any transaction lives: one that began earlier may have written its act, with the instant of its beginning, later. */
const longestTransaction = sql`interval '1 hour'`;

/** The log is read by its ids, which grow with time: two look-ups by time say which ids its part is between. */
function idsFrom(since: Date): RawBuilder<SqlBool> {
  return sql`a.id > coalesce((select id from admin_acts where merchant_id = m.id and at < ${since}::timestamptz - ${longestTransaction}
    order by at desc limit 1), 0)`;
}

function idsBelow(before: Date): RawBuilder<SqlBool> {
  return sql`a.id < coalesce((select id from admin_acts where merchant_id = m.id and at > ${before}::timestamptz + ${longestTransaction}
    order by at limit 1), 9223372036854775807)`;
}

type Actor = { readonly kind: "person" | "key" | "operator"; readonly id: number | null };

function readActor(actor: string): Actor {
  const [, kind, id] = /^(person|key) (\d+)$/.exec(actor) ?? [];
  return kind === undefined
    ? { kind: "operator", id: null }
    : { kind: kind === "key" ? "key" : "person", id: Number(id) };
}

async function namesOf(db: Kysely<Schema>, actors: readonly Actor[]): Promise<ReadonlyMap<number, string>> {
  const ids = actors.flatMap(({ kind, id }) => (kind === "person" && id !== null ? [id] : []));
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("persons").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
