/**
 * Refunds, in full or in part. The same shape as a payment: claim under the order's lock (`claim-refund.ts`),
 * take the refund's lease (`refund-lease.ts`), ask the provider outside any transaction, store the result.
 * The refund's id is the provider's idempotency key; where a provider has none, the lease and the time of the last
 * sending keep a second one from being sent.
 */
import { sql, type Transaction } from "kysely";
import type { RefundState } from "#core/refund-status.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { RefundOutcome } from "#methods/payment-method.ts";
import { lockOrder } from "../orders/order-moves.ts";
import { loadOrderById } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { attemptContext, noBuyer } from "./attempt-context.ts";
import { type AttemptRow, findAttempt, scheduleCheck } from "./attempt-store.ts";
import { inDoubt } from "./book-outcome.ts";
import { bookRefund, logRefund, type RefundRow, refundedByOthers, refundedSoFar } from "./book-refund.ts";
import { insertRefund } from "./claim-refund.ts";
import { providerOfAttempt } from "./providers.ts";
import { nextRefundTry } from "./question-times.ts";
import { type LeasedRefund, mayBeSent, takeRefundLease } from "./refund-lease.ts";

/**
 * Sends a refund that was just claimed, unless another process does.
 * @returns the refund as it is afterwards
 */
export async function sendRefund(
  services: Services,
  refund: Pick<RefundRow, "merchant_id" | "id">,
): Promise<RefundRow> {
  const leased = await takeRefundLease(services, refund);
  if (leased) return await sendLeasedRefund(services, leased);
  return await services.db.kysely
    .selectFrom("refunds")
    .selectAll()
    .where("merchant_id", "=", refund.merchant_id)
    .where("id", "=", refund.id)
    .executeTakeFirstOrThrow();
}

/** Sends, or sends again, a refund whose lease is held, and writes down the answer. */
export async function sendLeasedRefund(services: Services, refund: LeasedRefund): Promise<RefundRow> {
  const attempt = await findAttempt(services.db.kysely, refund.attempt_id);
  const order = attempt && (await loadOrderById(services.db.pool, attempt.order_id));
  if (!attempt || !order) throw new Error(`refund ${refund.id} has no attempt`);
  const provider = await providerOfAttempt(services, attempt, order.merchant_id);
  if (!provider.refund) throw new Error(`${provider.id} cannot refund`);
  const context = attemptContext(services, order, attempt, noBuyer);
  const refundedBefore = await refundedByOthers(services, refund);
  const isRepeatable = provider.refundIsRepeatable === true;
  const sentAt = services.clock.now();
  const outcome = await Promise.try(provider.refund, context, {
    id: refund.id,
    amount: refund.amount,
    refundedBefore,
    mayBeSent: () => mayBeSent(services, refund, isRepeatable),
  }).catch((error: unknown): RefundOutcome => {
    services.log.error("adapter failed", { refundId: refund.id, provider: provider.id, error });
    return { kind: "unknown", why: "adapter failed" };
  });
  return await applyRefundOutcome(services, refund, outcome, sentAt).catch(inDoubt(services, attempt));
}

/** Refunds surplus. At most once: the attempt has no further step afterwards. */
export async function refundSurplus(services: Services, attempt: AttemptRow): Promise<void> {
  const refund = await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrder(trx, attempt.order_id);
    const current = await findAttempt(trx, attempt.id, { lock: true });
    if (current?.state !== "surplus" || (await refundedSoFar(trx, attempt)) > 0) return null;
    await scheduleCheck(trx, attempt, { next_check_at: null });
    return await insertRefund(
      services,
      trx,
      { order, attempt: current },
      { amount: current.amount, reason: null, isSurplus: true },
    );
  });
  if (refund) await sendRefund(services, refund);
}

const states = {
  refunded: "refunded",
  declined: "declined",
  pending: "pending",
  // This try had no effect: it is simply sent again.
  not_sent: "unknown",
  unknown: "unknown",
} as const satisfies Record<RefundOutcome["kind"], RefundState>;

