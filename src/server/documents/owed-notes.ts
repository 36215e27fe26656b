/**
 * Credit notes of refunds whose tax invoice is still on its way to the tax authority, or was rejected (decision 0115): a note
 * names an invoice that counts, so it is issued once there is one; and of refunds while the unit that stamps is held (0110). One job per order, added by the refund under the order's
 * lock, and over when every refund has its note.
 */
import type { Transaction } from "kysely";
import type { JobKind } from "#core/job-kinds.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { JobHandler, JobResult } from "../queue/job-handler.ts";
import { removeJobs } from "../queue/job-store.ts";
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
  await jobsDueNow(trx, merchantId, now).where("lane", "=", `${kind}:${orderId}`).execute();
}

/** Has all notes of a merchant looked at now: its unit stamps again. */
export async function hurryOwedNotesOf(trx: Trx, merchantId: number, now: Date): Promise<void> {
  await jobsDueNow(trx, merchantId, now).execute();
}

/** Takes the lease, too: a run that has looked already would put the job off, and what it did not see would wait for that. */
function jobsDueNow(trx: Trx, merchantId: number, now: Date) {
  return trx
    .updateTable("jobs")
    .set({ run_at: now, lease: null })
    .where("merchant_id", "=", merchantId)
    .where("kind", "=", kind);
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
      if ((await refundsWithoutNote(trx, of)).length > 0) return false;
      // Under the order's lock: a refund that comes after this adds a job of its own.
      await removeJobs(trx, [job]);
      return true;
    });
    return isOver
      ? { kind: "done", lane: "unknown" }
      : lookAgain(job.tries, "the notes cannot be issued yet");
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
  for (const { id, amount, reason } of await refundsWithoutNote(trx, { merchantId, orderId }))
    await services.onOrderRefunded(trx, { merchantId, orderId, refundId: id, amount, reason });
}

/** What was given back of an order without a credit note, in the order of the refunds. */
async function refundsWithoutNote(
  trx: Trx,
  { merchantId, orderId }: { readonly merchantId: number; readonly orderId: number },
) {
  return await trx
    .selectFrom("refunds as r")
    .select(["r.id", "r.amount", "r.reason"])
    .where("r.merchant_id", "=", merchantId)
    .where("r.order_id", "=", orderId)
    .where("r.state", "=", "refunded")
    .where("r.is_surplus", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("tax_documents as d")
            .select("d.id")
            .where("d.merchant_id", "=", merchantId)
            .where("d.order_id", "=", orderId)
            .where("d.kind", "=", "credit_note")
            .whereRef("d.refund_key", "=", "r.id"),
        ),
      ),
    )
    .orderBy("r.updated_at")
    .execute();
}
