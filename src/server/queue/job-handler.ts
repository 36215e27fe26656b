/** The handler of a kind of job. */
import type { Transaction } from "kysely";
import type { JobKind } from "#core/job-kinds.ts";
import type { Schema } from "#db/schema.ts";
import type { Services } from "../services.ts";
import type { Job } from "./job-store.ts";

export type JobHandler = {
  /** Longer than a job can take: after this another process may take it. */
  readonly leaseMs: number;
  /**
   * A process that comes back under the name of one that died takes its jobs at once, without waiting for the end of their
   * leases: left out where a job that runs twice at the same time does harm.
   */
  readonly isResumed?: true;
  /** Jobs of one lane at a time, of one process; of a lane that rested, one. */
  readonly perLane: number;
  /** The same once one of them has succeeded; `perLane` when left out. */
  readonly perHealthyLane?: number;
  /** Does a job, outside any transaction. It must be idempotent: a job may run twice. */
  readonly run: (services: Services, job: Job) => Promise<JobResult>;
  /**
   * What happens to a job whose `run` threw, where a row of its own says when it is tried again and when it is given
   * up: so that the two end together. Left out: the queue tries it a few times.
   */
  readonly afterError?: (services: Services, job: Job, why: string) => JobResult;
};

export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

/** What jobs that end together write by one statement: `write` gets the items of all that name it, whether or not their lease was lost. */
export type SharedWrite = {
  readonly write: (trx: Transaction<Schema>, items: readonly unknown[]) => Promise<void>;
  readonly item: unknown;
};

/** Makes one, of a function that is always the same. */
export function sharedWrite<Item>(
  write: (trx: Transaction<Schema>, items: readonly Item[]) => Promise<void>,
  item: Item,
): SharedWrite {
  return { write: write as SharedWrite["write"], item };
}

/** The outcome of a job. `write` runs in the transaction that ends it; `isOurs` is false when the lease was lost. */
export type JobResult = (
  | { readonly kind: "done" }
  | { readonly kind: "retry"; readonly afterMs: number; readonly why: string }
  /** Given up. */
  | { readonly kind: "failed"; readonly why: string }
) & {
  /** The health of the lane's receiver by this outcome. */
  readonly lane: "healthy" | "failing" | "unknown";
  readonly write?: (trx: Transaction<Schema>, lease: { readonly isOurs: boolean }) => Promise<void>;
  readonly sharedWrite?: SharedWrite;
};
