import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import { type NamedService, takersOf } from "./instalment-services.ts";

const tamara = { name: "Tamara", lowest: minor(100), highest: minor(500_000) };
const tabby = { name: "Tabby", lowest: null, highest: null };

const cases: readonly [string, readonly NamedService[], number, readonly string[]][] = [
  ["both at the highest amount of one", [tamara, tabby], 5_000, ["Tamara", "Tabby"]],
  ["a halala above it the other alone", [tamara, tabby], 5_000.01, ["Tabby"]],
  ["both at the lowest amount of one", [tamara, tabby], 1, ["Tamara", "Tabby"]],
  ["a halala below it the other alone", [tamara, tabby], 0.99, ["Tabby"]],
  ["none where none takes it", [tamara], 6_900, []],
  ["none where the link has none", [], 100, []],
];

for (const [name, services, total, expected] of cases)
  test(`an order is promised in instalments by those that take it: ${name}`, () => {
    assert.deepEqual(takersOf({ total, currencyName: "SAR", services }), expected);
  });

test("limits are in the order's currency", () => {
  const of = { currencyName: "KWD", services: [{ ...tamara, highest: minor(5_000) }] };
  assert.deepEqual(takersOf({ ...of, total: 5 }), ["Tamara"]);
  assert.deepEqual(takersOf({ ...of, total: 5.001 }), []);
});
