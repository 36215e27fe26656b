/** Jobs as rows. A worker that takes one has it until its lease ends; after that any worker may take it again. */
import { type Kysely, sql, type Transaction } from "kysely";
import type { JobKind } from "#core/job-kinds.ts";
import * as timing from "#core/timing.ts";
import type { Schema } from "#db/schema.ts";

type Db = Kysely<Schema> | Transaction<Schema>;

/** The merchant of jobs that are about a person (docs/decisions/0322). The database refuses it for any other kind. */
export const noMerchant = 0;

export type Job = {
  readonly id: number;
  /** `noMerchant` of a person's job. */
  readonly merchant_id: number;
  readonly kind: JobKind;
  readonly lane: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** With this one. */
  readonly tries: number;
  readonly created_at: Date;
  readonly lease: string;
  /** Failures in a row of its lane before it. */
  readonly lane_failures: number;
};

/**
 * A job to write. Its lane begins with its kind: one lane holds jobs of one kind, and figures name a lane's kind by it. An address that it
 * needs is `to` in its payload, which is erased when the job is given up.
 */
export type NewJob = {
  readonly [Kind in JobKind]: {
    readonly merchantId: number;
    readonly kind: Kind;
    readonly lane: `${Kind}:${string}`;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly at: Date;
  };
}[JobKind];

/** Writes a job, in the transaction that makes it necessary. */
export async function enqueue(db: Db, job: NewJob): Promise<void> {
  await db
    .insertInto("jobs")
    .values({
      merchant_id: job.merchantId,
      kind: job.kind,
      lane: job.lane,
      payload: JSON.stringify(job.payload),
      run_at: job.at,
      created_at: job.at,
    })
    .execute();
}

/** Lanes in which something is due and may be done, longest due first. Looks at one job of each. */
export async function listOpenLanes(
  db: Db,
  now: Date,
): Promise<readonly { readonly lane: string; readonly kind: JobKind; readonly is_sick: boolean }[]> {
  const { rows } = await sql<{ lane: string; kind: JobKind; is_sick: boolean }>`
    with recursive firsts as (
      (select lane, kind, run_at from jobs where state = 'due' order by lane, run_at limit 1)
      union all
      select next.lane, next.kind, next.run_at from firsts cross join lateral (
        select j.lane, j.kind, j.run_at from jobs j
        where j.state = 'due' and j.lane > firsts.lane order by j.lane, j.run_at limit 1
      ) next
    )
    select f.lane, f.kind, coalesce(l.failures, 0) >= ${timing.laneFailures} as is_sick
    from firsts f left join job_lanes l on l.lane = f.lane
    where f.run_at <= ${now} and (l.failures is null or l.failures < ${timing.laneFailures} or l.closed_until <= ${now})
    order by f.run_at, f.lane`.execute(db);
  return rows;
}

/**
 * Takes the jobs of a lane that have been due for longest; none when none is, or the lane is closed. A lane that was
 * closed gives one job at a time until one succeeds. A taking that the database loses when it dies is made again
 * (docs/decisions/0215).
 */
export async function takeJobs(
  db: Db,
  {
    lane,
    now,
    most,
    leaseEnd,
    lease,
  }: { readonly lane: string; readonly now: Date; readonly most: number } & LeaseOf,
): Promise<readonly Job[]> {
  const { rows } = await sql<Job>`
    with probe as materialized (
      update job_lanes set closed_until = ${leaseEnd}
      where lane = ${lane} and failures >= ${timing.laneFailures} and closed_until <= ${now}
      returning lane
    ), wanted as materialized (
      select merchant_id, id from jobs
      where lane = ${lane} and state = 'due' and run_at <= ${now}
        and (exists (select from probe)
          or not exists (select from job_lanes where lane = ${lane} and failures >= ${timing.laneFailures}))
      order by run_at, id limit (select case when exists (select from probe) then 1 else ${most}::int end)
      for update skip locked
    )
    update jobs j set run_at = ${leaseEnd}, tries = tries + 1, lease = ${lease}
    from wanted w, (select set_config('synchronous_commit', 'off', true)) waits_for_no_disk
    where j.merchant_id = w.merchant_id and j.id = w.id
    returning j.id, j.merchant_id, j.kind, j.lane, j.payload, j.tries, j.created_at, j.lease,
      coalesce((select failures from job_lanes where lane = ${lane}), 0) as lane_failures`.execute(db);
  return rows.toSorted((a, b) => a.id - b.id);
}

/**
 * Releases the jobs that a process left when it died: they are due now.
 * @param owner what the leases that it took begin with
 * @returns how many
 */
export async function releaseJobs(
  db: Db,
  { kinds, owner, now }: { readonly kinds: readonly JobKind[]; readonly owner: string; readonly now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({ run_at: now, lease: null })
    .where("state", "=", "due")
    .where("kind", "in", kinds)
    .where(sql<boolean>`starts_with(lease, ${owner})`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

type LeaseOf = { readonly leaseEnd: Date; readonly lease: string };

/**
 * Ends jobs that are done, or not wanted any more.
 * @returns the ids of those whose lease was not lost: where it was, another process works on it
 */
export async function removeJobs(db: Db, jobs: readonly Job[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    delete from jobs j using unnest(${jobs.map(({ merchant_id }) => merchant_id)}::bigint[],
      ${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ lease }) => lease)}::text[]) as done (merchant_id, id, lease)
    where j.merchant_id = done.merchant_id and j.id = done.id and j.lease = done.lease
    returning j.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Says when a job is tried again, or with null that it is given up. False when the lease was lost. */
export async function postponeJob(
  db: Db,
  job: Job,
  { at, why }: { readonly at: Date | null; readonly why: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("jobs")
    .set({
      run_at: at,
      state: at === null ? "failed" : "due",
      lease: null,
      last_error: why.slice(0, 500),
      ...(at === null && { payload: sql`payload - 'to'` }),
    })
    .where("merchant_id", "=", job.merchant_id)
    .where("id", "=", job.id)
    .where("lease", "=", job.lease)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** A lane's receiver answered: it is open. */
export async function openLane(db: Db, lane: string): Promise<void> {
  await db.deleteFrom("job_lanes").where("lane", "=", lane).execute();
}

/**
 * A lane's receiver failed: after a few times in a row the lane rests, and for longer after each job that was let
 * through since. Failures of jobs that were running when it was closed do not count.
 */
export async function countLaneFailure(
  db: Db,
  { lane, lane_failures: before }: Pick<Job, "lane" | "lane_failures">,
  now: number,
): Promise<void> {
  const restsMs = sql`(${timing.laneRestsMs}::bigint[])[least(greatest(job_lanes.failures + 2 - ${timing.laneFailures}, 1), ${timing.laneRestsMs.length})]`;
  await sql`
    insert into job_lanes (lane, failures, closed_until) values (${lane}, 1, ${new Date(now)})
    on conflict (lane) do update set failures = job_lanes.failures + 1,
      closed_until = ${new Date(now)}::timestamptz + ${restsMs} * interval '1 millisecond'
    where job_lanes.failures < ${timing.laneFailures} or ${before >= timing.laneFailures}`.execute(db);
}

/** Removes jobs that were given up before a time; for an hourly job. */
export async function removeFailedJobs(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("jobs")
    .where("state", "=", "failed")
    .where("created_at", "<", before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
