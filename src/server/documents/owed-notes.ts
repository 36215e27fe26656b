/**
 * Credit notes of refunds whose tax invoice is still on its way to the tax authority, or was rejected (decision 0115): a note
 * names an invoice that counts, so it is issued once there is one. One job per order, added by the refund under the order's
 * lock, and over when every refund has its note.
 */
import type { Transaction } from "kysely";
import type { JobKind } from "#core/job-kinds.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { JobHandler, JobResult } from "../queue/job-handler.ts";
import type { Services } from "../services.ts";
import { findTaxInvoice, isDecided } from "./tax-document-store.ts";

type Trx = Transaction<Schema>;

const kind = "owed_notes" as const satisfies JobKind;

/** Has the credit notes of an order issued once its invoice is accepted; again does nothing. */
export async function queueOwedNotes(
  trx: Trx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
  at: Date,
): Promise<void> {
  await trx
    .insertInto("jobs")
    .values({
      merchant_id: merchantId,
      kind,
      lane: `${kind}:${id}`,
      payload: JSON.stringify({ orderId: id }),
      run_at: new Date(at.getTime() + timing.taxRetriesMs[0]),
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Has the notes issued now: their invoice was just accepted. Nothing where none is owed. */
export async function hurryOwedNotes(
  trx: Trx,
  { merchantId, orderId }: { readonly merchantId: number; readonly orderId: number },
  now: Date,
): Promise<void> {
  await trx
    .updateTable("jobs")
    .set({ run_at: now })
    .where("merchant_id", "=", merchantId)
    .where("kind", "=", kind)
    .where("lane", "=", `${kind}:${orderId}`)
    .execute();
}

/** The handler of `owed_notes`: looks whether the invoice is accepted, at growing intervals, and whenever it is hurried. */
export const issueOwedNotesJob: JobHandler = {
  leaseMs: timing.taxLeaseMs,
  perLane: 1,
  isResumed: true,
  run: async (services, job) => {
    const of = { merchantId: job.merchant_id, orderId: Number(job.payload["orderId"]) };
    const isOver = await runInTransaction(services.db.kysely, async (trx) => {
      await lockOrder(trx, of.orderId);
      const invoice = await findTaxInvoice(trx, of.orderId);
      if (!invoice || !isDecided(invoice)) return false;
      await issueOwedNotes(services, trx, of);
      return true;
    });
    return isOver ? { kind: "done", lane: "unknown" } : lookAgain(job.tries, "the invoice is not accepted");
  },
  afterError: (_services, job, why) => lookAgain(job.tries, why),
};

function lookAgain(tries: number, why: string): JobResult {
  const afterMs = timing.taxRetriesMs[Math.min(tries, timing.taxRetriesMs.length) - 1] ?? 0;
  return { kind: "retry", afterMs, why, lane: "unknown" };
}

/**
 * Issues the credit notes of an order's refunds that have none yet: its invoice had to wait, was undecided, or was rejected
 * and is replaced. In the order of the refunds; those that there are stay as they are.
 */
export async function issueOwedNotes(
  services: Pick<Services, "onOrderRefunded">,
  trx: Trx,
  { merchantId, orderId }: { readonly merchantId: number; readonly orderId: number },
): Promise<void> {
  const refunds = await trx
    .selectFrom("refunds")
    .select(["id", "amount", "reason"])
    .where("merchant_id", "=", merchantId)
    .where("order_id", "=", orderId)
    .where("state", "=", "refunded")
    .where("is_surplus", "=", false)
    .orderBy("updated_at")
    .execute();
  for (const { id, amount, reason } of refunds)
    await services.onOrderRefunded(trx, { merchantId, orderId, refundId: id, amount, reason });
}
