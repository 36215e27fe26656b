/**
 * The clocked work: asking providers about attempts that are due, and closing what ran out of time. An attempt's row
 * is its own job (`next_check_at`), so nothing can be lost between a crash and a queue; several processes share the
 * work through SKIP LOCKED.
 */
import { sql } from "kysely";
import { timing } from "#core/timing.ts";
import { removeOldIdempotencyKeys } from "./merchant-api/idempotency.ts";
import { refreshAttempt } from "./payments/refresh.ts";
import { sendRefund } from "./payments/refund.ts";
import type { Services } from "./services.ts";

const batchSize = 10;

/**
 * Takes up to ten due attempts and asks about each. While it is asked about, an attempt is not due for another
 * worker; if this process dies meanwhile, it becomes due again after the lease.
 * @returns how many were asked about
 */
export async function checkDueAttempts(services: Services): Promise<number> {
  const now = new Date(services.clock.now());
  const leaseEnd = new Date(services.clock.now() + timing.attemptLeaseMs);
  const due = await sql<{ id: string }>`
    update payment_attempts set next_check_at = ${leaseEnd}
    where id in (
      select id from payment_attempts where next_check_at <= ${now} order by next_check_at limit ${batchSize} for update skip locked
    )
    returning id`.execute(services.db.kysely);
  for (const { id } of due.rows) {
    await refreshAttempt(services, id, { isDue: true }).catch((error: unknown) =>
      services.log.error("attempt check failed", { attemptId: id, error }),
    );
  }
  return due.rows.length;
}

/**
 * Sends refunds again that are due: unanswered ones, and those that a dead process left in flight.
 * @returns how many were sent
 */
export async function sendDueRefunds(services: Services): Promise<number> {
  const now = new Date(services.clock.now());
  const leaseEnd = new Date(services.clock.now() + timing.attemptLeaseMs);
  const due = await services.db.kysely
    .updateTable("refunds")
    .set({ next_check_at: leaseEnd })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("refunds")
        .select("id")
        .where("next_check_at", "<=", now)
        .orderBy("next_check_at")
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
  for (const refund of due) {
    await sendRefund(services, refund).catch((error: unknown) =>
      services.log.error("refund failed", { refundId: refund.id, error }),
    );
  }
  return due.length;
}

/**
 * Makes attempts that a dead process left in flight due at once. Only right where no other process can be at work on
 * the same database: with the embedded one, at start.
 */
export async function adoptOrphans(services: Services): Promise<void> {
  await services.db.kysely
    .updateTable("payment_attempts")
    .set({ next_check_at: new Date(services.clock.now()) })
    .where("state", "=", "in_flight")
    .execute();
  await services.db.kysely
    .updateTable("refunds")
    .set({ next_check_at: new Date(services.clock.now()) })
    .where("state", "=", "in_flight")
    .execute();
}

/**
 * Runs the jobs until stopped.
 * @returns a function that ends the loop and resolves when the last piece of work is done
 */
export function startJobs(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  let tidiedAt = Number.NEGATIVE_INFINITY;
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      if (services.clock.now() - tidiedAt > timing.tidyIntervalMs) {
        tidiedAt = services.clock.now();
        await removeOldIdempotencyKeys(services).catch((error: unknown) =>
          services.log.error("job failed", { error }),
        );
      }
      const counts = await Promise.all(
        [checkDueAttempts, sendDueRefunds].map((job) =>
          job(services).catch((error: unknown) => {
            services.log.error("job failed", { error });
            return 0;
          }),
        ),
      );
      if (Math.max(...counts) < batchSize) await services.clock.sleep(timing.jobTickMs, stopping.signal);
    }
  })();
  return async () => {
    stopping.abort();
    await loop;
  };
}
