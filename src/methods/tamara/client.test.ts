import assert from "node:assert/strict";
import { test } from "node:test";
import { payer, recordedCall } from "#test/panel-call.ts";
import type { CallOutcome } from "#web/browser/api.ts";
import { tamaraCalls } from "./calls.ts";
import { authorize, type TamaraOutcome } from "./client.ts";

/** What the panel makes of one end of the call, and what was sent. */
async function pay(end: CallOutcome<unknown>) {
  const { call, sent } = recordedCall(end);
  const outcome = await authorize(call, {
    payer,
    mobile: "0544337866",
    email: "noura@example.com ",
    city: " الرياض",
    line1: "طريق الملك فهد 1 ",
  });
  return { outcome, sent };
}

const reply = (status: string, checkoutId: string | null, url: string | null, reason: string | null) =>
  ({ kind: "ok", reply: { status, checkoutId, checkoutUrl: url, rejectReason: reason } }) as const;
const refusal = { kind: "refused", refusal: { code: "order_changed", text: null, fields: [] } } as const;

const ends: readonly [string, CallOutcome<unknown>, TamaraOutcome][] = [
  [
    "new",
    reply("new", "c1", "https://checkout.tamara.co/c1", null),
    { kind: "redirect", url: "https://checkout.tamara.co/c1" },
  ],
  [
    "new without a checkout",
    reply("new", null, "https://x.example", null),
    { kind: "rejected", reason: "not_available" },
  ],
  ["rejected", reply("rejected", null, null, "amount_limit"), { kind: "rejected", reason: "amount_limit" }],
  [
    "rejected without a reason",
    reply("rejected", null, null, null),
    { kind: "rejected", reason: "not_available" },
  ],
  ["a refusal", refusal, refusal],
  ["offline", { kind: "offline" }, { kind: "offline" }],
  ["no answer", { kind: "no_answer", isTimeout: false }, { kind: "unknown" }],
];

for (const [what, end, expected] of ends) {
  test(`${what} is ${expected.kind} on the page`, async () => {
    assert.deepEqual((await pay(end)).outcome, expected);
  });
}

test("the payload has every member of Spec 7 with Tamara's own mobile, and the server takes it", async () => {
  const { sent } = await pay({ kind: "offline" });
  assert.deepEqual(sent, [
    {
      path: "POST /rest/pay/tamara/authorize",
      body: {
        ...payer,
        clientEmail: "noura@example.com",
        clientMobile: "+966544337866",
        clientCountryCode: "SA",
        city: "الرياض",
        line1: "طريق الملك فهد 1",
      },
    },
  ]);
  assert.equal(tamaraCalls[0]?.body.safeParse(sent[0]?.body).success, true);
});
