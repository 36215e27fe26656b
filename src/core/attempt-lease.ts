/** What the lease of a start says of its attempt (`server/payments/start-lease.ts` renews it). */
import { type AttemptState, type AttemptStateFacts, type AttemptStep, factsOf } from "./attempt-status.ts";

type Standing = {
  readonly state: AttemptState;
  readonly step: AttemptStep;
  /** In flight: the end of its lease. */
  readonly next_check_at: Date | null;
};

/** Whether a start is in flight and its process has said nothing for so long that it counts as dead. */
export function isLeftBehind({ state, step, next_check_at }: Standing, now: number): boolean {
  return state === "in_flight" && step === "start" && (next_check_at?.getTime() ?? 0) <= now;
}

/** The facts of an attempt at a moment: a start that was left behind is one without an answer. */
export function factsAt(attempt: Standing, now: number): AttemptStateFacts {
  return factsOf(isLeftBehind(attempt, now) ? { ...attempt, state: "unknown" } : attempt);
}
