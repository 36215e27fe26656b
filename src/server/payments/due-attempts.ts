/**
 * Asking providers about the attempts that are due. Each account at a provider has its own few workers, so that one
 * that hangs delays no other payment; an attempt is leased right before its own question. Several processes share
 * the work through these leases (docs/decisions/0039, 0041).
 */
import { sql } from "kysely";
import * as timing from "#core/timing.ts";
import { logJobFailure } from "../queue/job-failure.ts";
import type { Services } from "../services.ts";
import { type AccountLane, joinAccount, laneKey } from "./account-lanes.ts";
import type { AttemptRow } from "./attempt-store.ts";
import { afterQuestion } from "./question-times.ts";
import { refreshAttempt } from "./refresh.ts";

/** Questions through one account at a time, of one process. */
const workersPerAccount = 5;
/** How many attempts of one account are listed at once. */
const listedPerAccount = 200;
/** Further calls that messages of one account may queue at a time; a message that is left out is sent again by the provider. */
const mostFollowUps = 100;

/** For how long a payment has priority over all older ones: its buyer may still be waiting. */
const freshMs = 15 * 60_000;

type Lane = {
  waiting: readonly string[];
  /** Further calls that messages asked for: a call back to the provider. */
  readonly followUps: (() => PromiseLike<void>)[];
  workers: number;
};

type Desk = {
  readonly lanes: Map<string, Lane>;
  /** Workers that are running. */
  readonly working: Set<Promise<number>>;
  wake: () => void;
};

const desks = new WeakMap<Services, Desk>();

function deskOf(services: Services): Desk {
  const desk = desks.get(services) ?? { lanes: new Map(), working: new Set(), wake: () => {} };
  desks.set(services, desk);
  return desk;
}

function laneOf(services: Services, account: AccountLane): Lane {
  const { lanes } = deskOf(services);
  const key = laneKey(account);
  const lane = lanes.get(key) ?? { waiting: [], followUps: [], workers: 0 };
  lanes.set(key, lane);
  return lane;
}

/**
 * Asks about everything that is due, until no lease can be taken.
 * @returns how many were asked about
 */
export async function askAllDue(services: Services): Promise<number> {
  let asked = 0;
  for (;;) {
    const counts = await Promise.all(await putToWork(services));
    const round = counts.reduce((sum, count) => sum + count, 0);
    if (round === 0) return asked;
    asked += round;
  }
}

/**
 * Asks about what is due as soon as it is, until stopped. An account that hangs keeps only its own
 * workers busy: the next poll does not wait for them.
 * @returns when the last question is done
 */
export async function askWhenDue(services: Services, stopping: AbortSignal): Promise<void> {
  const desk = deskOf(services);
  stopping.addEventListener("abort", () => desk.wake(), { once: true });
  const logFailure = (error: unknown): void => logJobFailure(services, error, { work: "attempts" });
  while (!stopping.aborted) {
    const woken = new AbortController();
    desk.wake = () => woken.abort();
    try {
      for (const worker of await putToWork(services)) worker.catch(logFailure);
    } catch (error) {
      logFailure(error);
    }
    if (!stopping.aborted) await services.clock.sleep(timing.jobTickMs, woken.signal);
  }
  for (const lane of desk.lanes.values()) {
    lane.waiting = [];
    lane.followUps.length = 0;
  }
  await Promise.allSettled(desk.working);
}

/** Wakes the workers of this process. */
export function wakeAttempts(services: Services): void {
  deskOf(services).wake();
}

/**
 * Queues the call that a message asked for with a worker of the account, so that the message need not wait. A process that
 * crashes before the call loses it; the account's daily registration makes up for it.
 */
export function followUpLater(services: Services, account: AccountLane, call: () => PromiseLike<void>): void {
  const { followUps } = laneOf(services, account);
  if (followUps.length >= mostFollowUps) {
    services.log.warn("message not followed up", { provider: account.provider, merchantId: account.owner });
    return;
  }
  followUps.push(call);
  deskOf(services).wake();
}

