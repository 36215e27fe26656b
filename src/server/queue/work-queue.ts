/**
 * The queue's workers (docs/decisions/0044). Every lane has one, which does a few jobs at a time, so that a receiver that hangs
 * holds up no other work; a lane that fails repeatedly is paused (backoff). What is taken or ended at the same moment is so by one
 * statement (docs/decisions/0156). A job may run twice, when a process dies or is very slow: its handler must be idempotent.
 * Several processes share the work through leases.
 */
import { jobKinds } from "#core/job-kinds.ts";
import * as timing from "#core/timing.ts";
import { aheadOfOthers } from "#db/ahead.ts";
import type { Services } from "../services.ts";
import { type Ended, endJobs } from "./end-jobs.ts";
import { logJobFailure } from "./job-failure.ts";
import type { JobHandler, JobHandlers, JobResult } from "./job-handler.ts";
import { type Job, listOpenLanes, releaseJobs, takeJobs } from "./job-store.ts";
import { createSignal, type Signal } from "./signal.ts";

/** Jobs at a time, of one process. */
const mostJobs = 200;
/** Of its database connections, the queue uses so many at a time: the others are for buyers. */
const mostConnections = 3;
/** A handler that throws is tried again so many times. */
const triesAfterErrors = 8;

type Desk = {
  /** The workers by lane, each with what has it look again. */
  readonly workers: Map<string, { readonly more: Signal; readonly ended: Promise<void> }>;
  /** Jobs that are under way. */
  running: number;
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
  const empty = { running: 0, done: 0, connections: 0, isStopping: false, owner: "", wake: () => {} };
  const desk = desks.get(services) ?? { workers: new Map(), waiting: [], ...empty };
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
    while (desk.workers.size > 0) await Promise.all(everyWorker(desk));
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
    desk.wake = () => woken.abort("woken");
    await putToWork(services, handlers).catch((error: unknown) => {
      logJobFailure(services, error, { work: "queue" });
    });
    if (!stopping.aborted) await services.clock.sleep(timing.jobTickMs, woken.signal);
  }
  await Promise.allSettled(everyWorker(desk));
}

function everyWorker({ workers }: Desk): Promise<void>[] {
  return [...workers.values()].map(({ ended }) => ended);
}

/** One worker for every lane that has none; those that are there look again. */
async function putToWork(services: Services, handlers: Partial<JobHandlers>): Promise<void> {
  const now = new Date(services.clock.now());
  const lanes = await aheadOfOthers(() => listOpenLanes(services.db.kysely, now));
  for (const { lane, kind, is_sick } of lanes) {
    const handler = handlers[kind];
    // Of a newer release that runs beside this one: it has the handler.
    if (handler) startWorker(services, { lane, handler, most: is_sick ? 1 : handler.perLane });
  }
}

type Lane = { readonly lane: string; readonly handler: JobHandler; readonly most: number };

function startWorker(services: Services, lane: Lane): void {
  const { workers, running, isStopping } = deskOf(services);
  const present = workers.get(lane.lane);
  present?.more.give();
  if (present || isStopping || running >= mostJobs) return;
  const more = createSignal();
  const ended = work(services, lane, more)
    .catch((error: unknown) => {
      logJobFailure(services, error, { lane: lane.lane });
    })
    .finally(() => leave(workers, lane.lane, more));
  workers.set(lane.lane, { more, ended });
}

/** Has the lane get another worker; unless it has one by now. */
function leave(workers: Desk["workers"], lane: string, more: Signal): void {
  if (workers.get(lane)?.more === more) workers.delete(lane);
}

/**
 * One worker: does jobs of its lane while there are any, a few at a time. Each proceeds on its own: one that hangs takes a place,
 * and holds up none of the others.
 * @param more given when a job has ended, and when others may be due
 */
async function work(services: Services, { lane, handler, most: first }: Lane, more: Signal): Promise<void> {
  const desk = deskOf(services);
  let ended: Ended[] = [];
  let underWay = 0;
  let most = first;
  for (;;) {
    if (ended.length > 0) {
      const together = ended;
      ended = [];
      await connected(services, () => endJobs(services, together));
      underWay -= together.length;
      desk.running -= together.length;
      desk.done += together.length;
      most = nextMost(handler, together, most);
      // What has ended meanwhile gives its place back, too, before others are taken: so that those are as many as can be.
      continue;
    }
    const room = desk.isStopping ? 0 : Math.min(most - underWay, mostJobs - desk.running);
    const jobs = room > 0 ? await take(services, { lane, handler, most: room }) : [];
    underWay += jobs.length;
    for (const job of jobs)
      void run(services, handler, job).then((result) => {
        ended.push({ job, result });
        more.give();
      });
    // In the same turn as the last look: what is given after this finds another worker.
    if (underWay === 0 && !more.isGiven()) return leave(desk.workers, lane, more);
    await more.taken();
  }
}

/** A receiver that answers gets more at a time, since what is taken and ended together costs less; one that fails, fewer. */
function nextMost(handler: JobHandler, ended: readonly Ended[], most: number): number {
  if (ended.some(({ result }) => result.lane === "failing")) return Math.min(most, handler.perLane);
  const isHealthy = ended.some(({ result }) => result.lane === "healthy");
  return isHealthy ? (handler.perHealthyLane ?? handler.perLane) : most;
}

/** Takes jobs of a lane, and says that they are under way. */
async function take(services: Services, { lane, handler, most }: Lane): Promise<readonly Job[]> {
  const { db, clock, ids } = services;
  const desk = deskOf(services);
  const now = clock.now();
  const lease = { lease: `${desk.owner}${ids.token(9)}`, leaseEnd: new Date(now + handler.leaseMs) };
  desk.running += most;
  try {
    const jobs = await connected(services, () =>
      takeJobs(db.kysely, { lane, now: new Date(now), ...lease, most }),
    );
    desk.running += jobs.length;
    return jobs;
  } catch (error) {
    // Those that are under way continue.
    logJobFailure(services, error, { lane });
    return [];
  } finally {
    desk.running -= most;
  }
}

/** Runs a job; never rejects. */
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

/** Runs one step on the database when fewer than the queue's share of connections are in use by it. */
async function connected<T>(services: Services, step: () => Promise<T>): Promise<T> {
  const desk = deskOf(services);
  if (desk.connections >= mostConnections) await new Promise<void>((resolve) => desk.waiting.push(resolve));
  else desk.connections += 1;
  try {
    return await aheadOfOthers(step);
  } finally {
    // The next waiter gets its slot.
    const next = desk.waiting.shift();
    if (next) next();
    else desk.connections -= 1;
  }
}
