/** What a flow that is added is asked for where the compiler cannot ask. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { hourly } from "#server/limits/counted-calls.ts";
import { listFiles, root } from "#test/source-tree.ts";
import { allMethods } from "./allowed.ts";
import { type Flow, flowFacts } from "./flow.ts";
import { methodEntry } from "./registry.ts";

for (const { id, flow } of allMethods) {
  const { countedAs, way } = flowFacts[flow];
  test(`an address may start so many payments by ${id} in an hour as it may cause, and no limit has what causes nothing`, () => {
    const starts = methodEntry(id).calls.filter(({ step }) => step === "start");
    for (const { path } of starts) {
      const route = path.slice("POST ".length);
      const limits = hourly.filter(
        ({ counted, declined, closes }) =>
          closes.test(route) && (counted?.test(route) || declined?.test(route)),
      );
      assert.equal(limits.length, countedAs === null ? 0 : 1, route);
    }
    assert.ok(way !== "otp_sent" || countedAs !== null, "a stranger's telephone is no place without a limit");
  });
}

/** By what the races know that they pay by a flow: its list of methods or, where one method stands for all, its buyer. */
const paidBy: Readonly<Record<Flow, RegExp>> = {
  card: /payByCard\(/,
  wallet: / of walletMethods\)|\.\.\.walletMethods/,
  otp: /payWithCode\(/,
  redirect: / of redirectMethods\)/,
  reference: / of referenceMethods\)/,
};

test("the races, lost answers and crashes of payments are played by every flow", () => {
  const texts = listFiles("src/server/payments/races").map((path) => readFileSync(join(root, path), "utf8"));
  for (const [flow, pattern] of Object.entries(paidBy))
    assert.ok(
      texts.some((text) => pattern.test(text)),
      `no race is paid by ${flow}`,
    );
});
