import assert from "node:assert/strict";
import { test } from "node:test";
import { testCards } from "#gateways/mpgs/simulator/cards.ts";
import { isTestCardNumber } from "./test-card-numbers.ts";

test("every card of the simulated gateway is one for tests, however it is typed, and no other number is", () => {
  for (const { number } of testCards) assert.ok(isTestCardNumber(number), number);
  assert.ok(isTestCardNumber("٥١٢٣ ٤٥٦٧-٨٩٠١ ٢٣٤٦"));
  for (const number of ["4111111111111111", "5123456789012345", "512345678901234", ""])
    assert.ok(!isTestCardNumber(number), number);
});
