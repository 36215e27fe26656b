import assert from "node:assert/strict";
import { test } from "node:test";
import { payer, recordedCall } from "#test/panel-call.ts";
import type { CallOutcome } from "#web/browser/api.ts";
import { a2aCalls } from "./calls.ts";
import { type A2aOutcome, authorize } from "./client.ts";

const typed = { mobile: "0551234567", email: "noura@example.com " };

const reply = {
  paymentSessionId: "SA5399000900000000000123",
  accountNumber: "900000000000123",
  bankName: { ar: "بنك", en: "Bank" },
  beneficiaryName: "شركة",
  amount: 150.5,
  received: 0,
  remaining: 150.5,
  currency: "SAR",
  expiresAt: null,
};

/** What the panel makes of one end of the call, and what was sent. */
async function pay(end: CallOutcome<unknown>) {
  const { call, sent } = recordedCall(end);
  const outcome = await authorize(call, { payer, ...typed });
  return { outcome, sent };
}

const refusal = { kind: "refused", refusal: { code: "order_changed", text: null, fields: [] } } as const;

const ends: readonly [string, CallOutcome<unknown>, A2aOutcome][] = [
  ["a reply", { kind: "ok", reply }, { kind: "opened", transfer: reply }],
  ["a refusal", refusal, refusal],
  ["offline", { kind: "offline" }, { kind: "offline" }],
  ["no answer", { kind: "no_answer", isTimeout: false }, { kind: "unknown" }],
];

for (const [what, end, expected] of ends) {
  test(`${what} is ${expected.kind} on the page`, async () => {
    assert.deepEqual((await pay(end)).outcome, expected);
  });
}

test("the payload has every member of Spec 7 beside the payer's, and the server takes it", async () => {
  const { sent } = await pay({ kind: "offline" });
  const body = {
    ...payer,
    waslOrderNumber: payer.orderNumber,
    ...{ mobile: "0551234567", clientEmail: "noura@example.com" },
  };
  assert.deepEqual(sent, [{ path: "POST /rest/pay/a2a/authorize", body }]);
  assert.equal(a2aCalls[0]?.body.safeParse(sent[0]?.body).success, true);
});
