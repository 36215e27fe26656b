/**
 * Rows of payment_attempts. Every change of state goes through `moveAttempt`, which writes the row, the attempt's own
 * log and the merchant's event log in one statement, so that the three always agree.
 */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import { type AttemptState, paidStates } from "#core/attempt-status.ts";
import { type AttemptEvent, eventOfAttempt } from "#core/event-types.ts";
import type { Minor } from "#core/money.ts";
import type { OrderStatus } from "#core/order-status.ts";
import type { DeclineReason, Outcome } from "#core/outcome.ts";
import type { Schema } from "#db/schema.ts";
import { cardGatewayMethods } from "#methods/flow.ts";

export type AttemptRow = Omit<Selectable<Schema["payment_attempts"]>, "capture_until">;

/** Every column by its name: a statement that says `*` cannot be prepared (db/prepared.ts). */
export const attemptColumns = [
  "merchant_id",
  "id",
  "order_id",
  "method",
  "provider",
  "state",
  "step",
  "step_started_at",
  "unanswered_at",
  "amount",
  "currency",
  "received_amount",
  "presented_key",
  "return_token",
  "provider_reference",
  "decline_reason",
  "provider_code",
  "paid_brand",
  "paid_last_four",
  "client_name",
  "client_mobile",
  "client_country_code",
  "client_email",
  "shipment_city",
  "shipment_address",
  "channel",
  "provider_data",
  "check_count",
  "event_count",
  "code_guesses",
  "next_check_at",
  "news_at",
  "created_at",
  "updated_at",
  "settled_at",
  "resend_of",
  "is_resent",
  "earlier_card_payments",
] as const satisfies readonly (keyof AttemptRow)[];

type Db = Kysely<Schema> | Transaction<Schema>;

/** Columns that a move may set in addition to the state. */
export type AttemptChanges = Partial<
  Pick<
    AttemptRow,
    | "step"
    | "step_started_at"
    | "unanswered_at"
    | "provider_reference"
    | "decline_reason"
    | "provider_code"
    | "paid_brand"
    | "paid_last_four"
    | "next_check_at"
    | "settled_at"
    | "check_count"
    | "code_guesses"
    | "received_amount"
    | "is_resent"
  >
> & { readonly provider_data?: Readonly<Record<string, string>> };

export type AttemptMove = {
  readonly to: AttemptState;
  /** What caused the move: start, confirm, check, webhook, cancel, job. */
  readonly cause: string;
  readonly set?: AttemptChanges;
  /** Its event where the state alone does not determine it. */
  readonly event?: AttemptEvent;
  readonly data?: MoveFacts;
};

/**
 * What a move writes into both logs beside the states: sums, codes and ids, nothing secret. An erasure does not read these: words that a
 * person typed have a column of their own (`privacy/texts-of-buyers.ts`).
 */
export type MoveFacts = {
  readonly outcome?: Outcome["kind"];
  readonly reason?: DeclineReason;
  readonly refundId?: string;
  readonly amount?: Minor;
  readonly currency?: string;
  /** What the provider says, where it is not what was asked. */
  readonly stated?: Minor;
  readonly statedCurrency?: string;
  readonly received?: Minor;
  readonly expected?: Minor;
  readonly isExact?: boolean;
  readonly surplus?: Minor;
  readonly orderStatus?: OrderStatus;
  /** Of a payment that the shop records: the person or key, as `recordedBy` of the payment. */
  readonly by?: string;
};

export type NewAttempt = Omit<
  AttemptRow,
  | "state"
  | "step"
  | "unanswered_at"
  | "news_at"
  | "provider_reference"
  | "decline_reason"
  | "provider_code"
  | "paid_brand"
  | "paid_last_four"
  | "provider_data"
  | "check_count"
  | "event_count"
  | "updated_at"
  | "settled_at"
  | "received_amount"
  | "is_resent"
  | "earlier_card_payments"
>;

/**
 * Inserts an attempt in flight, with its first log entries; the order is locked. Fails on the unique indexes when one is live already. A
 * code that is sent again begins no new try: merchants receive no further event.
 * @param event what the log of events calls it, where no buyer begins to pay
 * @returns the row
 */
export async function insertAttempt(
  trx: Transaction<Schema>,
  attempt: NewAttempt,
  merchantId: number,
  event?: "payment.recorded",
): Promise<AttemptRow> {
  return await trx
    .with("born", (db) =>
      db
        .insertInto("payment_attempts")
        .values({
          ...attempt,
          state: "in_flight",
          provider_data: "{}",
          event_count: 1,
          earlier_card_payments: cardPaymentsOf({ merchantId, orderId: attempt.order_id }),
        } as never)
        .returning(attemptColumns),
    )
    .with("logged", (db) =>
      db.insertInto("attempt_events").values({
        merchant_id: attempt.merchant_id,
        attempt_id: attempt.id,
        sequence: 1,
        from_state: null,
        to_state: "in_flight",
        cause: "start",
        data: "{}",
      }),
    )
    .with("told", (db) =>
      db.insertInto("events").values({
        merchant_id: merchantId,
        order_id: attempt.order_id,
        attempt_id: attempt.id,
        type: event ?? (attempt.resend_of === null ? "payment.attempted" : "payment.code_sent_again"),
        data: JSON.stringify({ method: attempt.method }),
      }),
    )
    .selectFrom("born")
    .select(attemptColumns)
    .executeTakeFirstOrThrow();
}

