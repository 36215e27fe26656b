import assert from "node:assert/strict";
import { test } from "node:test";
import { type CleanedInput, cleanInput } from "./clean-input.ts";

function inputWith(
  value: string,
  caret: number | null,
  dir: "ltr" | "" = "",
): CleanedInput & { caret: number | null } {
  return {
    value,
    dir,
    caret,
    selectionStart: caret,
    setSelectionRange(start) {
      this.caret = start;
    },
  };
}

test("invisible characters leave the field, and the caret stays behind its letter", () => {
  for (const [value, caret, cleaned, caretAfter] of [
    ["\u200e06", 3, "06", 2],
    ["نو\u202eرة", 3, "نورة", 2],
    ["نو\u200bرة", 2, "نورة", 2],
    ["Sara K", 3, "Sara K", 3],
    ["", 0, "", 0],
  ] as const) {
    const input = inputWith(value, caret);
    cleanInput(input);
    assert.deepEqual([input.value, input.caret], [cleaned, caretAfter], JSON.stringify(value));
  }
});

test("digits of the Arabic scripts become ASCII where text runs from left to right, and stay in names", () => {
  const number = inputWith("٠٥٥۱۲", 2, "ltr");
  cleanInput(number);
  assert.deepEqual([number.value, number.caret], ["05512", 2]);
  const name = inputWith("شركة ٧", 6);
  cleanInput(name);
  assert.equal(name.value, "شركة ٧");
});

test("a field that does not tell its caret is cleaned as well", () => {
  const email = inputWith("s\u2066@example.com", null, "ltr");
  cleanInput(email);
  assert.deepEqual([email.value, email.caret], ["s@example.com", null]);
});
