/** Amounts and rates are whole numbers inside: decimals are read and written in one place for each (ARCHITECTURE.md). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isTest, readSources } from "./source-tree.ts";

/** Minor units made from major ones, or written as such, by arithmetic of floats. */
const convertsMoney =
  /10 \*\* currencyExponent|toFixed\(currencyExponent|\/ 100\)\.toFixed\(|\b(?:amount|total|price|vat|subTotal|value)\.toFixed\(|(?:[hH]alalas|[mM]inor|\b(?:limits|amounts)\.\w+) (?:\/|\*) 100\b/;

/** Basis points made from a percentage or a fraction, by a rounded product of floats. */
const convertsRate =
  /Math\.round\([^;\n]*(?:rate|percent|bps|fraction|discount)[^;\n]*\*|(?:rate|percent|bps)\w*\)? \* 100(?:_?00)?\b/i;

const homes: readonly (readonly [pattern: RegExp, where: readonly string[]])[] = [
  [convertsMoney, ["src/core/money.ts"]],
  [convertsRate, ["src/core/pricing/percent.ts", "src/core/pricing/pricing.ts"]],
];

const findIn = (path: string, text: string): boolean =>
  homes.some(([pattern, where]) => !where.includes(path) && pattern.test(text));

test("money and rates change between whole and decimal numbers in core/money.ts and core/pricing only", () => {
  const wrong = readSources(["src"])
    .filter(({ path, text }) => !isTest(path) && findIn(path, text))
    .map(({ path }) => path);
  assert.deepEqual(wrong, []);
});

test("a product of floats is found whatever its variable is called, and a share or a time is left alone", () => {
  const found = [
    "text(highestFixedFeeHalalas / 100)",
    "(amountMinor / 100)",
    "text(limits.highest / 100)",
    "Math.round(Number(vatRate) * 100)",
    "Math.round((discount ?? 0) * 100)",
    "Number(percent) * 100",
    "total.toFixed(2)",
  ];
  for (const text of found) assert.ok(findIn("x.ts", text), text);
  const left = [
    "Math.round(reply.elapsedTime)",
    "Math.round(degrees * 100) / 100",
    "(count / most) * 100",
    "bps / 10_000",
    "timesRatio(amount, rateBps, 10_000)",
    "Math.floor(status / 100)",
  ];
  for (const text of left) assert.ok(!findIn("x.ts", text), text);
});