async function applyRefundOutcome(
  services: Services,
  refund: LeasedRefund,
  outcome: RefundOutcome,
  sentAt: number,
): Promise<RefundRow> {
  return await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrder(trx, refund.order_id);
    const before = await trx
      .selectFrom("refunds")
      .selectAll()
      .where("merchant_id", "=", refund.merchant_id)
      .where("id", "=", refund.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    await logTry(services, trx, refund, { outcome, sentAt });
    if (before.state === "refunded" || before.state === "declined") {
      if (outcome.kind === "refunded" && before.state === "declined")
        services.log.error("refund made after it was declined", { refundId: refund.id });
      return before;
    }
    const isExact =
      outcome.kind !== "refunded" ||
      (outcome.amount === before.amount && outcome.currency === before.currency);
    if (!isExact) services.log.error("refund of another amount", { refundId: refund.id });
    const isOfRepetition = saysNothingOfFirst(refund, outcome, services.clock.now());
    const to = isExact && !isOfRepetition ? states[outcome.kind] : "unknown";
    // That money was refunded is a fact from any caller. Every other outcome is only the lease holder's
    // to write.
    if (to !== "refunded" && before.lease_token !== refund.lease_token) return before;
    const answer = answered(refund, before, outcome);
    const tried = { check_count: before.check_count, sent_at: answer.sent_at };
    const after = await trx
      .updateTable("refunds")
      .set({
        ...answer,
        state: to,
        next_check_at:
          to === "refunded" || to === "declined" ? null : nextRefundTry(tried, services.clock.now()),
      })
      .where("id", "=", refund.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (to !== before.state) await logRefund(trx, after, order.merchant_id, to);
    if (to === "refunded") await bookRefund(services, trx, order, after);
    return after;
  });
}

function isRefusedRequest(outcome: RefundOutcome): boolean {
  return outcome.kind === "declined" && outcome.isOfRequest;
}

/**
 * A request that is refused when it is repeated: the first copy, which was not answered, may still be carried out. To
 * call that declined would free the amount for a second refund.
 */
function saysNothingOfFirst(refund: LeasedRefund, outcome: RefundOutcome, now: number): boolean {
  const { sent_at: earlier } = refund;
  return (
    isRefusedRequest(outcome) && earlier !== null && now - earlier.getTime() < timing.refundResendAfterMs
  );
}

/** Applies an answer and ends the lease under which it came. */
function answered(refund: LeasedRefund, before: RefundRow, outcome: RefundOutcome) {
  return {
    provider_reference: "reference" in outcome ? outcome.reference : before.provider_reference,
    provider_code: "providerCode" in outcome ? (outcome.providerCode ?? null) : before.provider_code,
    // This try had no effect; an earlier one without an answer may still have one.
    sent_at: outcome.kind === "not_sent" || isRefusedRequest(outcome) ? refund.sent_at : before.sent_at,
    check_count: before.check_count + 1,
    lease_token: null,
    lease_until: null,
    updated_at: sql<Date>`now()`,
  };
}

/** Logs every call to the provider about a refund with its answer, whether it changed anything or not. */
async function logTry(
  services: Services,
  trx: Transaction<Schema>,
  refund: RefundRow,
  { outcome, sentAt }: { readonly outcome: RefundOutcome; readonly sentAt: number },
): Promise<void> {
  const { tries } = await trx
    .selectFrom("refund_tries")
    .select((eb) => eb.fn.countAll<number>().as("tries"))
    .where("merchant_id", "=", refund.merchant_id)
    .where("refund_id", "=", refund.id)
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("refund_tries")
    .values({
      merchant_id: refund.merchant_id,
      refund_id: refund.id,
      sequence: tries + 1,
      sent_at: new Date(sentAt),
      answered_at: new Date(services.clock.now()),
      outcome: outcome.kind,
      detail: detailOf(outcome)?.slice(0, 200) ?? null,
    })
    .execute();
}

function detailOf(outcome: RefundOutcome): string | undefined {
  switch (outcome.kind) {
    case "refunded":
    case "pending":
      return outcome.reference;
    case "declined":
      return outcome.providerCode;
    case "not_sent":
    case "unknown":
      return outcome.why;
  }
}
