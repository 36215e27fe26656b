/** The queue: nothing is lost, nothing is done by two at a time, and a lane that hangs or fails holds up no other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { runInTransaction } from "#db/open.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { until } from "#test/until.ts";
import { type JobHandler, type JobHandlers, sharedWrite } from "./job-handler.ts";
import { enqueue, type Job, removeFailedJobs, takeJobs } from "./job-store.ts";
import { wakeQueue, workAllDue, workWhenDue } from "./work-queue.ts";

const leaseMs = 60_000;

/** A handler that notes what it ran. */
function noting(run: JobHandler["run"] = async () => ({ kind: "done", lane: "healthy" })) {
  const ran: Job[] = [];
  const handlers: Partial<JobHandlers> = {
    reference_mail: {
      leaseMs,
      perLane: 4,
      run: async (services, job) => {
        ran.push(job);
        return await run(services, job);
      },
    },
  };
  return { ran, handlers };
}

async function add(api: MerchantApi, lane: string, count = 1): Promise<void> {
  await api.db.pool.query(
    "insert into jobs (merchant_id, kind, lane, payload, run_at, created_at) select $1, 'reference_mail', $2, jsonb_build_object('n', n), $3, $3 from generate_series(1, $4) n",
    [api.merchant.id, `reference_mail:${lane}`, new Date(api.clock.now()), count],
  );
}

const fail: JobHandler["run"] = async () => ({
  kind: "retry",
  afterMs: 1_000,
  why: "refused",
  lane: "failing",
});

test("a job is there when its transaction is committed, and not when it is rolled back", async () => {
  await using api = await startMerchantApi();
  const { ran, handlers } = noting();
  const job = {
    merchantId: api.merchant.id,
    kind: "reference_mail" as const,
    lane: "reference_mail:a" as const,
    payload: { to: "N" },
    at: new Date(api.clock.now()),
  };
  const rolledBack = runInTransaction(api.db.kysely, async (trx) => {
    await enqueue(trx, job);
    throw new Error("no");
  });
  await assert.rejects(rolledBack, /no/);
  await runInTransaction(api.db.kysely, (trx) => enqueue(trx, job));
  assert.equal(await workAllDue(api.services, handlers), 1);
  assert.deepEqual(
    ran.map(({ payload, tries }) => [payload, tries]),
    [[{ to: "N" }, 1]],
  );
  assert.equal(await workAllDue(api.services, handlers), 0);
});

test("a job without a merchant is a person's, a merchant's job has one, and what is given up keeps no address", async () => {
  await using api = await startMerchantApi();
  const insert = async (merchantId: number, kind: string, state = "due") =>
    await api.db.pool.query(
      "insert into jobs (merchant_id, kind, lane, payload, state, run_at) values ($1, $2, $2 || ':a', '{\"to\":\"a@b.example\"}', $3, $4)",
      [merchantId, kind, state, state === "due" ? new Date(api.clock.now()) : null],
    );
  await assert.rejects(insert(0, "webhook"), /a_job_of_no_merchant_is_a_persons/);
  await assert.rejects(insert(api.merchant.id, "account_notice"), /a_job_of_no_merchant_is_a_persons/);
  await assert.rejects(insert(4_711, "webhook"), /jobs_merchant_id_fkey/);
  await assert.rejects(insert(0, "account_notice", "failed"), /what_is_given_up_keeps_no_address/);
  await insert(0, "account_notice");
  const run: JobHandler["run"] = async () => ({ kind: "failed", why: "no", lane: "unknown" });
  assert.equal(await workAllDue(api.services, { account_notice: { leaseMs, perLane: 1, run } }), 1);
  const { rows } = await api.db.pool.query("select merchant_id, state, payload from jobs");
  assert.deepEqual(rows, [{ merchant_id: 0, state: "failed", payload: {} }]);
});

