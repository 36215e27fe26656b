/**
 * Whether this process can do its work now: whether the database takes and keeps what is written. It is asked for by
 * load balancers once a second or so, hence cheap, bounded in time, and asked of the database once for all who ask.
 */
import * as timing from "#core/timing.ts";
import { type DatabaseOutage, databaseOutage } from "#db/outage.ts";
import type { Services } from "../services.ts";

/** Why not: how the database is unavailable, or that the outcome of a payment is not stored yet. */
export type Readiness = "ready" | DatabaseOutage | "booking_fails";

/**
 * A transaction that writes and is rolled back. Its first statement is refused by a standby and where nothing
 * may be written, its second needs a megabyte of disk (a sort with less memory than it takes), and its commit waits
 * until the log is safe, with the standbys that a synchronous cluster waits for.
 */
const probe = {
  text: [
    "begin",
    "set local work_mem = '64kB'",
    "update merchants set username = username where false",
    "select count(n) from (select n, repeat(md5(n::text), 32) as filler from generate_series(1, 1000) as n order by filler, n) as sorted",
    "select pg_logical_emit_message(true, 'wasl', 'readiness')",
    "commit",
  ].join("; "),
  query_timeout: timing.readinessTimeoutMs,
} as const;

/**
 * Makes the question. Its answer holds for a second; while a question is under way, all wait for the same answer.
 * @param isBookingFailing whether this process holds an outcome of a payment that it cannot write down
 * @returns rejects never
 */
export function createReadiness(
  services: Services,
  isBookingFailing: () => boolean,
): () => Promise<Readiness> {
  let underWay: Promise<Readiness> | null = null;
  let last: { readonly answer: Readiness; readonly at: number } | null = null;
  const ask = async (): Promise<Readiness> => {
    const answer = await Promise.race([askDatabase(services), silence()]);
    if (answer !== (last?.answer ?? "ready")) tell(services, answer);
    last = { answer, at: services.clock.now() };
    underWay = null;
    return answer;
  };
  return async () => {
    if (isBookingFailing()) return "booking_fails";
    if (last && services.clock.now() - last.at < timing.readinessHoldsMs) return last.answer;
    underWay ??= ask();
    return await underWay;
  };
}

async function askDatabase(services: Services): Promise<Readiness> {
  try {
    await services.db.pool.query(probe);
    return "ready";
  } catch (error) {
    const outage = databaseOutage(error);
    // Such as a statement that the server itself ended: it works, but not in time.
    if (outage === null) services.log.warn("readiness_failed", { error });
    return outage ?? "unreachable";
  }
}

/** Waiting for a connection takes longer than the question may: the pool's timeout is for requests. */
function silence(): Promise<Readiness> {
  return new Promise((resolve) => {
    setTimeout(() => resolve("unreachable"), timing.readinessTimeoutMs).unref();
  });
}

function tell(services: Services, answer: Readiness): void {
  if (answer === "ready") services.log.info("ready_again");
  else services.log.error("not_ready", { why: answer });
}
