import assert from "node:assert/strict";
import { test } from "node:test";
import type { PaymentResult } from "#contract/payment.ts";
import type { CallOutcome } from "../browser/api.ts";
import { type Answer, readAnswer, watchForPayment, watchIntervalMs, watchLimit } from "./reference-watch.ts";

const result = { statusCode: 200, orderNumber: "7QK4M2XPB9TNW3HC" } as PaymentResult;
const paid: Answer = { kind: "paid", result };

const answers: readonly [string, CallOutcome<PaymentResult>, Answer["kind"]][] = [
  ["paid", { kind: "ok", reply: result }, "paid"],
  ["being checked", { kind: "ok", reply: { ...result, statusCode: 202 } }, "not_yet"],
  ["paid another amount", { kind: "ok", reply: { ...result, statusCode: 202, surplus: true } }, "over"],
  ["closed", { kind: "ok", reply: { ...result, statusCode: 400, closed: true } }, "over"],
  [
    "not paid",
    { kind: "ok", reply: { ...result, statusCode: 400, numbersOut: ["a2a", "sadad"] } },
    "not_yet",
  ],
  [
    "not paid, by a number that is dead",
    { kind: "ok", reply: { ...result, statusCode: 400, numbersOut: ["a2a"] } },
    "over",
  ],
  ["offline", { kind: "offline" }, "no_answer"],
  ["no answer", { kind: "no_answer", isTimeout: true }, "no_answer"],
  ["a refusal", { kind: "refused", refusal: { code: "rate_limited", text: null, fields: [] } }, "no_answer"],
];

for (const [name, outcome, kind] of answers) {
  test(`an order that is ${name} reads as ${kind}`, () =>
    assert.equal(readAnswer(outcome, "sadad").kind, kind));
}

/** A page whose time moves at once; `given` are the answers in order, the last one repeated. */
function pageOf(given: readonly Answer[], isVisible: (waits: number) => boolean = () => true) {
  const stop = new AbortController();
  const seen = { asked: 0, waits: 0, waited: new Set<number>() };
  const parts = {
    ask: async (): Promise<Answer> => {
      seen.asked += 1;
      return given[seen.asked - 1] ?? given.at(-1) ?? paid;
    },
    wait: async (ms: number) => {
      seen.waits += 1;
      seen.waited.add(ms);
    },
    isVisible: () => isVisible(seen.waits),
    isBack: false,
    signal: stop.signal,
  };
  return { parts, seen, stop };
}

const notYet: Answer = { kind: "not_yet" };
const noAnswer: Answer = { kind: "no_answer" };

test("the page asks every fifteen seconds until the order is paid, also after questions without an answer", async () => {
  const { parts, seen } = pageOf([notYet, noAnswer, notYet, paid]);
  assert.deepEqual(await watchForPayment(parts), paid);
  assert.deepEqual([seen.asked, seen.waits, [...seen.waited]], [4, 4, [15_000]]);
  assert.equal(watchIntervalMs, 15_000);
});

test("a page that finds a bill which was out before asks again after three seconds, then as usual", async () => {
  const { parts, seen } = pageOf([notYet, notYet, paid]);
  assert.deepEqual(await watchForPayment({ ...parts, isBack: true }), paid);
  assert.deepEqual([seen.asked, [...seen.waited]], [3, [3_000, 15_000]]);
});

test("the page stops to ask when it cannot become paid by itself any more", async () => {
  const { parts, seen } = pageOf([notYet, { kind: "over" }, paid]);
  assert.deepEqual(await watchForPayment(parts), { kind: "over" });
  assert.equal(seen.asked, 2);
});

test("a hidden page asks nothing", async () => {
  const { parts, seen } = pageOf([paid], (waits) => waits > 10);
  assert.deepEqual(await watchForPayment(parts), paid);
  assert.deepEqual([seen.asked, seen.waits], [1, 11]);
});

test("the page does not ask indefinitely", async () => {
  const { parts, seen } = pageOf([notYet]);
  assert.equal(await watchForPayment(parts), null);
  assert.equal(seen.asked, watchLimit);
});

test("a page that is left stops asking, and an answer that comes too late leads nowhere", async () => {
  const before = pageOf([paid]);
  before.stop.abort();
  assert.equal(await watchForPayment(before.parts), null);
  assert.equal(before.seen.asked, 0);
  const during = pageOf([paid]);
  const ask = async (): Promise<Answer> => {
    during.stop.abort();
    return paid;
  };
  assert.equal(await watchForPayment({ ...during.parts, ask }), null);
});
