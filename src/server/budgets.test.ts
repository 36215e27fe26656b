import assert from "node:assert/strict";
import { test } from "node:test";
import { callerOf, createBudgets } from "./budgets.ts";

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

test("an IPv6 customer is one caller, whatever the address in their network", () => {
  for (const [ip, caller] of [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
  ] as const) {
    assert.equal(callerOf(ip), caller, ip);
  }
});
