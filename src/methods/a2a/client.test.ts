import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallOutcome } from "#web/browser/api.ts";
import type { Payer } from "#web/payment/panel.ts";
import { a2aCalls } from "./calls.ts";
import { type A2aOutcome, authorize } from "./client.ts";

const payer: Payer = {
  orderNumber: "7K3M9Q2XW4HTBZ6N",
  transactionId: "t",
  signature: "s",
  emailSignature: null,
  clientName: "نورة العتيبي",
  clientEmail: null,
  clientMobile: "+971501234567",
  clientCountryCode: "AE",
  shipmentCity: null,
  shipmentAddress: null,
  agreementAccepted: true,
  channel: "info",
};

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
  const sent: { readonly path: string; readonly body: object }[] = [];
  const outcome = await authorize(
    async (path, { body = {} }: { body?: object }) => {
      sent.push({ path, body });
      return end as never;
    },
    { payer, ...typed },
  );
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
