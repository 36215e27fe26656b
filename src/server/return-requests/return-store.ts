/** Rows of the returns that buyers ask for (docs/decisions/0195), each change with its event in the same statement. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { AskedReturn, ReturnOfOrder } from "#contract/pages.ts";
import { readOrderNumber } from "#core/crockford.ts";
import type { Language } from "#core/language.ts";
import type { Minor } from "#core/money.ts";
import { type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import { type ReturnReason, type ReturnState, returnLimits } from "#core/return-request.ts";
import type { ReturnedLine } from "#db/buyer-requests-schema.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { lockOrder } from "../orders/order-moves.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

const dayMs = 24 * 60 * 60_000;

type OrderFacts = {
  readonly merchant_id: number;
  readonly order_id: number;
  readonly status: OrderStatus;
  readonly paid_at: Date | null;
  readonly captured_total: Minor;
  readonly refunded_total: Minor;
  readonly days: number | null;
  readonly is_erased: boolean;
  readonly asked: number;
  readonly state: ReturnState | null;
  readonly created_at: Date | null;
  readonly answer: string | null;
  readonly lines: readonly ReturnedLine[] | null;
};

/** An order with the last request for a return of it; null where there is no such order. */
async function findOrder(db: Db, input: string): Promise<OrderFacts | null> {
  const { rows } = await sql<OrderFacts>`
    select o.merchant_id, o.id as order_id, o.status, o.paid_at, o.captured_total, o.refunded_total,
      m.return_request_days as days,
      o.buyer_erased_at is not null as is_erased, coalesce(r.asked, 0)::int as asked, r.state, r.created_at, r.answer, r.lines
    from orders o join merchants m on m.id = o.merchant_id
    left join lateral (
      select count(*) over () as asked, state, created_at, answer, lines from return_requests
      where merchant_id = o.merchant_id and order_id = o.id order by id desc limit 1) r on true
    where o.order_number = ${readOrderNumber(input) ?? ""}`.execute(db);
  return rows[0] ?? null;
}

/** Until when a return can be asked for, or null: not of this order, or not any more. */
function openUntil(order: OrderFacts, now: number): Date | null {
  const { status, paid_at: paidAt, days, is_erased: isErased, asked, state } = order;
  const hasMoney = orderStatusFacts[status].paid && order.refunded_total < order.captured_total;
  if (!hasMoney || paidAt === null || days === null || isErased) return null;
  if (state === "requested" || asked >= returnLimits.perOrder) return null;
  const until = new Date(paidAt.getTime() + days * dayMs);
  return until.getTime() > now ? until : null;
}

/**
 * What the page of an order says of returns. Each holder of the order's address sees that one was asked for and what the shop answered; the
 * buyer's own words are for the shop.
 */
export async function loadReturn(db: Db, orderNumber: string, now: number): Promise<ReturnOfOrder> {
  const order = await findOrder(db, orderNumber);
  if (!order) return { askedUntil: null, last: null };
  return { askedUntil: openUntil(order, now)?.toISOString() ?? null, last: lastOf(order) };
}

function lastOf({ state, created_at: at, answer, lines }: OrderFacts): AskedReturn | null {
  if (state === null || at === null) return null;
  const of = lines?.map(({ position, quantity }) => ({ position, quantity: quantity / 1000 })) ?? [];
  return { state, askedAt: at.toISOString(), answer, lines: of };
}

export type NewReturn = {
  readonly reason: ReturnReason;
  readonly words: string | null;
  /** Null: the whole order. */
  readonly lines: readonly ReturnedLine[] | null;
  readonly language: Language;
};

/**
 * Writes a request down. Of one order there is one that waits: the database sees to it, however many ask at the same time.
 * @returns false where none can be asked for (any more)
 */
export async function askForReturn(
  db: Kysely<Schema>,
  orderNumber: string,
  { asked, now }: { readonly asked: NewReturn; readonly now: number },
): Promise<boolean> {
  const found = await findOrder(db, orderNumber);
  if (!found) return false;
  return await runInTransaction(db, async (trx) => {
    // What is given back meanwhile takes the way from it.
    await lockOrder(trx, found.order_id);
    const order = await findOrder(trx, orderNumber);
    if (!order || openUntil(order, now) === null) return false;
    return await insertReturn(trx, order, { asked, now });
  });
}

