import assert from "node:assert/strict";
import test from "node:test";
import { createSimulatorClock } from "./clock.ts";

test("advancing runs what has become due, in order of its time, and nothing else", () => {
  const clock = createSimulatorClock();
  const ran: string[] = [];
  clock.after(2_000_000, () => ran.push("second"));
  clock.after(1_000_000, () => ran.push("first"));
  clock.after(9_000_000, () => ran.push("never"));
  clock.advance(3_000_000);
  assert.deepEqual(ran, ["first", "second"]);
  clock.reset();
});

test("a cancelled task and a task from before a reset do not run", () => {
  const clock = createSimulatorClock();
  const ran: string[] = [];
  const cancel = clock.after(1_000_000, () => ran.push("cancelled"));
  cancel();
  clock.after(1_000_000, () => ran.push("reset"));
  clock.reset();
  clock.advance(2_000_000);
  assert.deepEqual(ran, []);
  clock.reset();
  assert.equal(clock.offsetMs(), 0);
});

test("a due task runs by itself in real time", async () => {
  const clock = createSimulatorClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  const keepAlive = setInterval(() => undefined, 1_000);
  clock.after(5, resolve);
  await promise;
  clearInterval(keepAlive);
});
