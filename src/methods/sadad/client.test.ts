import assert from "node:assert/strict";
import { test } from "node:test";
import { payer, recordedCall } from "#test/panel-call.ts";
import type { CallOutcome } from "#web/browser/api.ts";
import { sadadCalls } from "./calls.ts";
import { authorize, type SadadOutcome } from "./client.ts";

const typed = { mobile: "0551234567", nationalId: "1000000008", firstName: "نورة", lastName: "العتيبي" };

const reply = {
  paymentSessionId: "0471234567890",
  billerCode: "901",
  billerName: "Rosom",
  amount: 150.5,
  currency: "SAR",
  expiresAt: "2026-08-15T20:59:59.999Z",
  lastDay: "2026-08-15",
};

/** What the panel makes of one end of the call, and what was sent. */
async function pay(end: CallOutcome<unknown>) {
  const { call, sent } = recordedCall(end);
  const outcome = await authorize(call, { payer, ...typed });
  return { outcome, sent };
}

const refusal = { kind: "refused", refusal: { code: "order_changed", text: null, fields: [] } } as const;

const ends: readonly [string, CallOutcome<unknown>, SadadOutcome][] = [
  ["a reply", { kind: "ok", reply }, { kind: "issued", bill: reply }],
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
  const body = { ...payer, waslOrderNumber: payer.orderNumber, ...typed };
  assert.deepEqual(sent, [{ path: "POST /rest/pay/sadad/authorize", body }]);
  assert.equal(sadadCalls[0]?.body.safeParse(sent[0]?.body).success, true);
});
