/**
 * Whether a process still works on a start. The process that makes the call says so every few seconds by putting off
 * the end of its lease; a start whose lease is not renewed takes no money, can no longer take any without passing the
 * fence, and gives way to the next one. So a process that dies holds its order for seconds only, whichever process goes
 * on.
 */
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";

/**
 * Waits for the answer to a start and renews its lease meanwhile. A lease that has run out stays so: another process may
 * have acted on it.
 */
export async function whileHeld<T>(services: Services, attempt: AttemptRow, answer: Promise<T>): Promise<T> {
  const answered = new AbortController();
  void renew(services, attempt, answered.signal);
  try {
    return await answer;
  } finally {
    answered.abort();
  }
}

async function renew(services: Services, attempt: AttemptRow, answered: AbortSignal): Promise<void> {
  for (;;) {
    await services.clock.sleep(timing.startRenewalMs, answered);
    if (answered.aborted) return;
    const now = services.clock.now();
    await services.db.kysely
      .updateTable("payment_attempts")
      .set({ next_check_at: new Date(now + timing.startLeaseMs) })
      .where("merchant_id", "=", attempt.merchant_id)
      .where("id", "=", attempt.id)
      .where("state", "=", "in_flight")
      .where("step", "=", "start")
      .where("event_count", "=", attempt.event_count)
      .where("next_check_at", ">", new Date(now))
      .execute()
      // A database that is away is no reason to give the payment up: the next renewal may succeed.
      .catch((error: unknown) => services.log.warn("lease not renewed", { attemptId: attempt.id, error }));
  }
}
