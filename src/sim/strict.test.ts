import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { strictParse } from "./strict.ts";

const schema = z.strictObject({
  order: z.strictObject({
    amount: z.union([z.string().regex(/^\d+$/), z.number()]),
    currency: z.enum(["SAR"]),
  }),
  note: z.string().optional(),
});
const order = { amount: "100", currency: "SAR" };

const refused: readonly (readonly [string, unknown, string, string])[] = [
  ["an unknown field", { order, extra: 1 }, "unexpected", "extra"],
  ["an unknown field inside", { order: { ...order, total: 1 } }, "unexpected", "order.total"],
  ["an absent field", { order: { amount: "1" } }, "missing", "order.currency"],
  ["an absent part", {}, "missing", "order"],
  ["a wrong type", { order, note: 5 }, "invalid", "note"],
  ["a wrong value of two allowed types", { order: { ...order, amount: "x" } }, "invalid", "order.amount"],
  ["no object at all", "text", "invalid", ""],
];
for (const [what, value, kind, field] of refused) {
  test(`${what} is refused and named`, () => {
    assert.deepEqual(strictParse(schema, value), { ok: false, failure: { kind, field } });
  });
}

test("a correct request is read", () => {
  assert.deepEqual(strictParse(schema, { order }), { ok: true, value: { order } });
});
