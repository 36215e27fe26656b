import assert from "node:assert/strict";
import { test } from "node:test";
import { isOneOrder, withPayer } from "./payer.ts";

const body = { orderNumber: "0123456789ABCDEF", mobile: "0551234567" };

const pairs: readonly [string | null | undefined, boolean][] = [
  ["0123456789ABCDEF", true],
  ["0123-4567-89ab-cdef", true],
  [null, true],
  [undefined, true],
  ["0123456789ABCDEG", false],
  ["", false],
];

for (const [waslOrderNumber, expected] of pairs) {
  test(`waslOrderNumber ${JSON.stringify(waslOrderNumber)} is ${expected ? "" : "not "}the same order's`, () => {
    assert.equal(isOneOrder({ ...body, waslOrderNumber }), expected);
  });
}

test("the panel's mobile is the payer's only where the form has none", () => {
  for (const clientMobile of [undefined, null, ""]) {
    const read = withPayer({ ...body, clientMobile, clientCountryCode: "AE" });
    assert.deepEqual([read.clientMobile, read.clientCountryCode], ["0551234567", "SA"]);
  }
  const own = { ...body, clientMobile: "+971501234567", clientCountryCode: "AE" };
  assert.deepEqual(withPayer(own), own);
});
