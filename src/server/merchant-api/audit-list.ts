/** What was done in a shop, for its owner. */
import type { Kysely } from "kysely";
import type { Act } from "#contract/people.ts";
import type { Schema } from "#db/schema.ts";
import { readPage, toPage } from "./paging.ts";

type Query = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** A page of the acts of a merchant and of its test world, newest first. */
export async function readActs(
  db: Kysely<Schema>,
  merchantId: number,
  query: Query,
): Promise<{ items: Act[]; nextCursor: string | null }> {
  const page = readPage(query);
  const worlds = db
    .selectFrom("merchants")
    .select("id")
    .where((where) => where.or([where("id", "=", merchantId), where("live_merchant_id", "=", merchantId)]));
  const rows = await db
    .selectFrom("admin_acts")
    .selectAll()
    .where("merchant_id", "in", worlds)
    .where("id", "<", page.before)
    .orderBy("id", "desc")
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
