/**
 * The capture step behind its fence. Whichever request finds that the buyer is authenticated (the first call, the
 * return, the job), only one of them passes, and only while the order is open.
 */

import { orderStatusFacts } from "#core/order-status.ts";
import type { Outcome } from "#core/outcome.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { PaymentProvider } from "#methods/payment-method.ts";
import { lockOrder } from "../orders/order-moves.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { attemptContext, type BuyerRequest } from "./attempt-context.ts";
import { type AttemptRow, findAttempt, moveAttempt } from "./attempt-store.ts";
import { bookOutcome, requireBookable } from "./book-outcome.ts";

export type ConfirmOptions = {
  readonly order: OrderRecord;
  readonly provider: PaymentProvider;
  readonly attempt: AttemptRow;
  readonly buyer: BuyerRequest;
  /** What the buyer brought for this step: a one-time code; undefined where nothing is needed. */
  readonly input: unknown;
  readonly data?: Readonly<Record<string, string>> | undefined;
  /** The same code again, by ourselves: no further guess of the buyer's. */
  readonly isRepetition?: true;
  /** The buyer typed a one-time code for this sending: it counts against the attempt's guesses. */
  readonly isGuess?: boolean;
};

export type Confirmed = {
  /** The attempt as it is afterwards. */
  readonly attempt: AttemptRow;
  /** What the provider said; null where nothing was sent to it: the fence let nothing through, or a code is not repeated there. */
  readonly outcome: Outcome | null;
};

/**
 * Takes the money of an attempt whose buyer is authenticated. The fence comes first: under the order's lock, the attempt
 * must still be the one that was read and the order still open. A caller that does not pass takes nothing. If an earlier
 * request has no answer, the refusal of its repetition does not decide its outcome.
 * @returns the attempt as it is afterwards
 */
export async function confirmAttempt(services: Services, options: ConfirmOptions): Promise<AttemptRow> {
  return (await confirmOnce(services, options)).attempt;
}

/** The same, with what the provider said. */
export async function confirmOnce(services: Services, options: ConfirmOptions): Promise<Confirmed> {
  const { provider, order, buyer } = options;
  if (!provider.confirm) throw new Error(`${provider.id} has no confirm step`);
  requireBookable(services);
  const fenced = await passFence(services, options);
  if (!fenced) {
    const found = await findAttempt(services.db.kysely, options.attempt.id);
    return { attempt: found ?? options.attempt, outcome: null };
  }
  const context = attemptContext(services, order, fenced, buyer);
  const answer = await Promise.try(provider.confirm, context, options.input).catch(
    asUnknown(services, fenced),
  );
  const giveUp = isRefusedForLong(fenced, answer, services.clock.now()) ? provider.cancel : undefined;
  const outcome = giveUp ? await Promise.try(giveUp, context).catch(asUnknown(services, fenced)) : answer;
  const booked = saysNothingOfFirst(fenced, provider, outcome) ? inDoubtStill : outcome;
  return { attempt: await bookOutcome(services, fenced, booked, "confirm"), outcome };
}

/**
 * The provider has answered, and not taken the money of an approval that stands there still. The call is repeated for a while, since that may
 * pass; then the approval is given up: while the payment is in doubt its buyer can pay by nothing else, and an approval may stand for days.
 */
function isRefusedForLong(attempt: AttemptRow, answer: Outcome, now: number): boolean {
  const isRepeated = attempt.unanswered_at !== null;
  return (
    answer.kind === "ready" && isRepeated && now - attempt.created_at.getTime() >= timing.refusedConfirmMs
  );
}

const inDoubtStill: Outcome = { kind: "unknown", why: "refused after a sending without an answer" };

/**
 * A repetition that was refused without a statement about the first request: a code that was taken the first time is refused
 * the second time, too, and a request that never became a payment says nothing of its copy.
 */
function saysNothingOfFirst(attempt: AttemptRow, provider: PaymentProvider, outcome: Outcome): boolean {
  if (outcome.kind !== "declined" || attempt.unanswered_at === null) return false;
  return provider.confirmIsRepeatable !== true || outcome.isOfRequest === true;
}

async function passFence(
  services: Services,
  { attempt, data, isRepetition, isGuess }: ConfirmOptions,
): Promise<AttemptRow | null> {
  const now = services.clock.now();
  return await runInTransaction(services.db.kysely, async (trx) => {
    const order = await lockOrder(trx, attempt.order_id);
    if (!orderStatusFacts[order.status].payable) return null;
    const isAnswered = attempt.step === "start" || attempt.state === "awaiting_buyer";
    return await moveAttempt(trx, attempt, order.merchant_id, {
      to: "in_flight",
      cause: isRepetition ? "repetition" : "confirm",
      set: {
        step: "confirm",
        step_started_at: new Date(now),
        // The move is by the row's version: two guesses at the same time cannot be counted as one.
        ...(isGuess && { code_guesses: attempt.code_guesses + 1 }),
        unanswered_at: isAnswered ? null : attempt.step_started_at,
        next_check_at: new Date(now + timing.attemptLeaseMs),
        ...(data && { provider_data: data }),
      },
    });
  });
}

/** An adapter must not throw. If one does, the request may have gone out: the outcome is unknown. */
export function asUnknown(services: Services, attempt: AttemptRow): (error: unknown) => Outcome {
  return (error) => {
    services.log.error("adapter failed", { attemptId: attempt.id, provider: attempt.provider, error });
    return { kind: "unknown", why: "adapter failed" };
  };
}
