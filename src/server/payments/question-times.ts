/**
 * The backoff of checks: when a provider is asked about an attempt again. Rules without I/O. Only the job sets the time,
 * so that a page that asks every second delays nothing.
 */
import { type AttemptState, attemptStateFacts, factsOf } from "#core/attempt-status.ts";
import * as timing from "#core/timing.ts";
import type { AttemptRow } from "./attempt-store.ts";

type Asked = Pick<AttemptRow, "state" | "step" | "step_started_at" | "created_at" | "check_count">;

/**
 * The next question after one that brought nothing new at `now`, milliseconds since the epoch: by the age of the step
 * that was last sent while that is undecided, else by how often the provider was notified or asked in this state.
 */
export function nextQuestion(attempt: Asked, now: number): Date {
  if (!isUndecided(attempt.state)) return nextCheck(attempt, now);
  const ageMs = Math.max(0, now - attempt.step_started_at.getTime());
  const dueAt = now + Math.min(pauseAtAge(ageMs), longestPause(attempt, ageMs));
  // Who may be left waiting is asked about when that time has ended: until then the attempt could not be closed.
  // Where a provider gives its buyers longer, this is one question more.
  const overAt = attempt.created_at.getTime() + timing.threeDSecureLifetimeMs;
  const isSooner = factsOf(attempt).maySupersede && now < overAt && overAt < dueAt;
  return new Date(isSooner ? overAt : dueAt);
}

function isUndecided(state: AttemptState): boolean {
  const { live, settles } = attemptStateFacts[state];
  return live && !settles;
}

/** What the job writes after its question, where the answer has set nothing. */
export function afterQuestion(
  attempt: Asked,
  now: number,
): { readonly next_check_at: Date | null; readonly check_count: number } {
  const check_count = attempt.check_count + 1;
  const isLeft = !factsOf(attempt).isChecked || isCheckedEnough(attempt.state, check_count);
  return { check_count, next_check_at: isLeft ? null : nextQuestion(attempt, now) };
}

/** What was superseded is reported to its provider a few times, then left: nothing can be charged by it. */
function isCheckedEnough(state: AttemptState, checks: number): boolean {
  return state === "superseded" && checks > timing.checkIntervalsMs.length;
}

/** The growing intervals in sequence: which of them an age falls into. The last one repeats. */
function pauseAtAge(ageMs: number): number {
  let endMs = 0;
  for (const pauseMs of timing.checkIntervalsMs) {
    endMs += pauseMs;
    if (ageMs < endMs) return pauseMs;
  }
  return timing.checkIntervalsMs.at(-1) ?? 0;
}

/** Where money may have been taken, and no caller waits for the answer, the next check is soon; where it may be approved, before that ends. */
function longestPause(attempt: Asked, ageMs: number): number {
  const { blocksStart, settles, maySupersede } = factsOf(attempt);
  const { untilMs, pauseMs } = timing.awaitedBuyer;
  if (maySupersede && ageMs < untilMs) return pauseMs;
  if (attempt.state === "in_flight" || !blocksStart || settles) return Number.POSITIVE_INFINITY;
  return timing.inDoubtPauses.find(({ untilMs }) => ageMs < untilMs)?.pauseMs ?? Number.POSITIVE_INFINITY;
}

/** Backoff by the number of tries: growing intervals, the last one repeats. */
export function nextCheck(tried: { readonly check_count: number }, now: number): Date {
  const intervals = timing.checkIntervalsMs;
  return new Date(now + (intervals[Math.min(tried.check_count, intervals.length - 1)] ?? 0));
}

/** The next try of a refund in doubt: by that backoff, but also at the moment from which it may be sent again. */
export function nextRefundTry(
  tried: { readonly check_count: number; readonly sent_at: Date | null },
  now: number,
): Date {
  const dueAt = nextCheck(tried, now).getTime();
  const mayBeSentAt = (tried.sent_at?.getTime() ?? 0) + timing.refundResendAfterMs;
  return new Date(now < mayBeSentAt && mayBeSentAt < dueAt ? mayBeSentAt : dueAt);
}
