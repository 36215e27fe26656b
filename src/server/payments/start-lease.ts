/**
 * Whether a process still works on a start. The process that makes the call renews its lease every few seconds; a start
 * whose lease has expired takes no money, cannot take any without passing the
 * fence, and yields to the next one. So a process that crashes blocks its order for seconds only.
 */
import * as timing from "#core/timing.ts";
import type { Services } from "../services.ts";
import type { AttemptRow } from "./attempt-store.ts";

/**
 * Waits for the answer to a start and renews its lease meanwhile. An expired lease is not renewed: another process may
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
      // An unavailable database does not end the payment: the next renewal may succeed.
      .catch((error: unknown) => services.log.warn("lease not renewed", { attemptId: attempt.id, error }));
  }
}