test("taking and ending jobs wait for no disk, enqueueing does, and no connection keeps that", async () => {
  await using api = await startMerchantApi();
  const { handlers } = noting();
  await api.db.pool.query(`
    create table commits (what text, is_lazy bool);
    create function note_commit() returns trigger language plpgsql as $$ begin
      insert into commits select tg_op, setting = 'off' and source = 'session'
        from pg_settings where name = 'synchronous_commit';
      return null;
    end $$;
    create trigger note_commit after insert or update or delete on jobs for each row execute function note_commit()`);
  for (let round = 0; round < 2; round += 1) {
    await add(api, "a");
    assert.equal(await workAllDue(api.services, handlers), 1);
  }
  const { rows } = await api.db.pool.query("select what, is_lazy from commits");
  const once = [
    { what: "INSERT", is_lazy: false },
    { what: "UPDATE", is_lazy: true },
    { what: "DELETE", is_lazy: true },
  ];
  assert.deepEqual(rows, [...once, ...once]);
});

test("a handler that throws is tried again after growing times, then kept as failed for the operator", async () => {
  await using api = await startMerchantApi();
  const { ran, handlers } = noting(() => Promise.reject(new Error("broken")));
  await add(api, "a");
  const runsAfter: number[] = [];
  let waitedMs = 0;
  for (let step = 0; step < 20_000 && ran.length < 8; step += 1) {
    if ((await workAllDue(api.services, handlers)) > 0) {
      runsAfter.push(waitedMs);
      waitedMs = 0;
    }
    api.clock.advance(5_000);
    waitedMs += 5_000;
  }
  assert.deepEqual(runsAfter, [0, ...timing.checkIntervalsMs]);
  const { rows } = await api.db.pool.query("select state, tries, last_error from jobs");
  assert.deepEqual(rows, [{ state: "failed", tries: 8, last_error: "broken" }]);
  assert.equal(await removeFailedJobs(api.db.kysely, new Date(api.clock.now())), 1);
});

test("lanes that hang, however many, hold up no other lane", async () => {
  await using api = await startMerchantApi();
  const hanging = Promise.withResolvers<void>();
  const { ran, handlers } = noting(async (_services, job) => {
    if (job.lane.includes("dead")) await hanging.promise;
    return { kind: "done", lane: "healthy" };
  });
  for (let lane = 0; lane < 20; lane += 1) await add(api, `dead${lane}`, 50);
  const stopping = new AbortController();
  const working = workWhenDue(api.services, handlers, stopping.signal);
  await until(() => ran.length === 20 * 4);
  await add(api, "well", 3);
  wakeQueue(api.services);
  await until(() => ran.filter(({ lane }) => lane === "reference_mail:well").length === 3);
  stopping.abort();
  hanging.resolve();
  await working;
});

test("a receiver that answers gets more at a time, and one job that hangs holds up none of its lane", async () => {
  await using api = await startMerchantApi();
  const hanging = Promise.withResolvers<void>();
  let atOnce = 0;
  let most = 0;
  const { ran, handlers } = noting(async (_services, { payload }) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    if (payload["n"] === 2) await hanging.promise;
    else await new Promise(setImmediate);
    atOnce -= 1;
    return { kind: "done", lane: "healthy" };
  });
  const handler = handlers.reference_mail;
  assert.ok(handler);
  await add(api, "a", 100);
  const working = workAllDue(api.services, { reference_mail: { ...handler, perHealthyLane: 8 } });
  await until(() => ran.length === 100 && atOnce === 1);
  assert.equal(most, 8);
  hanging.resolve();
  assert.equal(await working, 100);
});

test("what several jobs write in common is one statement, and what one of them cannot write costs no other its end", async () => {
  await using api = await startMerchantApi();
  const written: (readonly number[])[] = [];
  const write = async (_trx: unknown, items: readonly number[]): Promise<void> => {
    if (items.includes(3)) throw new Error("no such thing");
    written.push(items);
  };
  const { handlers } = noting(async (_services, { payload }) => ({
    kind: "done",
    lane: "unknown",
    sharedWrite: sharedWrite(write, Number(payload["n"])),
  }));
  await add(api, "a", 2);
  await workAllDue(api.services, handlers);
  assert.deepEqual(written, [[1, 2]]);
  written.length = 0;
  await api.db.pool.query("delete from jobs");
  await add(api, "a", 4);
  await workAllDue(api.services, handlers);
  assert.deepEqual(written, [[1], [2], [4]], "one by one");
  const { rows } = await api.db.pool.query("select (payload ->> 'n')::int as n, state from jobs");
  assert.deepEqual(rows, [{ n: 3, state: "due" }], "it is tried again when its lease is over");
});

