/**
 * The queue's workers (docs/decisions/0044). Every lane has its own few, so that a receiver that hangs delays no
 * other work; a lane that fails repeatedly is paused (backoff). A job may run twice, when a process dies or is very slow: its
 * handler must be idempotent. Several processes share the work through leases.
 */
import { jobKinds } from "#core/job-kinds.ts";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import type { Services } from "../services.ts";
import type { JobHandler, JobHandlers, JobResult } from "./job-handler.ts";
import {
  countLaneFailure,
  type Job,
  listOpenLanes,
  openLane,
  postponeJob,
  releaseJobs,
  removeJob,
  takeJob,
} from "./job-store.ts";

/** Jobs at a time, of one process. */
const mostWorkers = 200;
/** Of its database connections, the queue uses so many at a time: the others are for buyers. */
const mostConnections = 3;
/** A handler that throws is tried again so many times. */
const triesAfterErrors = 8;

type Desk = {
  readonly workersByLane: Map<string, number>;
  readonly working: Set<Promise<void>>;
  /** Jobs that were run since the start. */
  done: number;
  readonly waiting: (() => void)[];
  connections: number;
  /** What its leases begin with. */
  owner: string;
  isStopping: boolean;
  wake: () => void;
};

const desks = new WeakMap<Services, Desk>();

function deskOf(services: Services): Desk {
  const empty = { done: 0, connections: 0, isStopping: false, owner: "", wake: () => {}, waiting: [] };
  const desk = desks.get(services) ?? { workersByLane: new Map(), working: new Set(), ...empty };
  desks.set(services, desk);
  return desk;
}

/** Wakes the workers of this process. */
export function wakeQueue(services: Services): void {
  deskOf(services).wake();
}

/**
 * Puts the server's name into the leases of this process, and releases what an earlier process of that name left. A name
 * belongs to a data directory, which is locked to one process (nodes/register.ts): the earlier one is dead. Were it not, its
 * jobs would run twice at a time, which those handlers allow (`isResumed`).
 * @returns how many jobs are due again
 */
export async function resumeJobs(
  services: Services,
  handlers: Partial<JobHandlers>,
  nodeId: string,
): Promise<number> {
  const desk = deskOf(services);
  desk.owner = `${nodeId}:`;
  const kinds = jobKinds.filter((kind) => handlers[kind]?.isResumed);
  const now = new Date(services.clock.now());
  return await releaseJobs(services.db.kysely, { kinds, owner: desk.owner, now });
}

/**
 * Does everything that is due, until nothing is left that could be taken.
 * @returns how many jobs were run
 */
export async function workAllDue(services: Services, handlers: Partial<JobHandlers>): Promise<number> {
  const desk = deskOf(services);
  const before = desk.done;
  for (;;) {
    const doneSoFar = desk.done;
    await putToWork(services, handlers);
    while (desk.working.size > 0) await Promise.all(desk.working);
    if (desk.done === doneSoFar) return desk.done - before;
  }
}

/**
 * Does what is due as soon as it is, until stopped; then takes nothing new.
 * @returns when the last running job is done
 */
export async function workWhenDue(
  services: Services,
  handlers: Partial<JobHandlers>,
  stopping: AbortSignal,
): Promise<void> {
  const desk = deskOf(services);
  const stop = (): void => {
    desk.isStopping = true;
    desk.wake();
  };
  stopping.addEventListener("abort", stop, { once: true });
  while (!stopping.aborted) {
    const woken = new AbortController();
    desk.wake = () => woken.abort();
    await putToWork(services, handlers).catch((error: unknown) => {
      services.log.error("job failed", { error });
    });
    if (!stopping.aborted) await services.clock.sleep(timing.jobTickMs, woken.signal);
  }
  await Promise.allSettled(desk.working);
}

/** One worker for every lane that has none; it calls others where there is more to do. */
async function putToWork(services: Services, handlers: Partial<JobHandlers>): Promise<void> {
  const now = new Date(services.clock.now());
  for (const { lane, kind, is_sick } of await listOpenLanes(services.db.kysely, now)) {
    const handler = handlers[kind];
    // Of a newer release that runs beside this one: it has the handler.
    if (handler) startWorker(services, { lane, handler, most: is_sick ? 1 : handler.perLane });
  }
}

type Lane = { readonly lane: string; readonly handler: JobHandler; readonly most: number };

function startWorker(services: Services, lane: Lane): void {
  const { workersByLane, working, isStopping } = deskOf(services);
  const count = workersByLane.get(lane.lane) ?? 0;
  if (isStopping || count >= lane.most || working.size >= mostWorkers) return;
  workersByLane.set(lane.lane, count + 1);
  const worker = work(services, lane)
    .catch((error: unknown) => {
      services.log.error("job failed", { lane: lane.lane, error });
    })
    .finally(() => {
      working.delete(worker);
      const left = (workersByLane.get(lane.lane) ?? 1) - 1;
      if (left === 0) workersByLane.delete(lane.lane);
      else workersByLane.set(lane.lane, left);
    });
  working.add(worker);
}

/** One worker: does jobs of its lane while there are any. */
async function work(services: Services, lane: Lane): Promise<void> {
  const { db, clock, ids } = services;
  const desk = deskOf(services);
  while (!desk.isStopping) {
    const now = clock.now();
    const lease = { lease: `${desk.owner}${ids.token(9)}`, leaseEnd: new Date(now + lane.handler.leaseMs) };
    const job = await connected(services, () =>
      takeJob(db.kysely, { lane: lane.lane, now: new Date(now), ...lease }),
    );
    if (!job) return;
    if (job.has_more) startWorker(services, lane);
    const result = await run(services, lane.handler, job);
    await connected(services, () => end(services, job, result));
    desk.done += 1;
  }
}

async function run(services: Services, handler: JobHandler, job: Job): Promise<JobResult> {
  try {
    return await handler.run(services, job);
  } catch (error) {
    services.log.error("job failed", { kind: job.kind, jobId: job.id, merchantId: job.merchant_id, error });
    const why = error instanceof Error ? error.message : String(error);
    if (handler.afterError) return handler.afterError(services, job, why);
    if (job.tries >= triesAfterErrors) return { kind: "failed", why, lane: "unknown" };
    const afterMs = timing.checkIntervalsMs[Math.min(job.tries, timing.checkIntervalsMs.length) - 1];
    return { kind: "retry", afterMs: afterMs ?? 0, why, lane: "unknown" };
  }
}

/** Stores the outcome of a job, with all that its handler wants written beside it. */
async function end({ db, clock }: Services, job: Job, result: JobResult): Promise<void> {
  await runInTransaction(db.kysely, async (trx) => {
    const isOurs =
      result.kind === "done"
        ? await removeJob(trx, job)
        : await postponeJob(trx, job, {
            at: result.kind === "retry" ? new Date(clock.now() + result.afterMs) : null,
            why: result.why,
          });
    await result.write?.(trx, { isOurs });
    if (result.lane === "healthy" && job.lane_failures > 0) await openLane(trx, job.lane);
    if (result.lane === "failing") await countLaneFailure(trx, job, clock.now());
  });
}

/** Runs one step on the database when fewer than the queue's share of connections are in use by it. */
async function connected<T>(services: Services, step: () => Promise<T>): Promise<T> {
  const desk = deskOf(services);
  if (desk.connections >= mostConnections) await new Promise<void>((resolve) => desk.waiting.push(resolve));
  else desk.connections += 1;
  try {
    return await step();
  } finally {
    // The next waiter gets its slot.
    const next = desk.waiting.shift();
    if (next) next();
    else desk.connections -= 1;
  }
}
