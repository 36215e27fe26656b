/** When a provider is asked again: by the age of what is undecided, never by how often it was asked. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { afterQuestion, nextQuestion, nextRefundTry } from "./question-times.ts";

const now = Date.UTC(2026, 10, 20, 12);

function asked(ageMs: number, change: Partial<Parameters<typeof nextQuestion>[0]> = {}) {
  const started = new Date(now - ageMs);
  return {
    state: "unknown",
    step: "confirm",
    step_started_at: started,
    created_at: started,
    check_count: 0,
    ...change,
  } as const;
}

const pauseAt = (ageMs: number, change = {}) => nextQuestion(asked(ageMs, change), now).getTime() - now;

test("the first questions come after 5, 10 and 15 seconds, however often pages asked meanwhile", () => {
  for (const check_count of [0, 7, 100])
    assert.deepEqual(
      [0, 5_000, 15_000].map((age) => pauseAt(age, { check_count })),
      [5_000, 10_000, 15_000],
    );
});

test("money in doubt is asked about at least every minute for six hours, and hourly in the end", () => {
  for (let ageMs = 0; ageMs < 6 * 60 * 60_000; ageMs += 7_000) {
    const pauseMs = pauseAt(ageMs);
    assert.ok(pauseMs <= (ageMs < 15 * 60_000 ? 30_000 : 60_000), `${pauseMs} ms at ${ageMs} ms`);
  }
  assert.equal(pauseAt(7 * 60 * 60_000), 60 * 60_000);
});

test("a buyer who is awaited is asked about less and less often, and when the time has ended", () => {
  const buyer = { state: "awaiting_buyer", step: "start" };
  assert.equal(pauseAt(30_000, buyer), 20_000);
  assert.equal(pauseAt(120_000, buyer), 5 * 60_000);
  assert.equal(pauseAt(timing.threeDSecureLifetimeMs - 1_000, buyer), 1_000);
  assert.equal(pauseAt(timing.threeDSecureLifetimeMs, buyer), 15 * 60_000);
  // An approval of half an hour is found, whenever its buyer gave it.
  for (let ageMs = 0; ageMs < 3 * 60 * 60_000; ageMs += 7_000)
    assert.ok(pauseAt(ageMs, buyer) <= 15 * 60_000, `at ${ageMs} ms`);
  assert.equal(pauseAt(3 * 60 * 60_000, buyer), 60 * 60_000);
});

test("a clock that went back asks soon, not never", () => {
  assert.equal(pauseAt(-60_000), 5_000);
});

test("the job counts its questions; what is decided is no longer asked about", () => {
  assert.deepEqual(afterQuestion(asked(0, { check_count: 3 }), now), {
    check_count: 4,
    next_check_at: new Date(now + 5_000),
  });
  for (const state of ["declined", "expired", "cancelled", "captured", "refunded"] as const)
    assert.equal(afterQuestion(asked(0, { state }), now).next_check_at, null, state);
});

test("what was superseded is reported to its provider eight times within an hour and a half, then left", () => {
  const told = (check_count: number) =>
    afterQuestion(asked(60 * 60_000, { state: "superseded", step: "start", check_count }), now);
  assert.deepEqual(told(0).next_check_at, new Date(now + 5_000));
  assert.ok(told(6).next_check_at);
  assert.equal(told(7).next_check_at, null);
});

test("a refund in doubt is tried by the backoff, and when it may be sent again", () => {
  const pauseOf = (check_count: number, sentMsAgo: number): number =>
    nextRefundTry({ check_count, sent_at: new Date(now - sentMsAgo) }, now).getTime() - now;
  assert.equal(pauseOf(0, 0), 5_000);
  assert.equal(pauseOf(5, timing.refundResendAfterMs - 180_000), 180_000);
  assert.equal(pauseOf(5, timing.refundResendAfterMs), 15 * 60_000);
});
