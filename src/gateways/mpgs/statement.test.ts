/** What the gateway's totals of an order say for comparing books, and what proves nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpResult } from "#core/ports.ts";
import { createTestGateway, json, testPayment } from "./test-gateway.ts";

const id = testPayment().order.orderNumber;
const stated = (taken: number, givenBack: number) => ({
  kind: "stated",
  payments: [{ reference: id, attemptId: null, currency: "SAR", taken, givenBack }],
});
const whole = { id, currency: "SAR", totalCapturedAmount: 115, totalRefundedAmount: "15.5" };

const cases: readonly [string, HttpResult, unknown][] = [
  ["totals", json(whole), stated(11_500, 1_550)],
  ["no totals yet", json({ id, currency: "SAR" }), stated(0, 0)],
  [
    "an order that it does not know",
    json({ error: { cause: "INVALID_REQUEST" }, result: "ERROR" }, 404),
    { kind: "stated", payments: [] },
  ],
];
for (const [what, answer, expected] of cases) {
  test(`${what}: ${JSON.stringify(expected)}`, async () => {
    const { provider } = createTestGateway([answer], { nowMs: 0 });
    assert.deepEqual(await provider.statement(testPayment()), expected);
  });
}

const unproven: readonly [string, HttpResult][] = [
  ["silence", { kind: "no_answer", reason: "timeout" }],
  ["a refused connection", { kind: "not_sent", reason: "ECONNREFUSED" }],
  ["a failure", json({ result: "ERROR" }, 500)],
  ["another order", json({ ...whole, id: "0000000000000000" })],
  ["an amount that is none", json({ ...whole, totalCapturedAmount: "1e3" })],
  ["an order without a currency", json({ id, totalCapturedAmount: 115 })],
];
for (const [what, answer] of unproven) {
  test(`${what} proves nothing`, async () => {
    const { provider } = createTestGateway([answer], { nowMs: 0 });
    assert.equal((await provider.statement(testPayment())).kind, "unknown");
  });
}
