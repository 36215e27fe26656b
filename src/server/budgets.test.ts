import assert from "node:assert/strict";
import { test } from "node:test";
import { createBudgets } from "./budgets.ts";

const two = { most: 2, windowMs: 10_000 };

test("a budget is used up, says how long to wait, and is whole again after its window", () => {
  let now = 0;
  const { take, wait } = createBudgets(() => now);
  assert.deepEqual([take("a", two), wait("a", two), take("a", two)], [null, null, null]);
  now = 2_500;
  assert.deepEqual([take("a", two), wait("a", two), take("b", two)], [8, 8, null]);
  now = 10_000;
  assert.deepEqual([wait("a", two), take("a", two), take("a", two), take("a", two)], [null, null, null, 10]);
});

test("what is remembered has an end, and the oldest goes first", () => {
  const { take, wait } = createBudgets(() => 0);
  const one = { most: 1, windowMs: 1000 };
  for (let caller = 0; caller < 50_001; caller += 1) take(`${caller}`, one);
  assert.deepEqual([wait("0", one), wait("1", one), wait("50000", one)], [null, 1, 1]);
});

test("a use that is given back counts for nothing, and none is given back that was not taken", () => {
  const { take, giveBack } = createBudgets(() => 0);
  assert.deepEqual([take("a", two), take("a", two)], [null, null]);
  giveBack("a");
  assert.deepEqual([take("a", two), take("a", two)], [null, 10]);
  giveBack("b");
  assert.deepEqual([take("b", two), take("b", two), take("b", two)], [null, null, 10]);
});