/** Lists what is due and lets each account's free workers begin with it. */
async function putToWork(services: Services): Promise<readonly Promise<number>[]> {
  const { lanes, working } = deskOf(services);
  for (const { ids, ...account } of await listDue(services)) laneOf(services, account).waiting = ids;
  const started: Promise<number>[] = [];
  for (const lane of lanes.values()) {
    const wanted = lane.waiting.length + lane.followUps.length;
    const needed = Math.min(workersPerAccount - lane.workers, wanted);
    for (let count = 0; count < needed; count += 1) {
      const worker = work(services, lane).finally(() => working.delete(worker));
      working.add(worker);
      started.push(worker);
    }
  }
  return started;
}

/** Ids of due attempts by account: new ones and those with messages first, then by waiting time. */
async function listDue(services: Services): Promise<readonly (AccountLane & { readonly ids: string[] })[]> {
  const now = services.clock.now();
  const { rows } = await sql<{ provider: string; owner: number | null; ids: string[] }>`
    select provider, owner, array_agg(id order by place) as ids
    from (
      select a.id, a.provider, own.merchant_id as owner, row_number() over (
        partition by a.provider, own.merchant_id
        order by (a.news_at is not null or a.step_started_at > ${new Date(now - freshMs)}) desc, a.next_check_at
      ) as place
      from payment_attempts a ${joinAccount} where a.next_check_at <= ${new Date(now)}
    ) due
    where place <= ${listedPerAccount}
    group by provider, owner`.execute(services.db.kysely);
  return rows;
}

/**
 * One worker: takes attempts of its account until none is due. Resolves to how many it asked about; rejects where the
 * database fails, and the attempts stay due.
 */
async function work(services: Services, lane: Lane): Promise<number> {
  lane.workers += 1;
  let asked = 0;
  try {
    for (let call = lane.followUps.shift(); call !== undefined; call = lane.followUps.shift()) {
      await Promise.try(call).catch((error: unknown) =>
        services.log.error("message not followed up", { error }),
      );
      asked += 1;
    }
    for (let id = next(lane); id !== undefined; id = next(lane)) {
      if (await askIfDue(services, id)) asked += 1;
    }
  } finally {
    lane.workers -= 1;
  }
  // What was due beyond the list need not wait for the next look.
  if (asked >= listedPerAccount / workersPerAccount) deskOf(services).wake();
  return asked;
}

function next(lane: Lane): string | undefined {
  const [first, ...rest] = lane.waiting;
  lane.waiting = rest;
  return first;
}

/** Asks about one attempt unless another worker has taken it meanwhile. */
async function askIfDue(services: Services, attemptId: string): Promise<boolean> {
  const leaseEnd = new Date(services.clock.now() + timing.attemptLeaseMs);
  const lease = await takeLease(services, attemptId, leaseEnd);
  if (lease === null) return false;
  try {
    const asked = await refreshAttempt(services, attemptId, lease.newsAt === null ? "job" : "message");
    await giveBack(services, asked, { ...lease, leaseEnd });
  } catch (error) {
    services.log.error("attempt check failed", { attemptId, error });
  }
  return true;
}

type Lease = { readonly newsAt: Date | null };

/** While it is asked about, an attempt is not due for another worker; it becomes due again if this process crashes. */
async function takeLease(services: Services, attemptId: string, leaseEnd: Date): Promise<Lease | null> {
  const taken = await services.db.kysely
    .updateTable("payment_attempts")
    .set({ next_check_at: leaseEnd })
    .where("id", "=", attemptId)
    .where("next_check_at", "<=", new Date(services.clock.now()))
    .returning("news_at")
    .executeTakeFirst();
  return taken ? { newsAt: taken.news_at } : null;
}

/** Says when to ask next where the answer did not, and marks the message as followed up unless a newer one came. */
async function giveBack(
  services: Services,
  attempt: AttemptRow,
  { leaseEnd, newsAt }: Lease & { readonly leaseEnd: Date },
): Promise<void> {
  await services.db.kysely
    .updateTable("payment_attempts")
    .set(afterQuestion(attempt, services.clock.now()))
    .where("merchant_id", "=", attempt.merchant_id)
    .where("id", "=", attempt.id)
    .where("next_check_at", "=", leaseEnd)
    .execute();
  if (newsAt === null) return;
  await services.db.kysely
    .updateTable("payment_attempts")
    .set({ news_at: null })
    .where("merchant_id", "=", attempt.merchant_id)
    .where("id", "=", attempt.id)
    .where("news_at", "=", newsAt)
    .execute();
}
