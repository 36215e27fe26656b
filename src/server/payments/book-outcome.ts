/**
 * Writes down the answer of a provider, also when the database fails at that moment. The buyer is shown that the outcome
 * is unknown (504), which is true until it is written; this process keeps the answer in memory and retries the write every
 * second. If the process ends first, the answer is lost and the job asks the provider, as after any crash.
 */
import type { Outcome } from "#core/outcome.ts";
import { isProblem, Problem } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { databaseOutage, isTransient } from "#db/outage.ts";
import type { Services } from "../services.ts";
import { type AttemptRow, findAttempt } from "./attempt-store.ts";
import type { OutcomeCause } from "./next-state.ts";
import { applyOutcome } from "./settle.ts";

type Unbooked = {
  readonly attemptId: string;
  readonly merchantId: number;
  readonly outcome: Outcome;
  readonly cause: OutcomeCause;
  readonly heardAt: number;
  /** After this it is no longer written: the job has asked again. Milliseconds since the epoch. */
  readonly until: number;
  /** The database is away, so that others would not be written either; else only this one waited for a lock too long. */
  readonly isOutage: boolean;
};

/** What one process has received and could not write, oldest first, by attempt and kind of outcome. */
const unbooked = new WeakMap<Services, Map<string, Unbooked>>();
/** Beyond this many, the job has to ask for them again. */
const mostUnbooked = 1_000;

/**
 * Applies an outcome (`applyOutcome`) once its provider was called. Where the database fails, what was received is kept
 * and tried again by `bookUnbooked`.
 * @param attempt as it was when the provider was called
 * @returns the attempt as it is afterwards
 * @throws Problem `outcome_unknown` when money may have moved and it could not be written down
 */
export async function bookOutcome(
  services: Services,
  attempt: AttemptRow,
  outcome: Outcome,
  cause: OutcomeCause,
): Promise<AttemptRow> {
  try {
    return await applyOutcome(services, attempt.id, outcome, cause);
  } catch (error) {
    const isOwnStep = cause === "start" || cause === "confirm";
    if (!isOwnStep && !provesMoney(outcome)) throw error;
    if (isTransient(error))
      keep(services, { attempt, outcome, cause, isOutage: databaseOutage(error) !== null });
    return inDoubt(services, attempt)(error);
  }
}

/**
 * Once a provider was called, any failure of ours leaves the outcome unknown: the buyer is never asked to try again,
 * not even where the next step is held off (`requireBookable`), since the job takes it as soon as it may.
 */
export function inDoubt(services: Services, attempt: AttemptRow): (error: unknown) => never {
  return (error) => {
    if (isProblem(error) && error.code !== "service_unavailable") throw error;
    services.log.error("failed after the provider was called", { attemptId: attempt.id, error });
    throw new Problem("outcome_unknown", { retryAfterSeconds: 2 });
  };
}

/**
 * Whether this process holds an outcome that it cannot write down because the database is away: nothing that takes money
 * may begin. One that waits for its merchant's lock keeps no other order from being paid.
 */
export function isBookingFailing(services: Services): boolean {
  return [...(unbooked.get(services)?.values() ?? [])].some(({ isOutage }) => isOutage);
}

/**
 * Refuses to take money while outcomes cannot be written: that a claim could be committed to an almost full disk does
 * not prove that its outcome can be.
 * @throws Problem `service_unavailable`
 */
export function requireBookable(services: Services): void {
  if (!isBookingFailing(services)) return;
  throw new Problem("service_unavailable", { retryAfterSeconds: 5, detail: "outcomes wait to be written" });
}

/**
 * Tries once to write down everything that waits; for a job that runs every second, and for the end of the process.
 * @returns how many were written
 */
export async function bookUnbooked(services: Services): Promise<number> {
  const waiting = unbooked.get(services) ?? new Map<string, Unbooked>();
  let written = 0;
  /** Whose numbers another transaction holds: each of their payments would wait as long. */
  const busy = new Set<number>();
  for (const [key, item] of [...waiting]) {
    if (busy.has(item.merchantId)) continue;
    const { attemptId, outcome, cause, heardAt } = item;
    const now = services.clock.now();
    try {
      if (now < item.until && !(await isPastStart(services, item))) {
        await applyOutcome(services, attemptId, outcome, cause);
        services.log.info("outcome written late", { attemptId, afterMs: now - heardAt });
        written += 1;
      }
      waiting.delete(key);
    } catch (error) {
      if (databaseOutage(error) !== null) {
        waiting.set(key, { ...item, isOutage: true });
        break; // the others would wait for the same database
      }
      if (isTransient(error)) {
        waiting.set(key, { ...item, isOutage: false });
        busy.add(item.merchantId);
        continue;
      }
      waiting.delete(key);
      services.log.error("outcome not written", { attemptId, outcome: outcome.kind, error });
    }
  }
  return written;
}

type Heard = Pick<Unbooked, "outcome" | "cause" | "isOutage"> & { readonly attempt: AttemptRow };

function keep(services: Services, { attempt, outcome, cause, isOutage }: Heard): void {
  const waiting = unbooked.get(services) ?? new Map<string, Unbooked>();
  unbooked.set(services, waiting);
  const key = `${attempt.id} ${outcome.kind}`;
  if (waiting.size >= mostUnbooked || waiting.has(key)) return;
  const heardAt = services.clock.now();
  waiting.set(key, {
    attemptId: attempt.id,
    merchantId: attempt.merchant_id,
    outcome,
    cause,
    heardAt,
    isOutage,
    until: provesMoney(outcome) ? Number.POSITIVE_INFINITY : writtenUntil(attempt, cause, heardAt),
  });
}

/** The provider states that it has the money: true whenever it is written, and harmless if it is known already. */
function provesMoney({ kind }: Outcome): boolean {
  return kind === "captured" || kind === "authorised";
}

/**
 * Anything else is the answer to one step and says nothing of a later one. A start takes no money and may answer late:
 * what it has begun, a code or a bill, is of use to the buyer as long as it can be continued. With any other step
 * the attempt is ours until its lease ends.
 */
function writtenUntil(attempt: AttemptRow, cause: OutcomeCause, heardAt: number): number {
  if (cause === "start") return heardAt + timing.threeDSecureLifetimeMs;
  return (attempt.next_check_at?.getTime() ?? 0) - timing.bookingMarginMs;
}

/** The attempt has moved on to its payment, so that the answer to its start changes nothing. */
async function isPastStart(services: Services, { attemptId, outcome, cause }: Unbooked): Promise<boolean> {
  if (cause !== "start" || provesMoney(outcome)) return false;
  return (await findAttempt(services.db.kysely, attemptId))?.step !== "start";
}
