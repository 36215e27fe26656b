/**
 * Asks a provider for the status of an attempt and acts on the answer. The buyer's return, the status call, webhooks
 * and the job all call it, also concurrently: the fence lets one of them act.
 */
import { attemptStateFacts, factsOf, mayAttemptBecome } from "#core/attempt-status.ts";
import type { Outcome } from "#core/outcome.ts";
import * as timing from "#core/timing.ts";
import type { PaymentProvider } from "#methods/payment-method.ts";
import { isPayable } from "../orders/order-open.ts";
import { loadOrderById, type OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { attemptContext, noBuyer } from "./attempt-context.ts";
import { type AttemptRow, findAttempt, scheduleCheck } from "./attempt-store.ts";
import { bookOutcome } from "./book-outcome.ts";
import { endCaptureLease, takeCaptureLease } from "./capture-lease.ts";
import { confirmAttempt } from "./confirm.ts";
import { moveIfStill } from "./move-if-still.ts";
import { providerOfAttempt } from "./providers.ts";
import { refundSurplus } from "./refund.ts";

/** Why a provider is asked about an attempt. */
export type RefreshCause = "question" | "return" | "job" | "message" | "books" | "replacement";

type CauseFacts = {
  /** The money of an authenticated buyer may be taken now. */
  readonly mayConfirm: boolean;
  /** The attempt's lease has ended and this job holds the next one: no call waits for the answer of an attempt in flight. */
  readonly isDue: boolean;
  /** The provider itself sent a message: money may have arrived for an attempt that we had closed. */
  readonly isNews: boolean;
  /** An earlier answer may be out of date. */
  readonly knowsNewer: boolean;
};

const question: CauseFacts = { mayConfirm: true, isDue: false, isNews: false, knowsNewer: false };

const causeFacts: Readonly<Record<RefreshCause, CauseFacts>> = {
  /** A page or a call asks. */
  question,
  /** The buyer is back from the provider. */
  return: { ...question, knowsNewer: true },
  /** The attempt's time had come. */
  job: { ...question, isDue: true },
  /** The provider sent a message; the job took the attempt because of it. */
  message: { ...question, isDue: true, isNews: true, knowsNewer: true },
  /** The provider's books name a payment that ours do not: looked at, never charged. */
  books: { ...question, isNews: true, knowsNewer: true, mayConfirm: false },
  /** Another attempt is about to take its place. */
  replacement: { ...question, mayConfirm: false },
};

/** A check that is under way, with its sequence number among all checks and callers. */
type Question = { readonly place: number; readonly answer: Promise<AttemptRow> };

const running = new WeakMap<Services, Map<string, Question>>();
let lastPlace = 0;

/**
 * Asks about one attempt. Callers that come while a check is under way share its answer; those that know of
 * something newer (a return, a message) share only one that began after they came.
 * @returns the attempt as it is afterwards
 */
export async function refreshAttempt(
  services: Services,
  attemptId: string,
  cause: RefreshCause = "question",
): Promise<AttemptRow> {
  const facts = causeFacts[cause];
  const questions = running.get(services) ?? new Map<string, Question>();
  running.set(services, questions);
  const key = `${attemptId}:${facts.mayConfirm}`;
  lastPlace += 1;
  const cameAt = lastPlace;
  let underWay = questions.get(key);
  while (underWay && facts.knowsNewer && underWay.place < cameAt) {
    // Errors of the older check are handled by its caller.
    await underWay.answer.catch(() => {});
    underWay = questions.get(key);
  }
  if (underWay) return await underWay.answer;
  lastPlace += 1;
  const answer = ask(services, attemptId, facts).finally(() => questions.delete(key));
  questions.set(key, { place: lastPlace, answer });
  return await answer;
}

async function ask(services: Services, attemptId: string, facts: CauseFacts): Promise<AttemptRow> {
  const now = services.clock.now();
  const attempt = await findToAsk(services, attemptId, facts);
  const mayHaveNews = facts.isNews && mayAttemptBecome(attempt.state, "surplus");
  if (!attemptStateFacts[attempt.state].isChecked && !mayHaveNews) return attempt;
  if (isWithItsCaller(attempt, facts, now)) return attempt;
  if (!facts.isDue && !facts.knowsNewer && wasJustAsked(services, attempt, now)) return attempt;
  const order = await loadOrderById(services.db.pool, attempt.order_id);
  if (!order) throw new Error(`no order ${attempt.order_id}`);
  const provider = await providerOfAttempt(services, attempt, order.merchant_id);
  if (attempt.state === "surplus") return await giveSurplusBack(services, attempt, provider);
  const wanted = stepFor({ attempt, order, provider, now }, facts);
  if (wanted === null) return await leaveAlone(services, attempt);
  const lease = wanted.cause === "capture" ? await takeCaptureLease(services, attempt) : null;
  // While another process collects, the payment is only looked at.
  const isHeldBack = wanted.cause === "capture" && lease === null;
  const step: Step = isHeldBack ? { cause: "check", run: provider.check } : wanted;
  const outcome = await Promise.try(step.run, attemptContext(services, order, attempt, noBuyer)).catch(
    (error: unknown): Outcome => {
      services.log.error("adapter failed", { attemptId, provider: provider.id, step: step.cause, error });
      return { kind: "unknown", why: "adapter failed" };
    },
  );
  if (lease !== null) await endCaptureLease(services, attempt, { until: lease, outcome });
  const lifetimeMs = provider.awaitingLifetimeMs ?? timing.threeDSecureLifetimeMs;
  const isOld = now - attempt.created_at.getTime() >= lifetimeMs;
  const isOpen = attempt.state === "in_flight" || mayAttemptBecome(attempt.state, "in_flight");
  const mayConfirm = facts.mayConfirm && isOpen && !isOld;
  if (mayConfirm && mayTakeMoney(attempt, outcome, provider.confirmIsRepeatable === true, now)) {
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
  const found = isOld ? closeIfOpen(attempt, outcome, provider.confirm !== undefined) : outcome;
  if (found !== outcome && outcome.kind === "ready" && provider.cancel)
    return await giveUpApproval(services, attempt.id, now);
  if (isStartLost(attempt, found, provider)) {
    return await bookOutcome(services, attempt, { kind: "not_sent", why: "its answer was lost" }, "start");
  }
  const dated = found.kind === "not_found" ? { ...found, askedAt: now } : found;
  return await bookOutcome(services, attempt, dated, step.cause);
}

/**
 * The attempt as it is. The job has leased it for its question: a start that was left behind is written down as
 * unanswered first, so that the next one need not wait for the answer.
 */
async function findToAsk(services: Services, attemptId: string, { isDue }: CauseFacts): Promise<AttemptRow> {
  const found = await findAttempt(services.db.kysely, attemptId);
  if (!found) throw new Error(`no attempt ${attemptId}`);
  const isLeft = isDue && found.state === "in_flight" && found.step === "start";
  return isLeft ? await bookOutcome(services, found, { kind: "pending" }, "check") : found;
}

/**
 * The answer to the start is lost, its caller is gone, and the provider has nothing to confirm: the data that
 * the buyer needs to continue is lost, and nothing was or will be charged.
 */
function isStartLost(attempt: AttemptRow, outcome: Outcome, provider: PaymentProvider): boolean {
  const isUnanswered = attempt.state === "unknown" || attempt.state === "in_flight";
  const isOver = outcome.kind === "pending" || outcome.kind === "not_found";
  const needsUs = provider.confirm !== undefined || isPageLost(attempt, provider);
  return isUnanswered && attempt.step === "start" && needsUs && isOver;
}

/**
 * No buyer has the address of the provider's page, however long it stays open there: an address is given out only once
 * the answer with it is stored.
 */
function isPageLost(
  { provider_reference, provider_data }: AttemptRow,
  { pageOrigins }: PaymentProvider,
): boolean {
  return pageOrigins !== undefined && provider_reference === null && Object.keys(provider_data).length === 0;
}

const lastQuestions = new WeakMap<Services, Map<string, { readonly at: number; readonly version: number }>>();
const rememberedQuestions = 10_000;

/** Rate limit: a provider gets one check in two seconds about an attempt that has not changed. */
function wasJustAsked(services: Services, attempt: AttemptRow, now: number): boolean {
  const questions = lastQuestions.get(services) ?? new Map<string, { at: number; version: number }>();
  lastQuestions.set(services, questions);
  const last = questions.get(attempt.id);
  const isFresh =
    last !== undefined && last.version === attempt.event_count && now - last.at < timing.checkFloorMs;
  if (isFresh) return true;
  if (questions.size >= rememberedQuestions) questions.clear();
  questions.set(attempt.id, { at: now, version: attempt.event_count });
  return false;
}

/** In flight and within its lease: another call is waiting for this very answer. */
function isWithItsCaller(attempt: AttemptRow, { isDue }: CauseFacts, now: number): boolean {
  if (attempt.state !== "in_flight" || isDue) return false;
  return attempt.next_check_at !== null && attempt.next_check_at.getTime() > now;
}

type Asked = {
  readonly attempt: AttemptRow;
  readonly order: OrderRecord;
  readonly provider: PaymentProvider;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

type Step = { readonly cause: "check" | "capture" | "cancel"; readonly run: PaymentProvider["check"] };

/** The next call to the provider: collect approved money, cancel what is no longer wanted, or check. */
function stepFor({ attempt, order, provider, now }: Asked, { isNews }: CauseFacts): Step | null {
  if (attempt.state === "authorised" && provider.capture) return { cause: "capture", run: provider.capture };
  const isUnwanted =
    attempt.state === "superseded" || (attempt.state === "offered" && !isPayable(order, now));
  const giveUp = isUnwanted ? givingUpBy(provider) : null;
  if (giveUp) return { cause: "cancel", run: giveUp };
  // A card's 3-D Secure that was superseded cannot charge without us: the gateway need not be notified.
  return attempt.state === "superseded" && !isNews ? null : { cause: "check", run: provider.check };
}

/**
 * What gives up a payment that is no longer wanted. One that its buyer may still pay elsewhere, at a provider that has no call to
 * close it, is asked about: that money is found and goes back. Null where a step of ours takes the money, which is not taken any more.
 */
function givingUpBy({
  cancel,
  check,
  confirm,
  pageOrigins,
}: PaymentProvider): PaymentProvider["check"] | null {
  const isPaidElsewhere = confirm === undefined || pageOrigins !== undefined;
  return cancel ?? (isPaidElsewhere ? check : null);
}

async function leaveAlone(services: Services, attempt: AttemptRow): Promise<AttemptRow> {
  await scheduleCheck(services.db.kysely, attempt, { next_check_at: null });
  return attempt;
}

/**
 * An approval that is found too late to be taken: no fence can be passed any more, and the job asks for `cancel`, as of every
 * attempt that was superseded, until the provider has answered.
 */
async function giveUpApproval(services: Services, attemptId: string, now: number): Promise<AttemptRow> {
  return await moveIfStill(services, attemptId, (attempt) => factsOf(attempt).maySupersede, {
    to: "superseded",
    cause: "approved_too_late",
    set: { next_check_at: new Date(now), check_count: 0 },
  });
}

/**
 * Exact surplus is refunded automatically where the provider can; it is due from its arrival until it is claimed. Any
 * other surplus was reported when it arrived and waits for a person.
 */
async function giveSurplusBack(
  services: Services,
  attempt: AttemptRow,
  provider: PaymentProvider,
): Promise<AttemptRow> {
  if (attempt.next_check_at === null) return attempt;
  if (!provider.refund) return await leaveAlone(services, attempt);
  await refundSurplus(services, attempt);
  return (await findAttempt(services.db.kysely, attempt.id)) ?? attempt;
}

/**
 * The payment of an authenticated buyer is finished. So is one whose capture never arrived at the provider, where sending it
 * again under the same key cannot charge twice.
 */
function mayTakeMoney(attempt: AttemptRow, outcome: Outcome, isRepeatable: boolean, now: number): boolean {
  if (outcome.kind === "ready") return true;
  const isGone = now - attempt.step_started_at.getTime() >= timing.notFoundGraceMs;
  return outcome.kind === "not_found" && attempt.step === "confirm" && isRepeatable && isGone;
}

/**
 * Too old to continue: a buyer who has not come back by now is no longer charged. Only where nothing can have been
 * charged: the attempt waited for its buyer, or the capture was never sent.
 */
function closeIfOpen(attempt: AttemptRow, outcome: Outcome, hasConfirmStep: boolean): Outcome {
  const wasNeverCharged = attempt.state === "awaiting_buyer" || (hasConfirmStep && attempt.step === "start");
  const isUndecided = outcome.kind === "pending" || outcome.kind === "ready";
  return wasNeverCharged && isUndecided ? { kind: "closed", as: "expired" } : outcome;
}
