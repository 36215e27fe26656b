import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpResult } from "#core/ports.ts";
import { callWatch } from "#core/timing.ts";
import { createTestClock } from "#test/clock.ts";
import { watchCalls } from "./call-watch.ts";

const request = { method: "GET", url: "https://provider.example/", timeoutMs: 1_000 } as const;
const answer = (status: number): HttpResult => ({ kind: "answer", status, headers: {}, body: "" });

/** An account whose next calls end as the test says, after so long. */
function account() {
  const clock = createTestClock();
  let next: { result: HttpResult; tookMs: number } = { result: answer(200), tookMs: 50 };
  const watch = watchCalls(async () => {
    clock.advance(next.tookMs);
    return next.result;
  }, clock);
  const call = async (times: number, result: HttpResult, tookMs = 50): Promise<void> => {
    next = { result, tookMs };
    for (let made = 0; made < times; made += 1) await watch.http(request);
  };
  return { clock, watch, call };
}

test("a provider that does not answer is down after three calls, and fine again after two that it answered", async () => {
  const { watch, call } = account();
  await call(2, { kind: "no_answer", reason: "timeout" });
  assert.equal(watch.standing(), "fine");
  await call(1, answer(503));
  assert.equal(watch.standing(), "down");
  await call(1, answer(200));
  assert.equal(watch.standing(), "down");
  await call(1, answer(200));
  assert.equal(watch.standing(), "fine");
});

test("a provider that takes long is slow; a refusal is an answer", async () => {
  const { watch, call } = account();
  await call(5, answer(422));
  assert.equal(watch.standing(), "fine");
  await call(5, answer(200), callWatch.slowMs);
  assert.equal(watch.standing(), "slow");
});

test("calls that still wait count as soon as they have waited too long", async () => {
  const clock = createTestClock();
  const { promise, resolve } = Promise.withResolvers<HttpResult>();
  const watch = watchCalls(() => promise, clock);
  const calls = [1, 2, 3].map(() => watch.http(request));
  assert.equal(watch.standing(), "fine");
  clock.advance(callWatch.slowMs);
  assert.equal(watch.standing(), "slow");
  resolve(answer(200));
  await Promise.all(calls);
});

test("what is long past says nothing of now, and a call that throws is forgotten", async () => {
  const { clock, watch, call } = account();
  await call(5, answer(500));
  assert.equal(watch.standing(), "down");
  clock.advance(callWatch.lookBackMs);
  assert.equal(watch.standing(), "fine");
  const broken = watchCalls(() => Promise.reject(new Error("a bug")), clock);
  await assert.rejects(broken.http(request), /a bug/);
  clock.advance(callWatch.slowMs);
  assert.equal(broken.standing(), "fine");
});
