/**
 * The clocked work: asking providers about attempts that are due, and closing what ran out of time. An attempt's row
 * is its own job (`next_check_at`), so nothing can be lost between a crash and a queue; several processes share the
 * work through SKIP LOCKED.
 */
import { sql } from "kysely";
import * as timing from "#core/timing.ts";
import { bookUnbooked } from "./payments/book-outcome.ts";
import { refreshAttempt } from "./payments/refresh.ts";
import { sendRefund } from "./payments/refund.ts";
import { registerDueWebhooks } from "./payments/webhook-registration.ts";
import { cancelExpiredLinkOrders } from "./products/expire-link-orders.ts";
import { removeOutlived } from "./retention.ts";
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

/** A piece of clocked work, and how long to rest when it found less than a batch. */
type Job = {
  readonly work: (services: Services) => Promise<number>;
  readonly restMs: number;
};

const jobs: readonly Job[] = [
  { work: bookUnbooked, restMs: timing.bookingRetryMs },
  { work: checkDueAttempts, restMs: timing.jobTickMs },
  { work: sendDueRefunds, restMs: timing.jobTickMs },
  { work: cancelExpiredLinkOrders, restMs: timing.jobTickMs },
  { work: registerDueWebhooks, restMs: timing.registrationScanMs },
  { work: removeOutlived, restMs: timing.tidyIntervalMs },
];

/**
 * Runs the jobs until stopped, each at its own pace: a provider that is slow to answer one holds no other one up.
 * @returns a function that ends the loops and resolves when the last piece of work is done
 */
export function startJobs(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const loops = jobs.map((job) => repeat(services, job, stopping.signal));
  return async () => {
    stopping.abort();
    await Promise.all(loops);
  };
}

async function repeat(services: Services, { work, restMs }: Job, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const count = await work(services).catch((error: unknown) => {
      services.log.error("job failed", { error });
      return 0;
    });
    if (count < batchSize) await services.clock.sleep(restMs, stopping);
  }
}
