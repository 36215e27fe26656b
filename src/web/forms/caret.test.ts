import assert from "node:assert/strict";
import { test } from "node:test";
import { caretAfter } from "./caret.ts";

test("the caret stays behind the digit that was just typed or removed", () => {
  // "|" is the caret.
  for (const [typed, after, expected] of [
    ["4|", "4", "4|"],
    ["41112|", "4111 2", "4111 2|"],
    ["4111 |1111", "4111 1111", "4111| 1111"],
    ["41|11 1111", "4111 111", "41|11 111"],
    ["4119|1 1111", "4119 1111 1", "4119| 1111 1"],
    ["12|", "12/", "12/|"],
    ["12/|", "12", "12|"],
    ["|12", "12/", "|12/"],
    ["٤٥|", "45", "45|"],
    ["a|12", "12", "|12"],
  ] as const) {
    const caret = typed.indexOf("|");
    const place = caretAfter({ text: typed.replace("|", ""), caret }, after);
    assert.equal(`${after.slice(0, place)}|${after.slice(place)}`, expected, typed);
  }
});