test("a lane that fails again and again rests, lets one job through at a time, and opens when one succeeds", async () => {
  await using api = await startMerchantApi();
  let isWell = false;
  const { ran, handlers } = noting(async (services, job) =>
    isWell ? { kind: "done", lane: "healthy" } : await fail(services, job),
  );
  await add(api, "a", 1_000);
  await workAllDue(api.services, handlers);
  const before = ran.length;
  assert.ok(
    before >= timing.laneFailures && before < timing.laneFailures + 4,
    `${before} before it was closed`,
  );
  for (const restMs of timing.laneRestsMs) {
    api.clock.advance(restMs - 1_000);
    assert.equal(await workAllDue(api.services, handlers), 0);
    api.clock.advance(1_000);
    assert.equal(await workAllDue(api.services, handlers), 1, `after ${restMs} ms`);
  }
  isWell = true;
  api.clock.advance(timing.laneRestsMs.at(-1) ?? 0);
  assert.equal(await workAllDue(api.services, handlers), 1_000);
  const { rows } = await api.db.pool.query("select 1 from job_lanes union all select 1 from jobs");
  assert.deepEqual(rows, []);
});

test("a job of a process that died is taken by another when its lease has ended", async () => {
  await using api = await startMerchantApi();
  const { ran, handlers } = noting();
  await add(api, "a");
  const now = api.clock.now();
  const dead = {
    lane: "reference_mail:a",
    now: new Date(now),
    leaseEnd: new Date(now + leaseMs),
    lease: "of the dead",
    most: 1,
  };
  assert.equal((await takeJobs(api.db.kysely, dead)).length, 1);
  assert.equal(await workAllDue(api.services, handlers), 0);
  api.clock.advance(leaseMs + 1_000);
  assert.equal(await workAllDue(api.services, handlers), 1);
  assert.equal(ran[0]?.tries, 2);
});

test("a worker that comes back after its lease does not end the job of the one who took it", async () => {
  await using api = await startMerchantApi();
  const slow = Promise.withResolvers<void>();
  const ofSlow: boolean[] = [];
  const first = noting(async () => {
    await slow.promise;
    return {
      kind: "done",
      lane: "healthy",
      write: async (_trx, { isOurs }) => void ofSlow.push(isOurs),
    };
  });
  const second = noting(async () => ({ kind: "retry", afterMs: 1_000, why: "later", lane: "unknown" }));
  await add(api, "a");
  const late = workAllDue({ ...api.services }, first.handlers);
  await until(() => first.ran.length === 1);
  api.clock.advance(leaseMs + 1_000);
  assert.equal(await workAllDue({ ...api.services }, second.handlers), 1);
  slow.resolve();
  assert.equal(await late, 1);
  assert.deepEqual(ofSlow, [false]);
  const { rows } = await api.db.pool.query("select state, last_error from jobs");
  assert.deepEqual(rows, [{ state: "due", last_error: "later" }]);
});

test("processes side by side do each job once", async () => {
  await using api = await startMerchantApi({ poolSize: 12 });
  const { ran, handlers } = noting();
  for (const lane of ["a", "b", "c"]) await add(api, lane, 100);
  await Promise.all([1, 2, 3].map(() => workAllDue({ ...api.services }, handlers)));
  assert.equal(ran.length, 300);
  assert.equal(new Set(ran.map(({ id }) => id)).size, 300);
});

test("at stop the running job is finished, and no other is begun", async () => {
  await using api = await startMerchantApi();
  const running = Promise.withResolvers<void>();
  const { ran, handlers } = noting(async () => {
    await running.promise;
    return { kind: "done", lane: "healthy" };
  });
  await add(api, "a", 10);
  const stopping = new AbortController();
  const working = workWhenDue(api.services, handlers, stopping.signal);
  await until(() => ran.length === 4);
  stopping.abort();
  running.resolve();
  await working;
  assert.equal(ran.length, 4);
  const { rows } = await api.db.pool.query("select count(*) as left from jobs where tries = 0");
  assert.deepEqual(rows, [{ left: 6 }]);
});

test("jobs of a kind that this release does not know wait for one that does", async () => {
  await using api = await startMerchantApi();
  await add(api, "a");
  assert.equal(await workAllDue(api.services, {}), 0);
  assert.equal(await workAllDue(api.services, noting().handlers), 1);
});
