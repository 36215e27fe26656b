import assert from "node:assert/strict";
import { test } from "node:test";
import { terminalTable } from "./terminal.ts";

const arabic = "شَدّة";

test("columns are as wide as what is seen: marks on letters and marks of direction take no room", () => {
  const lines = [
    ["CLIENT", "TOTAL"],
    [arabic, "1.00"],
    ["Nora", "2.00"],
  ];
  const isolated = terminalTable(lines, { isolated: true });
  assert.equal(isolated, `CLIENT  TOTAL\n\u2068${arabic}\u2069     1.00\nNora    2.00`);
  assert.equal(terminalTable(lines, { isolated: false }), isolated.replace(/[\u2068\u2069]/g, ""));
});

test("a buyer's name moves no cursor, and turns no line", () => {
  const text = terminalTable([["NAME"], ["a\u001b[2Jb\u009b1m\nc\u202ed"]], { isolated: true });
  assert.equal(text, "NAME\na [2Jb 1m c d");
});

test("lines may be of different lengths, and a table of nothing is empty", () => {
  assert.equal(terminalTable([["a", "b"], ["longer"]], { isolated: false }), "a       b\nlonger");
  assert.equal(terminalTable([], { isolated: false }), "");
});
