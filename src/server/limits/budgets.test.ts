import assert from "node:assert/strict";
import { test } from "node:test";
import { createBudgets } from "./budgets.ts";

const two = { most: 2, windowMs: 10_000 };

test("a budget is used up, says how long to wait, and is whole again after its window", () => {
  let now = 0;
  const { take } = createBudgets(() => now);
  assert.deepEqual([take("a", two), take("a", two)], [null, null]);
  now = 2_500;
  assert.deepEqual([take("a", two), take("a", two), take("b", two)], [8, 8, null]);
  now = 10_000;
  assert.deepEqual([take("a", two), take("a", two), take("a", two)], [null, null, 10]);
});

test("what is remembered has an end, and the oldest goes first", () => {
  const { take } = createBudgets(() => 0);
  const one = { most: 1, windowMs: 1000 };
  for (let caller = 0; caller < 50_001; caller += 1) take(`${caller}`, one);
  assert.deepEqual([take("1", one), take("50000", one), take("0", one)], [1, 1, null]);
});
