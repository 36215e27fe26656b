import assert from "node:assert/strict";
import { test } from "node:test";
import { resultText } from "./texts.ts";

test("an order's number does not turn an Arabic sentence round, and stands bare in an English one", () => {
  assert.equal(
    resultText("ar", "processed", "7Q2M4X9KD3RT6WBN"),
    "اكتملت عملية دفع الطلب \u20667Q2M4X9KD3RT6WBN\u2069.",
  );
  assert.equal(resultText("en", "processed", "7Q2M4X9KD3RT6WBN"), "Order 7Q2M4X9KD3RT6WBN was processed.");
});
