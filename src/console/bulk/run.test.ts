import assert from "node:assert/strict";
import { test } from "node:test";
import { CallFailure } from "../calls/call.ts";
import { createRun, type Run } from "./run.ts";

const numbers = Array.from({ length: 20 }, (_, index) => index);

/** Resolves once the run is in a phase. */
function inPhase<Item, Made>(run: Run<Item, Made>, phase: string): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (run.read().phase === phase) resolve();
    };
    run.listen(look);
    look();
  });
}

const madeOf = <Item, Made>(run: Run<Item, Made>) => run.read().tasks.map(({ made }) => made);

test("every row is made once, three at a time, and a refused one stops no other", async () => {
  let atWork = 0;
  let most = 0;
  const made: number[] = [];
  const run = createRun(numbers, async (item) => {
    atWork += 1;
    most = Math.max(most, atWork);
    await Promise.resolve();
    atWork -= 1;
    if (item === 7) throw new CallFailure("refused", "zero_total");
    made.push(item);
    return item;
  });
  run.go();
  await inPhase(run, "done");
  assert.equal(most, 3);
  assert.equal(made.length, 19);
  assert.equal(run.read().tasks[7]?.failure?.code, "zero_total");
  run.again(
    ({ step }) => step === "failed",
    () => 70,
  );
  await inPhase(run, "done");
  assert.equal(madeOf(run)[7], 70);
});

test("a lost line holds all rows and loses none", async () => {
  let isOnline = false;
  const run = createRun(numbers, async (item) => {
    if (!isOnline && item > 4) throw new CallFailure("offline");
    return item;
  });
  run.go();
  await inPhase(run, "held");
  assert.equal(run.read().why?.kind, "offline");
  isOnline = true;
  run.go();
  await inPhase(run, "done");
  assert.deepEqual(madeOf(run), numbers);
});

test("a full budget is waited for as long as the server says", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let refusals = 1;
  const run = createRun([1], async (item) => {
    refusals -= 1;
    if (refusals === 0) throw new CallFailure("refused", "rate_limited", [], 30_000);
    return item;
  });
  run.go();
  await inPhase(run, "held");
  context.mock.timers.tick(29_999);
  assert.equal(run.read().phase, "held");
  context.mock.timers.tick(1);
  await inPhase(run, "done");
  assert.deepEqual(madeOf(run), [1]);
});

test("what every row would be refused for waits for the person, and pausing stops between two rows", async () => {
  let isAllowed = false;
  const run = createRun(numbers, async (item) => {
    if (!isAllowed) throw new CallFailure("refused", "unauthorized");
    if (item === 9) run.pause();
    return item;
  });
  run.go();
  await inPhase(run, "paused");
  assert.equal(run.read().why?.code, "unauthorized");
  isAllowed = true;
  run.go();
  await inPhase(run, "paused");
  assert.ok(madeOf(run).filter((one) => one !== null).length < 15);
  run.go();
  await inPhase(run, "done");
  assert.deepEqual(madeOf(run), numbers);
});
