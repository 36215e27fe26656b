/**
 * Jobs that mail a person (docs/decisions/0322): tried again until it is too late for what they say. What the log and the row of a job
 * have of a failure names no address, which the mail library's own message may quote.
 */
import type { Mailer } from "#core/ports.ts";
import * as timing from "#core/timing.ts";
import { isRefusedAddress, readMailError } from "../notifications/mailer.ts";
import type { JobResult } from "../queue/job-handler.ts";
import type { Job } from "../queue/job-store.ts";
import type { Services } from "../services.ts";

type Parts = Pick<Services, "clock" | "log" | "mailer">;
type Failure = { readonly why: string; readonly lane: JobResult["lane"] };

/** Whether what a job says is of no use any more, since it was queued `tooOldMs` ago. */
export function isTooLate({ clock }: Pick<Parts, "clock">, job: Job, tooOldMs: number): boolean {
  return clock.now() >= job.created_at.getTime() + tooOldMs;
}

/** Sends the mail of a job; says that it is done, when it is tried again, or that it is given up. */
export async function sendAccountMail(
  parts: Parts,
  job: Job,
  { mail, tooOldMs }: { readonly mail: Parameters<Mailer>[0]; readonly tooOldMs: number },
): Promise<JobResult> {
  try {
    await parts.mailer(mail);
    return { kind: "done", lane: "healthy" };
  } catch (error) {
    const refusal = readMailError(error);
    if (refusal.kind !== "answer")
      return tryLater(parts, job, { why: refusal.kind, lane: "failing", tooOldMs });
    const why = `${refusal.stage} refused: ${refusal.status}`;
    // The mail server works: other receivers are not held up by this one.
    if (isRefusedAddress(error)) return giveUp(parts, job, { why, lane: "healthy" });
    const lane = refusal.stage === "recipient" ? "healthy" : "failing";
    return tryLater(parts, job, { why, lane, tooOldMs });
  }
}

/** Has a job tried again after a growing interval, unless that is too late. */
export function tryLater(
  parts: Pick<Parts, "clock" | "log">,
  job: Job,
  { tooOldMs, ...failure }: Failure & { readonly tooOldMs: number },
): JobResult {
  const intervals = timing.accountMailRetriesMs;
  const afterMs = intervals[Math.min(job.tries, intervals.length) - 1] ?? 0;
  const lastAt = job.created_at.getTime() + tooOldMs;
  if (parts.clock.now() + afterMs >= lastAt) return giveUp(parts, job, failure);
  return { kind: "retry", afterMs, ...failure };
}

/** Ends a job without a result, and logs it: the row keeps no address from then on. */
export function giveUp({ log }: Pick<Parts, "log">, job: Job, failure: Failure): JobResult {
  const { id: jobId, kind, payload, tries } = job;
  log.error("account mail given up", { jobId, kind, personId: payload["personId"], tries, why: failure.why });
  return { kind: "failed", ...failure };
}
