/** Where statuses of orders and states of attempts may be listed by their names: in core alone, which says what each means. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { attemptStates } from "#core/attempt-status.ts";
import { orderStatuses } from "#core/order-status.ts";
import { isTest, readSources } from "./source-tree.ts";

const production = readSources(["src/server", "src/web", "src/console"]).filter(({ path }) => !isTest(path));

/** Finds a list of nothing but these names that a column is compared with, in SQL or by the query builder. */
function listOf(column: "status" | "state", names: readonly string[]): RegExp {
  const list = (quote: string): string => {
    const name = `${quote}(?:${names.join("|")})${quote}`;
    return `\\s*${name}(?:,\\s*${name})*,?\\s*`;
  };
  const operator = "(?:not )?in";
  return new RegExp(
    `\\b${column} ${operator} \\(${list("'")}\\)|"(?:\\w+\\.)?${column}", "${operator}", \\[${list('"')}\\]`,
  );
}

const attemptLists = listOf("state", attemptStates);

test("statuses of orders and states of attempts are judged by their facts, not by lists of names", () => {
  const orderLists = listOf("status", orderStatuses);
  const anyStatus = `(?:${orderStatuses.join("|")})`;
  const orderNames = new RegExp(
    `(?:===|!==) "${anyStatus}"|\\bstatus (?:=|<>|!=) '${anyStatus}'|"(?:\\w+\\.)?status", "(?:=|!=|<>)", "${anyStatus}"`,
  );
  // A number that was given out, and the ends of it at which its buyer may still have it in hand.
  const isNumber = /payments\/begun-payment\.ts$/;
  // The chip of an invoice that was tried is that of its status.
  const isChip = /console\/display\/status\.tsx$/;
  const wrong = production
    .filter(
      ({ path, text }) =>
        orderLists.test(text) ||
        (orderNames.test(text) && !isChip.test(path)) ||
        (attemptLists.test(text) && !isNumber.test(path)),
    )
    .map(({ path }) => path);
  assert.deepEqual(
    wrong,
    [],
    "core/order-status.ts and core/attempt-status.ts say what each means: ask by a fact there, or a question in core/status-groups.ts",
  );
});

test("states of something else, such as a message's, are taken for no attempt's", () => {
  for (const list of ["captured", "captured, surplus", "unknown, expired"].map((names) =>
    names.split(", "),
  )) {
    assert.match(`a.state in ('${list.join("', '")}')`, attemptLists);
    assert.match(`.where("a.state", "not in", [\n  "${list.join('",\n  "')}",\n])`, attemptLists);
  }
  for (const list of ["queued", "queued, unknown", "unknown, submitting", "expired, sent, read"])
    for (const text of [
      `state not in ('${list.replaceAll(", ", "', '")}')`,
      `.where("state", "in", ["${list.replaceAll(", ", '", "')}"])`,
    ])
      assert.doesNotMatch(text, attemptLists);
});
