import assert from "node:assert/strict";
import { test } from "node:test";
import { gather } from "./gather.ts";

test("questions of one turn are asked together and answered each its own; those of the next turn by themselves", async () => {
  const asked: (readonly number[])[] = [];
  const double = gather(async (numbers: readonly number[]) => {
    asked.push(numbers);
    return numbers.map((number) => number * 2);
  });
  assert.deepEqual(await Promise.all([double(1), double(2), double(3)]), [2, 4, 6]);
  assert.equal(await double(4), 8);
  assert.deepEqual(asked, [[1, 2, 3], [4]]);
});

test("what fails for all fails for each, and the next are asked again", async () => {
  let isBroken = true;
  const ask = gather(async (words: readonly string[]) => {
    if (isBroken) throw new Error("away");
    return words;
  });
  const results = await Promise.allSettled([ask("a"), ask("b")]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  isBroken = false;
  assert.equal(await ask("c"), "c");
});
