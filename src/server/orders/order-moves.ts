/** Changes of an order's status, each with its event and the end of its holds, under a lock on the order's row. */
import { sql, type Transaction } from "kysely";
import type { EventType } from "#core/event-types.ts";
import { isPayment, type OrderStatus, orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import type { Schema } from "#db/schema.ts";
import { closeHolds } from "./close-holds.ts";

export type LockedOrder = {
  readonly id: number;
  readonly order_number: string;
  readonly merchant_id: number;
  readonly status: OrderStatus;
  readonly source: "api" | "link";
  readonly version: number;
  readonly currency: string;
  readonly total: number;
  readonly captured_total: number;
  readonly expires_at: Date | null;
  /** When its buyer's data were erased; null while they are there. */
  readonly buyer_erased_at: Date | null;
  /** Whether a line of it is delivered by mail. */
  readonly has_digital: boolean;
};

/** Locks an order until the transaction ends. Always taken before a lock on any of its attempts. */
export async function lockOrder(trx: Transaction<Schema>, orderId: number): Promise<LockedOrder> {
  return await selectForUpdate(trx).where("id", "=", orderId).executeTakeFirstOrThrow();
}

/** Locks the order of an attempt, as `lockOrder` does. */
export async function lockOrderOf(trx: Transaction<Schema>, attemptId: string): Promise<LockedOrder> {
  return await selectForUpdate(trx)
    .where("id", "=", (eb) =>
      eb.selectFrom("payment_attempts").select("order_id").where("id", "=", attemptId),
    )
    .executeTakeFirstOrThrow(() => new Error(`no attempt ${attemptId}`));
}

/**
 * Refuses a text about a buyer whose data were erased: no later erasure would find it.
 * @param order locked, since the erasure takes the same lock
 * @throws Problem `buyer_erased`
 */
export function refuseTextOfErased(
  { buyer_erased_at: erasedAt }: LockedOrder,
  ...texts: readonly (string | null)[]
): void {
  if (erasedAt !== null && texts.some((text) => text !== null)) throw new Problem("buyer_erased");
}

function selectForUpdate(trx: Transaction<Schema>) {
  return trx
    .selectFrom("orders")
    .select([
      "id",
      "order_number",
      "merchant_id",
      "status",
      "source",
      "version",
      "currency",
      "total",
      "captured_total",
      "expires_at",
      "buyer_erased_at",
      "has_digital",
    ])
    .forUpdate();
}

/** What an order's payments come to, within a statement on `orders`. The database refuses a sum that is not the total. */
const sumOfPayments = sql<never>`(
  select sum(amount) from payment_attempts a
  where a.merchant_id = orders.merchant_id and a.order_id = orders.id and a.settled_at is not null)`;

/** What a move is called: published to merchants (`core/event-types.ts`), or one of our own. */
type MoveEvent = EventType | "order.pending" | "order.completed";

/**
 * Moves a locked order to another status and logs the event. What an order of a product link holds is sold when the
 * order is paid and free again when it has ended unpaid (`releases`, decision S5). The database refuses moves that are not in the table of
 * core/order-status.ts.
 * @param event its type, such as `invoice.paid`, and data; merchants receive it where the type is published
 */
export async function moveOrder(
  trx: Transaction<Schema>,
  order: LockedOrder,
  to: OrderStatus,
  event: {
    readonly type: MoveEvent;
    readonly attemptId?: string;
    readonly data?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const isPaid = isPayment(orderStatusFacts[order.status], orderStatusFacts[to]);
  const { releases, payable } = orderStatusFacts[to];
  const data = JSON.stringify({ orderNumber: order.order_number, status: to, ...event.data });
  await trx
    .with("moved", (db) =>
      db
        .updateTable("orders")
        .set({
          status: to,
          ...(isPaid && { paid_at: sql<Date>`now()`, captured_total: sumOfPayments }),
          ...(releases && { cancelled_at: sql<Date>`now()` }),
          // It may get a buyer again, whose data a later erasure has to find.
          ...(payable && { buyer_erased_at: null }),
        })
        .where("id", "=", order.id)
        .returning("id"),
    )
    .insertInto("events")
    .columns(["merchant_id", "order_id", "attempt_id", "type", "data"])
    // From the changed row: the database adds the invoice as it is then to the event.
    .expression((eb) =>
      eb
        .selectFrom("moved")
        .select([
          sql<number>`${order.merchant_id}::bigint`.as("merchant_id"),
          "moved.id as order_id",
          sql<string | null>`${event.attemptId ?? null}::text`.as("attempt_id"),
          sql<string>`${event.type}::text`.as("type"),
          sql<Record<string, unknown>>`${data}::jsonb`.as("data"),
        ]),
    )
    .execute();
  if (order.source === "link" && (isPaid || releases)) {
    await closeHolds(trx, order, isPaid ? "kept" : "released");
  }
}
