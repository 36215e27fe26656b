/** What background work says in the log when it fails. */
import type { Clock, Log } from "#core/ports.ts";
import { databaseOutage } from "#db/outage.ts";

/** While the database is away every piece of work fails, many times a second: that is said once in so long. */
const outageLogIntervalMs = 10_000;

const outages = new WeakMap<Log, { saidAt: number; leftOut: number }>();

/**
 * Logs that a piece of background work failed, and will be tried again.
 * @param error a failure of ours is logged whole; that the database is away without its stack, and once in ten seconds for all work together
 * @param fields which work it was
 */
export function logJobFailure(
  { log, clock }: { readonly log: Log; readonly clock: Clock },
  error: unknown,
  fields: Readonly<Record<string, unknown>>,
): void {
  const outage = databaseOutage(error);
  if (outage === null) {
    log.error("job failed", { ...fields, error });
    return;
  }
  const last = outages.get(log);
  if (last && clock.now() - last.saidAt < outageLogIntervalMs) {
    last.leftOut += 1;
    return;
  }
  outages.set(log, { saidAt: clock.now(), leftOut: 0 });
  const { code: sqlState, message } = error as Error & { readonly code?: string };
  log.error("jobs wait for the database", {
    ...fields,
    outage,
    sqlState,
    message,
    failuresBefore: last?.leftOut ?? 0,
  });
}
