/** Ends jobs that were run, several in one transaction with all that their handlers want written beside them. */
import { sql, type Transaction } from "kysely";
import { runInTransaction } from "#db/open.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import { logJobFailure } from "./job-failure.ts";
import type { JobResult, SharedWrite } from "./job-handler.ts";
import { countLaneFailure, type Job, openLane, postponeJob, removeJobs } from "./job-store.ts";

/** A job that was run, and its outcome. */
export type Ended = { readonly job: Job; readonly result: JobResult };

/** Stores the outcomes. Where that fails for several at a time each is tried by itself: one that cannot be stored keeps none. */
export async function endJobs(services: Services, ended: readonly Ended[]): Promise<void> {
  if (ended.length > 1) {
    try {
      return await endTogether(services, ended);
    } catch (error) {
      services.log.warn("jobs are ended one by one", { count: ended.length, error });
    }
  }
  for (const one of ended)
    await endTogether(services, [one]).catch((error: unknown) => {
      // Its lease ends, and it is done again.
      logJobFailure(services, error, { lane: one.job.lane, jobId: one.job.id });
    });
}

async function endTogether({ db, clock }: Services, ended: readonly Ended[]): Promise<void> {
  await runInTransaction(db.kysely, async (trx) => {
    // What the database loses of this when it dies is done again, as when this process dies (docs/decisions/0215).
    await sql`set local synchronous_commit = off`.execute(trx);
    const done = ended.filter(({ result }) => result.kind === "done").map(({ job }) => job);
    const removed = done.length > 0 ? await removeJobs(trx, done) : new Set<number>();
    for (const { job, result } of ended) {
      const isOurs =
        result.kind === "done"
          ? removed.has(job.id)
          : await postponeJob(trx, job, {
              at: result.kind === "retry" ? new Date(clock.now() + result.afterMs) : null,
              why: result.why,
            });
      await result.write?.(trx, { isOurs });
      if (result.lane === "failing") await countLaneFailure(trx, job, clock.now());
    }
    await writeShared(trx, ended);
    const healthy = ended.filter(({ job, result }) => result.lane === "healthy" && job.lane_failures > 0);
    for (const lane of new Set(healthy.map(({ job }) => job.lane))) await openLane(trx, lane);
  });
}

/** What several jobs write by one statement. */
async function writeShared(trx: Transaction<Schema>, ended: readonly Ended[]): Promise<void> {
  const writes = ended.flatMap(({ result }) => result.sharedWrite ?? []);
  const items = new Map<SharedWrite["write"], unknown[]>();
  for (const { write, item } of writes) items.set(write, [...(items.get(write) ?? []), item]);
  for (const [write, each] of items) await write(trx, each);
}
