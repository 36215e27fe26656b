import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maximumMinor, minor, sum } from "../money.ts";
import { instalments } from "./instalments.ts";

test("instalments sum to the total and only the last one differs", () => {
  assert.deepEqual(instalments(minor(10_001), 4), [2500, 2500, 2500, 2501]);
  assert.deepEqual(instalments(minor(3), 4), [0, 0, 0, 3]);
  assert.deepEqual(instalments(minor(100), 1), [100]);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: maximumMinor }).map(minor),
      fc.integer({ min: 1, max: 12 }),
      (total, parts) => {
        const split = instalments(total, parts);
        assert.equal(split.length, parts);
        assert.equal(sum(split), total);
        const [first = 0] = split;
        const last = split.at(-1) ?? 0;
        assert.ok(split.slice(0, -1).every((part) => part === first));
        assert.ok(last >= first && last - first < parts);
      },
    ),
  );
});
