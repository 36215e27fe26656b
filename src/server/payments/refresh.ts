/**
 * Asking a provider how an attempt stands, and acting on the answer. The buyer's return, the status call, webhooks
 * and the job all come through here, at once if they like: the fence lets one of them act.
 */
import { attemptStateFacts } from "#core/attempt-status.ts";
import type { Outcome } from "#core/outcome.ts";
import { timing } from "#core/timing.ts";
import { loadOrderById } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { attemptContext, noBuyer } from "./attempt-context.ts";
import { type AttemptRow, findAttempt } from "./attempt-store.ts";
import { confirmAttempt } from "./confirm.ts";
import { providerOfAttempt } from "./providers.ts";
import { applyOutcome } from "./settle.ts";

export type RefreshOptions = {
  /** Whether a proven buyer's money may be taken now; not when the attempt is about to be put aside. */
  readonly mayConfirm?: boolean;
};

const running = new WeakMap<Services, Map<string, Promise<AttemptRow>>>();

/**
 * Asks about one attempt. Callers that come while a question is under way share its answer.
 * @returns the attempt as it stands afterwards
 */
export async function refreshAttempt(
  services: Services,
  attemptId: string,
  options: RefreshOptions = {},
): Promise<AttemptRow> {
  const questions = running.get(services) ?? new Map<string, Promise<AttemptRow>>();
  running.set(services, questions);
  const key = `${attemptId}:${options.mayConfirm ?? true}`;
  const underWay = questions.get(key);
  if (underWay) return await underWay;
  const question = ask(services, attemptId, options.mayConfirm ?? true).finally(() => questions.delete(key));
  questions.set(key, question);
  return await question;
}

async function ask(services: Services, attemptId: string, mayConfirm: boolean): Promise<AttemptRow> {
  const attempt = await findAttempt(services.db.kysely, attemptId);
  if (!attempt) throw new Error(`no attempt ${attemptId}`);
  const now = services.clock.now();
  if (!attemptStateFacts[attempt.state].isChecked) return attempt;
  // In flight and within its lease: another call is waiting for this very answer.
  if (
    attempt.state === "in_flight" &&
    attempt.next_check_at !== null &&
    attempt.next_check_at.getTime() > now
  )
    return attempt;
  const order = await loadOrderById(services.db.pool, attempt.order_id);
  if (!order) throw new Error(`no order ${attempt.order_id}`);
  const provider = await providerOfAttempt(services, attempt, order.merchant_id);
  const context = attemptContext(services, order, attempt, noBuyer);
  const outcome = await provider.check(context).catch((error: unknown): Outcome => {
    services.log.error("check failed", { attemptId, provider: provider.id, error });
    return { kind: "unknown", why: "check failed" };
  });
  const lifetimeMs = provider.awaitingLifetimeMs ?? timing.threeDSecureLifetimeMs;
  const isOld = now - attempt.created_at.getTime() > lifetimeMs;
  if (mayConfirm && !isOld && mayTakeMoney(attempt, outcome, provider.confirmIsRepeatable === true, now)) {
    const data = outcome.kind === "ready" ? outcome.data : undefined;
    return await confirmAttempt(services, {
      order,
      provider,
      attempt,
      buyer: noBuyer,
      input: undefined,
      data,
    });
  }
  return await applyOutcome(
    services,
    attemptId,
    isOld ? closeIfOpen(attempt, outcome, provider.confirm !== undefined) : outcome,
    "check",
  );
}

/**
 * A proven buyer's payment is finished. So is one whose capture never arrived at the provider, where sending it
 * again under the same key cannot charge twice.
 */
function mayTakeMoney(attempt: AttemptRow, outcome: Outcome, isRepeatable: boolean, now: number): boolean {
  if (outcome.kind === "ready") return true;
  const isGone = now - attempt.step_started_at.getTime() >= timing.notFoundGraceMs;
  return outcome.kind === "not_found" && attempt.step === "confirm" && isRepeatable && isGone;
}

/**
 * Too old to go on: whoever did not come back by now is not charged any more. Only where nothing can have been
 * charged: the buyer was awaited, or the step that takes money was never sent.
 */
function closeIfOpen(attempt: AttemptRow, outcome: Outcome, hasConfirmStep: boolean): Outcome {
  const wasNeverCharged = attempt.state === "awaiting_buyer" || (hasConfirmStep && attempt.step === "start");
  const isUndecided = outcome.kind === "pending" || outcome.kind === "ready";
  return wasNeverCharged && isUndecided ? { kind: "closed", as: "expired" } : outcome;
}
