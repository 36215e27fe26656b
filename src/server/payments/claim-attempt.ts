/**
 * The beginning of every payment: one transaction that locks the order, judges again what the guards judged
 * without a lock, supersedes an older soft attempt and inserts the new one. After its commit, the unique index
 * refuses every other start.
 */

import type { Transaction } from "kysely";
import { factsAt, isLeftBehind } from "#core/attempt-lease.ts";
import { blocksOthers } from "#core/attempt-status.ts";
import { amountDue } from "#core/order-money.ts";
import { mayOrderBecome } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import { acceptAgreement } from "../documents/agreement-file.ts";
import { lockOrder, moveOrder } from "../orders/order-moves.ts";
import { requireOpen } from "../orders/order-open.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import type { BuyerRequest } from "./attempt-context.ts";
import {
  type AttemptRow,
  attemptsOfOrder,
  insertAttempt,
  moveAttempt,
  type NewAttempt,
} from "./attempt-store.ts";
import type { Payer } from "./guards.ts";
import { findResent } from "./sent-again.ts";
import { takeTry, tryKindOf } from "./tries.ts";

export type Claim = {
  readonly order: OrderRecord;
  readonly method: PaymentMethod;
  readonly providerId: string;
  readonly payer: Payer;
  readonly buyer: Pick<BuyerRequest, "ipAddress" | "userAgent">;
  readonly presentedKey: string | null;
  /** Where a one-time code goes, international form; the buyer's own mobile counts where there is none. */
  readonly codeMobile?: string | undefined;
};

/**
 * Claims the order for one new attempt.
 * @returns the attempt, in flight and committed
 * @throws Problem `payment_in_progress`, `session_invalid`, or why the order is closed; HeldBack by a limit
 */
export async function claimAttempt(services: Services, claim: Claim): Promise<AttemptRow> {
  const { order, method, payer } = claim;
  const now = services.clock.now();
  const begun = {
    merchant_id: order.merchant_id,
    id: services.ids.attemptId(),
    order_id: order.id,
    method: method.id,
    provider: claim.providerId,
    amount: amountDue(order),
    currency: order.currency,
    presented_key: claim.presentedKey,
    return_token: services.ids.token(24),
    client_name: payer.name || null,
    client_mobile: payer.mobile || null,
    client_country_code: payer.countryCode,
    client_email: payer.email,
    shipment_city: payer.city,
    shipment_address: payer.address,
    channel: payer.channel,
    next_check_at: new Date(now + timing.startLeaseMs),
    created_at: new Date(now),
    step_started_at: new Date(now),
    resend_of: null,
    code_guesses: 0,
  } satisfies NewAttempt;
  const mobile = claim.codeMobile ?? payer.mobile;
  try {
    return await runInTransaction(services.db.kysely, async (trx) => {
      const locked = await lockOrder(trx, order.id);
      requireOpen(locked, services.clock.now());
      if (locked.version !== order.version) throw new Problem("order_changed");
      const earlier = await attemptsOfOrder(trx, order.id);
      const resent = await findResent(services, trx, { attempt: begun, earlier, mobile, now });
      // The guesses still count: another code allows no further ones.
      const attempt: NewAttempt = resent
        ? { ...begun, resend_of: resent.resend_of ?? resent.id, code_guesses: resent.code_guesses }
        : begun;
      for (const other of earlier) {
        const facts = factsAt(other, now);
        if (blocksOthers(facts)) throw new Problem("payment_in_progress");
        const is_resent = other === resent;
        if (facts.maySupersede)
          await supersede(trx, other, { merchantId: order.merchant_id, now, is_resent });
      }
      const row = await insertAttempt(trx, attempt, order.merchant_id);
      const kind = tryKindOf(method);
      if (kind !== null) {
        await takeTry(services, trx, { attempt: row, merchantId: order.merchant_id, kind, mobile });
      }
      // The guards refuse buyers who have not accepted the terms.
      if (order.agreement_id !== null)
        await acceptAgreement(trx, { orderId: order.id, at: new Date(now), from: claim.buyer });
      if (mayOrderBecome(locked.status, "PENDING")) {
        await moveOrder(trx, locked, "PENDING", { type: "order.pending", attemptId: attempt.id });
      }
      return row;
    });
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Supersedes an attempt that waits for its buyer. With the order locked: a late answer of it finds it superseded. */
export async function supersede(
  trx: Transaction<Schema>,
  older: AttemptRow,
  {
    merchantId,
    now,
    is_resent,
  }: { readonly merchantId: number; readonly now: number; readonly is_resent: boolean },
): Promise<void> {
  const cause = is_resent ? "code_sent_again" : "newer_start";
  const unanswered = isLeftBehind(older, now)
    ? await moveAttempt(trx, older, merchantId, { to: "unknown", cause })
    : older;
  if (unanswered === null) return;
  const set = { next_check_at: new Date(now), check_count: 0, ...(is_resent && { is_resent }) };
  await moveAttempt(trx, unanswered, merchantId, { to: "superseded", cause, set });
}

/** The unique indexes decide: they are right even where the reads above are out of date. */
function asRefusal(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== "23505") return error;
  if (constraint === "one_live_attempt_per_order") return new Problem("payment_in_progress");
  if (constraint === "payment_attempts_presented_key_key") return new Problem("session_invalid");
  return error;
}
