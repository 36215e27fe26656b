/**
 * Scheduled work: checks of attempts that are due, and expiry. An attempt's row
 * is its own job (`next_check_at`), so nothing can be lost between a crash and a queue; several processes share the
 * work through SKIP LOCKED.
 */
import * as timing from "#core/timing.ts";
import { sendDueDeliveries } from "../digital/send-deliveries.ts";
import { wakeEventReaders } from "../events/event-readers.ts";
import { placeWhenWritten } from "../events/place-when-written.ts";
import { queueReminders } from "../messages/reminders.ts";
import { expireInvoices } from "../orders/expire-invoices.ts";
import { bookUnbooked } from "../payments/book-outcome.ts";
import { watchDeclines } from "../payments/decline-watch.ts";
import { askAllDue, askWhenDue, wakeAttempts } from "../payments/due-attempts.ts";
import { expireRefundApprovals } from "../payments/refund-approvals.ts";
import { adoptRefunds, endRefundLanes, startDueRefunds } from "../payments/refund-jobs.ts";
import { registerDueWebhooks } from "../payments/webhook-registration.ts";
import { eraseAgedBuyers } from "../privacy/erase-by-age.ts";
import { cancelExpiredLinkOrders } from "../products/expire-link-orders.ts";
import { logJobFailure } from "../queue/job-failure.ts";
import { wakeQueue, workWhenDue } from "../queue/work-queue.ts";
import { expireQuotes } from "../quotes/quote-events.ts";
import { askLateChecks } from "../reconciliation/late-checks.ts";
import { reconcileDueDays } from "../reconciliation/reconcile-day.ts";
import { issueRecurring } from "../recurring/issue-recurring.ts";
import type { Services } from "../services.ts";
import { issueWaitingInvoices } from "../tax-documents/waiting-invoices.ts";
import { warnOfUnits } from "../zatca/onboarding/unit-standing.ts";
import { watchSubmissions } from "../zatca/watch-submissions.ts";
import { jobHandlers } from "./job-handlers.ts";
import { removeOutlived } from "./retention.ts";

const batchSize = 10;

/**
 * One round over all attempts that are due, whichever provider they are with.
 * @returns how many were asked about
 */
export async function checkDueAttempts(services: Services): Promise<number> {
  return await askAllDue(services);
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
  await adoptRefunds(services);
}

/** A piece of clocked work, and how long to rest when it found less than a batch. */
type Job = {
  readonly work: (services: Services) => Promise<number>;
  readonly restMs: number;
};

const jobs: readonly Job[] = [
  { work: startDueRefunds, restMs: timing.jobTickMs },
  { work: watchDeclines, restMs: timing.jobTickMs },
  { work: bookUnbooked, restMs: timing.bookingRetryMs },
  { work: cancelExpiredLinkOrders, restMs: timing.jobTickMs },
  { work: expireRefundApprovals, restMs: timing.tidyIntervalMs },
  { work: expireInvoices, restMs: timing.jobTickMs },
  { work: expireQuotes, restMs: timing.tidyIntervalMs },
  { work: issueWaitingInvoices, restMs: timing.jobTickMs },
  { work: sendDueDeliveries, restMs: timing.jobTickMs },
  { work: watchSubmissions, restMs: timing.taxWatchMs },
  { work: issueRecurring, restMs: timing.reminderScanMs },
  { work: queueReminders, restMs: timing.reminderScanMs },
  { work: registerDueWebhooks, restMs: timing.registrationScanMs },
  { work: askLateChecks, restMs: timing.reconciliationScanMs },
  { work: reconcileDueDays, restMs: timing.reconciliationScanMs },
  { work: removeOutlived, restMs: timing.tidyIntervalMs },
  { work: eraseAgedBuyers, restMs: timing.tidyIntervalMs },
  { work: warnOfUnits, restMs: timing.tidyIntervalMs },
];

/**
 * Runs the jobs until stopped, each at its own pace: a provider that is slow to answer one delays no other.
 * @returns a function that ends the loops and resolves when the last piece of work is done
 */
export function startJobs(services: Services): () => Promise<void> {
  const stopping = new AbortController();
  const { notices } = services;
  notices.on("attempts", () => wakeAttempts(services));
  const onPlacedByAny = (): void => {
    wakeQueue(services);
    wakeEventReaders(services.db.kysely);
  };
  notices.on("jobs", onPlacedByAny);
  const onPlaced = (): void => {
    onPlacedByAny();
    notices.tell("jobs");
  };
  const loops = [
    askWhenDue(services, stopping.signal),
    placeWhenWritten(services, stopping.signal, onPlaced),
    workWhenDue(services, jobHandlers, stopping.signal),
    ...jobs.map((job) => repeat(services, job, stopping.signal)),
  ];
  return async () => {
    stopping.abort();
    await Promise.all(loops);
    await endRefundLanes(services);
  };
}

async function repeat(services: Services, { work, restMs }: Job, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const count = await work(services).catch((error: unknown) => {
      logJobFailure(services, error, { work: work.name });
      return 0;
    });
    if (count < batchSize) await services.clock.sleep(restMs, stopping);
  }
}