/**
 * Moves an attempt from the state that `attempt` was read in. Staying in the same state is a move, too: it renews
 * the deadline and is logged.
 * @returns the row as it is now; null when another process moved it first; nothing is written then
 */
export async function moveAttempt(
  db: Db,
  attempt: AttemptRow,
  merchantId: number,
  move: AttemptMove,
): Promise<AttemptRow | null> {
  const { provider_data: providerData, ...columns } = move.set ?? {};
  const data = JSON.stringify(move.data ?? {});
  const moved = await db
    .with("moved", (part) =>
      part
        .updateTable("payment_attempts")
        .set({
          ...columns,
          ...(providerData && {
            provider_data: JSON.stringify({ ...attempt.provider_data, ...providerData }),
          }),
          state: move.to,
          event_count: sql<number>`event_count + 1`,
          updated_at: sql<Date>`now()`,
        })
        .where("merchant_id", "=", attempt.merchant_id)
        .where("id", "=", attempt.id)
        .where("state", "=", attempt.state)
        // The counter is the row's version: two readers of the same state cannot both win.
        .where("event_count", "=", attempt.event_count)
        .returning(attemptColumns),
    )
    .with("logged", (part) =>
      part
        .insertInto("attempt_events")
        .columns(["merchant_id", "attempt_id", "sequence", "from_state", "to_state", "cause", "data"])
        .expression((eb) =>
          eb
            .selectFrom("moved")
            .select([
              "moved.merchant_id",
              "moved.id",
              "moved.event_count",
              sql<AttemptState>`${attempt.state}`.as("from_state"),
              sql<AttemptState>`${move.to}`.as("to_state"),
              sql<string>`${move.cause}`.as("cause"),
              sql<Record<string, unknown>>`${data}::jsonb`.as("data"),
            ]),
        ),
    )
    .with("told", (part) =>
      part
        .insertInto("events")
        .columns(["merchant_id", "order_id", "attempt_id", "type", "data"])
        .expression((eb) =>
          eb
            .selectFrom("moved")
            .select([
              sql<number>`${merchantId}::bigint`.as("merchant_id"),
              "moved.order_id",
              "moved.id",
              sql<string>`${eventTypeOf(attempt, move)}`.as("type"),
              sql<Record<string, unknown>>`${data}::jsonb`.as("data"),
            ]),
        ),
    )
    .selectFrom("moved")
    .select(attemptColumns)
    .executeTakeFirst();
  return moved ?? null;
}

/** The name of a move's event. A code that was replaced by another one is not a failed payment. */
function eventTypeOf(attempt: AttemptRow, { to, event }: AttemptMove): AttemptEvent {
  if (event) return event;
  const type = eventOfAttempt[to];
  return attempt.is_resent && type === "payment.failed" ? "payment.code_over" : type;
}

/** Sets when an attempt is asked about next, without a log entry: nothing happened to it. */
export async function scheduleCheck(
  db: Db,
  attempt: Pick<AttemptRow, "id">,
  set: Pick<AttemptChanges, "next_check_at" | "check_count">,
): Promise<void> {
  await db.updateTable("payment_attempts").set(set).where("id", "=", attempt.id).execute();
}

/** An attempt by its id, or null. With `lock`, the row stays locked until the transaction ends. */
export async function findAttempt(
  db: Db,
  id: string,
  options: { readonly lock?: boolean } = {},
): Promise<AttemptRow | null> {
  const query = db.selectFrom("payment_attempts").select(attemptColumns).where("id", "=", id);
  return (await (options.lock ? query.forUpdate() : query).executeTakeFirst()) ?? null;
}

/** An attempt by the opaque key in its return address, or null. */
export async function findAttemptByReturnToken(db: Db, token: string): Promise<AttemptRow | null> {
  return (
    (await db
      .selectFrom("payment_attempts")
      .select(attemptColumns)
      .where("return_token", "=", token)
      .executeTakeFirst()) ?? null
  );
}

/**
 * In SQL: how many of an order's attempts by card, or by a wallet of the device, have taken money, whether it was given back since or not.
 * As many payments the card gateway has of it (docs/decisions/0328).
 */
export function cardPaymentsOf(order: {
  readonly merchantId: number;
  readonly orderId: number;
}): RawBuilder<number> {
  return sql<number>`(select count(*)::int from payment_attempts a
    where a.merchant_id = ${order.merchantId} and a.order_id = ${order.orderId}
      and a.method in (${sql.join(cardGatewayMethods)}) and a.state in (${sql.join(paidStates)}))`;
}

/** All attempts of an order, newest first. */
export async function attemptsOfOrder(db: Db, orderId: number): Promise<AttemptRow[]> {
  return await db
    .selectFrom("payment_attempts")
    .select(attemptColumns)
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
