import assert from "node:assert/strict";
import { test } from "node:test";
import { type Admission, createAdmission } from "./admission.ts";

function start(): { readonly ask: Admission; readonly wait: (ms: number) => void } {
  let now = 5_000;
  const wait = (ms: number): void => {
    now += ms;
  };
  return { ask: createAdmission(() => now), wait };
}

/** Asks so often in one second; gives how many may begin. */
function secondOf({ ask, wait }: ReturnType<typeof start>, times: number): number {
  let begun = 0;
  for (let index = 0; index < times; index += 1) {
    if (ask(false)) begun += 1;
    wait(1_000 / times);
  }
  return begun;
}

test("while there was never too much, everything may begin", () => {
  const admission = start();
  assert.equal(secondOf(admission, 400), 400);
});

test("while there is too much nothing may begin, then half of what did, then more each second", () => {
  const admission = start();
  secondOf(admission, 40);
  assert.equal(admission.ask(true), false);
  admission.wait(700);
  assert.equal(admission.ask(true), false, "it is halved once, however long it lasts");
  const seconds = Array.from({ length: 8 }, () => secondOf(admission, 40));
  assert.ok((seconds[1] ?? 0) >= 18 && (seconds[1] ?? 0) <= 25, String(seconds));
  assert.ok((seconds[7] ?? 0) > 35, String(seconds));
});

test("too much again halves it again, and something always begins", () => {
  const admission = start();
  secondOf(admission, 64);
  for (let times = 0; times < 12; times += 1) {
    admission.ask(true);
    admission.wait(10);
    admission.ask(false);
  }
  const begun = Array.from({ length: 10 }, () => secondOf(admission, 20)).reduce(
    (sum, each) => sum + each,
    0,
  );
  assert.ok(begun >= 1 && begun <= 8, String(begun));
});

test("a limit is gone after two minutes in which there was not too much", () => {
  const admission = start();
  secondOf(admission, 20);
  admission.ask(true);
  for (let second = 0; second < 120; second += 1) secondOf(admission, 20);
  assert.equal(secondOf(admission, 400), 400);
});

/**
 * A server that does ten payments a second and is asked for thirty; it is late while it has twenty in hand, which it
 * notices a second later.
 */
function play(
  seconds: number,
  admission: Admission,
  wait: (ms: number) => void,
): { done: number; most: number } {
  const [capacity, offered] = [10, 30];
  let [inHand, seenInHand, done, most] = [0, 0, 0, 0];
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    for (let each = 0; each < offered / 10; each += 1) if (admission(seenInHand > 20)) inHand += 1;
    const ended = Math.min(inHand, capacity / 10);
    inHand -= ended;
    done += ended;
    if (tenth > 100) most = Math.max(most, inHand);
    if (tenth % 10 === 9) seenInHand = inHand;
    wait(100);
  }
  return { done, most };
}

test("of three times what a server can do it takes most of what it can, and has far less in hand than without", () => {
  const limited = start();
  const with_ = play(120, limited.ask, limited.wait);
  const without = play(
    120,
    (isTooMuch) => !isTooMuch,
    () => {},
  );
  assert.ok(with_.done > 0.75 * 1_200, `done ${with_.done}`);
  assert.ok(with_.most < 0.75 * without.most, `in hand ${with_.most}, without ${without.most}`);
});
