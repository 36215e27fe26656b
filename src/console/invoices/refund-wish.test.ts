import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import { linesLeft, returnable, takesAmounts, wishOfAmount, wishOfLines } from "./refund-wish.ts";

type Lines = Parameters<typeof linesLeft>[0]["lines"];

const line = (title: string, quantity: number | string, total: string, vatRate: string | null = "15.00") =>
  ({
    title,
    quantity,
    total,
    vatRate,
    vatExemption: vatRate === "0.00" ? "VATEX-SA-35" : null,
  }) as Lines[number];

const sold = { currency: "SAR", lines: [line("Dates", 3, "100.00"), line("Coffee", "0.5", "23.00")] };

test("pieces come back at what they were sold for, and the last ones take the rest", () => {
  const lines = linesLeft(sold, []);
  assert.deepEqual(wishOfLines({ 1: "١" }, lines, minor(123_00)), {
    body: { lines: [{ position: 1, quantity: "1" }] },
    sum: 33_33,
  });
  const after = linesLeft(sold, [
    { state: "refunded", lines: [{ position: 1, quantity: 2, amount: "66.67" }] },
    { state: "declined", lines: [{ position: 2, quantity: "0.5", amount: "23.00" }] },
  ]);
  const both = wishOfLines({ 1: "1", 2: "٠٫٥" }, after, minor(56_33));
  assert.ok("sum" in both);
  assert.equal(both.sum, 33_33 + 23_00);
});

test("a line that has come back is not offered again, and more than is left is said at its line", () => {
  const lines = linesLeft(sold, [
    { state: "in_flight", lines: [{ position: 2, quantity: "0.5", amount: "23.00" }] },
  ]);
  assert.deepEqual(
    returnable(lines).map(({ title }) => title),
    ["Dates"],
  );
  assert.deepEqual(wishOfLines({ 1: "4" }, lines, minor(100_00)), { fault: "fault.returned", position: 1 });
  assert.deepEqual(wishOfLines({ 1: "many" }, lines, minor(100_00)), {
    fault: "fault.returned",
    position: 1,
  });
  assert.deepEqual(wishOfLines({}, lines, minor(100_00)), { fault: "fault.noLine" });
  assert.deepEqual(wishOfLines({ 1: "3" }, lines, minor(50_00)), { fault: "fault.tooMuch" });
});

test("an amount is enough while one VAT rate is left, and is never more than what is left", () => {
  const mixed = {
    currency: "SAR",
    lines: [line("Dates", 1, "115.00"), line("Medicine", 1, "20.00", "0.00")],
  };
  assert.equal(takesAmounts(linesLeft(mixed, [])), false);
  const rest = linesLeft(mixed, [
    { state: "refunded", lines: [{ position: 2, quantity: 1, amount: "20.00" }] },
  ]);
  assert.equal(takesAmounts(rest), true);
  assert.deepEqual(wishOfAmount("٥٧٫٥٠", "SAR", minor(115_00)), { body: { amount: "57.50" }, sum: 57_50 });
  assert.deepEqual(wishOfAmount("116", "SAR", minor(115_00)), { fault: "fault.tooMuch" });
  assert.deepEqual(wishOfAmount("", "SAR", minor(115_00)), { fault: "fault.amount" });
});