async function insertReturn(
  trx: Transaction<Schema>,
  order: OrderFacts,
  { asked, now }: { readonly asked: NewReturn; readonly now: number },
): Promise<boolean> {
  const lines = asked.lines && JSON.stringify(asked.lines);
  const { rows } = await sql`
    with asked as (
      insert into return_requests (merchant_id, order_id, reason, words, lines, language, created_at)
      values (${order.merchant_id}, ${order.order_id}, ${asked.reason}, ${asked.words}, ${lines}, ${asked.language},
        ${new Date(now)})
      on conflict (merchant_id, order_id) where state = 'requested' do nothing
      returning *
    )
    insert into events (merchant_id, order_id, type, data)
    select merchant_id, order_id, 'return.requested', ${eventDataOfAsked} from asked
    returning id`.execute(trx);
  return rows.length > 0;
}

/** The data of a request's events: without words, which go with the buyer's data. */
const eventDataOfAsked = sql`jsonb_build_object('id', asked.id, 'state', asked.state, 'reason', asked.reason)`;

/**
 * Answers a request.
 * @param answer `by`: as the audit log names callers
 * @returns the order; null where the request does not wait for an answer
 */
export async function answerReturn(
  trx: Transaction<Schema>,
  key: { readonly merchantId: number; readonly id: number },
  answer: {
    readonly to: "accepted" | "declined";
    readonly words: string | null;
    readonly by: string;
    readonly now: number;
  },
): Promise<{ readonly orderId: number; readonly language: Language } | null> {
  const { rows } = await sql<{ order_id: number; language: Language }>`
    with asked as (
      update return_requests set state = ${answer.to}, answer = ${answer.words}, answered_by = ${answer.by},
        answered_at = ${new Date(answer.now)}
      where merchant_id = ${key.merchantId} and id = ${key.id} and state = 'requested'
      returning *
    ), told as (
      insert into events (merchant_id, order_id, type, data)
      select merchant_id, order_id, 'return.answered', ${eventDataOfAsked} from asked
    )
    select order_id, language from asked`.execute(trx);
  const [row] = rows;
  return row ? { orderId: row.order_id, language: row.language } : null;
}

/**
 * Takes back the request of an order that waits for an answer.
 * @returns false where none waits (any more): it was answered a moment ago, or there was none
 */
export async function withdrawReturn(db: Kysely<Schema>, orderNumber: string, now: number): Promise<boolean> {
  const { rows } = await sql`
    with asked as (
      update return_requests r set state = 'withdrawn', withdrawn_at = ${new Date(now)}
      from orders o
      where o.order_number = ${orderNumber} and r.merchant_id = o.merchant_id and r.order_id = o.id
        and r.state = 'requested'
      returning r.*
    )
    insert into events (merchant_id, order_id, type, data)
    select merchant_id, order_id, 'return.withdrawn', ${eventDataOfAsked} from asked
    returning id`.execute(db);
  return rows.length > 0;
}

/** The requests of a merchant, with what their lists show. */
export function selectReturns(db: Db, merchantId: number) {
  return db
    .selectFrom("return_requests as r")
    .innerJoin("orders as o", (join) =>
      join.onRef("o.merchant_id", "=", "r.merchant_id").onRef("o.id", "=", "r.order_id"),
    )
    .leftJoin("clients as c", (join) =>
      join.onRef("c.merchant_id", "=", "o.merchant_id").onRef("c.id", "=", "o.client_id"),
    )
    .select(["r.id", "r.state", "r.reason", "r.words", "r.answer", "r.lines", "r.language", "r.created_at"])
    .select(["r.answered_at", "r.withdrawn_at", "o.order_number", "c.name as client_name"])
    .select(sql<boolean>`o.buyer_erased_at is not null`.as("is_erased"))
    .where("r.merchant_id", "=", merchantId);
}
