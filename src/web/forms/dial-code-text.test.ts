import assert from "node:assert/strict";
import { test } from "node:test";
import { dialCodes } from "#core/phone/dial-codes.ts";
import { dialCodeText, readDialCode } from "./dial-code-text.ts";

test("every row of the table survives as text", () => {
  for (const row of dialCodes) assert.deepEqual(readDialCode(dialCodeText(row)), row);
});

test("any other text is no country", () => {
  for (const text of [
    undefined,
    "",
    "SA",
    "sa,966,9,9,0",
    "SA,966,9,9",
    "SA,,9,9,0",
    "SA,966,9,9,0,1",
    "<b>",
  ])
    assert.equal(readDialCode(text), null, `${text}`);
});
