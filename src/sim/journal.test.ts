import assert from "node:assert/strict";
import test from "node:test";
import { createJournal, journalLimit, maskCardNumbers } from "./journal.ts";

const entry = (note: string) => ({
  at: 1,
  simulator: "bank",
  method: "POST",
  path: "/bank/card/5123450000000008",
  operation: "PAY",
  status: 200,
  note,
});

const masked: readonly (readonly [string, string])[] = [
  ["5123450000000008", "512345xxxxxx0008"],
  ["a 371881634498004 b", "a 371881xxxxx8004 b"],
  ["5123 4500 0000 0008", "512345xxxxxx0008"],
  ["5123-4500-0000-0008", "512345xxxxxx0008"],
  ["order 123456789012", "order 123456789012"],
  ["7777.05", "7777.05"],
];
for (const [text, expected] of masked) {
  test(`masking ${text} gives ${expected}`, () => assert.equal(maskCardNumbers(text), expected));
}

test("no line of the journal holds a card number", () => {
  const journal = createJournal();
  journal.add(entry("card 4508750015741019 refused"));
  assert.equal(JSON.stringify(journal.list()).includes("4508750015741019"), false);
  assert.equal(JSON.stringify(journal.list()).includes("5123450000000008"), false);
});

test("the journal keeps the newest lines, newest first, and can show one simulator's only", () => {
  const journal = createJournal();
  for (let index = 0; index < journalLimit + 3; index += 1) journal.add(entry(`line ${index}`));
  const lines = journal.list();
  assert.equal(lines.length, journalLimit);
  assert.equal(lines[0]?.note, `line ${journalLimit + 2}`);
  assert.equal(lines.at(-1)?.note, "line 3");
  assert.deepEqual(journal.list("another"), []);
});
