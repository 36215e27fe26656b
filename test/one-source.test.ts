/** What is written once: lists of states stand in `core`, texts of the console are named for the compiler. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { isTest, readSources } from "./source-tree.ts";

const production = readSources(["src"]).filter(({ path }) => !isTest(path));

function sourcesWith(pattern: RegExp): string[] {
  return production.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

test("states of stamping units and of attempts are listed in core, and put into SQL by db/literals.ts", () => {
  const list =
    /in \((?:'active', '(?:stopped|held)|'(?:stopped|held|in_flight|awaiting_buyer|authorised|captured|surplus)',)|\["surplus", "refunded"\]/;
  assert.deepEqual(sourcesWith(list), []);
});

test("the server asks a fact of an order, and compares no standing by its name", () => {
  const standings = new Set(orderStatuses.map((status) => orderStatusFacts[status].standing));
  const byName = new RegExp(`standing\\b\\s*[!=]==\\s*"(?:${[...standings].join("|")})"`);
  assert.deepEqual(
    sourcesWith(byName).filter((path) => path.startsWith("src/server/")),
    [],
  );
});

test("money that is owed back is a fact of its state: surplus is named where it is received, shown and given back alone", () => {
  const production = sourcesWith(/[sS]tate (?:[!=]==|=|<>) ["']surplus["']/);
  assert.deepEqual(production.toSorted(), [
    "src/console/invoices/happened.tsx",
    "src/console/payments/payments.tsx",
    "src/console/payments/shown-amount.ts",
    "src/server/payments/attempt-news.ts",
    "src/server/payments/book-refund.ts",
    "src/server/payments/going-back.ts",
    "src/server/payments/proven-money.ts",
    "src/server/payments/record-surplus-refund.ts",
    "src/server/payments/refresh.ts",
    "src/server/payments/refund.ts",
    "src/server/reconciliation/compare-order.ts",
    "src/server/reports/client-statement.ts",
    "src/server/reports/home-attention.ts",
  ]);
});

test("a text of the console is asked for by its name, so that one that is missing does not compile", () => {
  assert.deepEqual(sourcesWith(/as TextKey\b/), ["src/console/i18n/texts.ts"]);
});
