/**
 * Requests for refunds above a limit: created instead of a refund, and ended once by a second person, by the requester, or by expiry: of its
 * time, or since less is left than it asks for. An approval makes its refund in the same transaction; the database enforces that both agree (migration 0129).
 */
import { type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import type { Minor } from "#core/money.ts";
import { Problem } from "#core/problem.ts";
import type { RefundApprovalState, RefundLimitKind } from "#core/refund-approval.ts";
import * as timing from "#core/timing.ts";
import type { RefundWish } from "#db/refund-schema.ts";
import type { Schema } from "#db/schema.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { Services } from "../services.ts";

export type RefundApprovalRow = Selectable<Schema["refund_approvals"]>;

type Asked = {
  readonly merchantId: number;
  readonly orderId: number;
  readonly amount: Minor;
  readonly currency: string;
  readonly wish: RefundWish;
  readonly reason: string | null;
  readonly isByHand: boolean;
  readonly reached: RefundLimitKind;
  readonly requestedBy: string;
};

const batchSize = 100;

/**
 * Asks for a second person; under the order's lock.
 * @returns the request's id
 * @throws Problem `approval_pending` while another request for the invoice waits
 */
export async function askForApproval(
  { ids, clock }: Pick<Services, "ids" | "clock">,
  trx: Transaction<Schema>,
  asked: Asked,
): Promise<string> {
  const now = clock.now();
  const { merchantId, orderId } = asked;
  const isDue = sql`merchant_id = ${merchantId} and order_id = ${orderId} and expires_at <= ${new Date(now)}`;
  await expireApprovals(trx, now, isDue);
  const open = await trx
    .selectFrom("refund_approvals")
    .select("id")
    .where("merchant_id", "=", asked.merchantId)
    .where("order_id", "=", asked.orderId)
    .where("state", "=", "requested")
    .executeTakeFirst();
  if (open) throw new Problem("approval_pending");
  const id = ids.attemptId();
  await sql`
    with asked as (
      insert into refund_approvals (merchant_id, id, order_id, amount, currency, wish, reason, is_by_hand, reached, requested_by,
        created_at, expires_at)
      values (${asked.merchantId}, ${id}, ${asked.orderId}, ${asked.amount}, ${asked.currency}, ${JSON.stringify(asked.wish)},
        ${asked.reason}, ${asked.isByHand}, ${asked.reached}, ${asked.requestedBy}, ${new Date(now)},
        ${new Date(now + timing.refundApprovalMs)})
      returning *
    )
    insert into events (merchant_id, order_id, type, data)
    select merchant_id, order_id, 'refund.approval_requested', ${eventDataOfAsked} from asked`.execute(trx);
  return id;
}

/** The data of a request's events. */
const eventDataOfAsked = sql`jsonb_build_object('id', asked.id, 'state', asked.state, 'amount', asked.amount,
  'currency', asked.currency, 'reason', asked.reason)`;

/**
 * Locks a request that can still be ended, and its order before it.
 * @throws Problem `not_found`; `approval_over` when it has ended
 */
export async function lockApproval(
  trx: Transaction<Schema>,
  { merchantId, id, now }: { readonly merchantId: number; readonly id: string; readonly now: number },
): Promise<RefundApprovalRow> {
  const find = trx
    .selectFrom("refund_approvals")
    .selectAll()
    .where("merchant_id", "=", merchantId)
    .where("id", "=", id);
  const found = await find.executeTakeFirst();
  if (!found) throw new Problem("not_found");
  // In the lock order of a refund.
  await lockOrder(trx, found.order_id);
  const row = await find.forUpdate().executeTakeFirstOrThrow();
  if (row.state !== "requested" || row.expires_at.getTime() <= now) throw new Problem("approval_over");
  return row;
}

/** Ends a request that is locked. */
export async function endApproval(
  trx: Transaction<Schema>,
  { merchant_id, id }: Pick<RefundApprovalRow, "merchant_id" | "id">,
  end: {
    readonly to: Exclude<RefundApprovalState, "requested" | "expired">;
    /** `person 7` or `key 3` */
    readonly by: string;
    readonly note: string | null;
    readonly now: number;
  },
): Promise<void> {
  await sql`
    with asked as (
      update refund_approvals set state = ${end.to}, ended_by = ${end.by}, ended_at = ${new Date(end.now)}, note = ${end.note}
      where merchant_id = ${merchant_id} and id = ${id}
      returning *
    )
    insert into events (merchant_id, order_id, type, data)
    select merchant_id, order_id, 'refund.approval_ended', ${eventDataOfAsked} from asked`.execute(trx);
}

/** Expires up to a hundred requests; for a job. Several processes may do this at once. */
export async function expireRefundApprovals({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> {
  const now = clock.now();
  return await expireApprovals(db.kysely, now, sql`expires_at <= ${new Date(now)}`);
}

/**
 * Expires what still waits for an order and asks for more than is left of its money: it could not be approved any more.
 * @param refund that was made; the request that it was approved by, if one, is ended by its approval
 */
export async function expireApprovalsAbove(
  trx: Transaction<Schema>,
  left: Minor,
  {
    refund,
    now,
  }: {
    readonly refund: Pick<Selectable<Schema["refunds"]>, "merchant_id" | "order_id" | "approval_id">;
    readonly now: number;
  },
): Promise<void> {
  const { merchant_id, order_id, approval_id } = refund;
  const ofOrder = sql`merchant_id = ${merchant_id} and order_id = ${order_id}`;
  await expireApprovals(
    trx,
    now,
    sql`${ofOrder} and amount > ${left} and id is distinct from ${approval_id}`,
  );
}

async function expireApprovals(
  db: Pick<Services["db"]["kysely"], "getExecutor">,
  now: number,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql`
    with due as (
      select merchant_id, id from refund_approvals
      where state = 'requested' and ${which}
      order by expires_at limit ${batchSize} for update skip locked
    ), asked as (
      update refund_approvals a set state = 'expired', ended_at = ${new Date(now)} from due
      where a.merchant_id = due.merchant_id and a.id = due.id
      returning a.*
    )
    insert into events (merchant_id, order_id, type, data)
    select merchant_id, order_id, 'refund.approval_ended', ${eventDataOfAsked} from asked
    returning id`.execute(db);
  return rows.length;
}
