import assert from "node:assert/strict";
import { test } from "node:test";
import { payer as anyPayer, recordedCall } from "#test/panel-call.ts";
import type { CallOutcome } from "#web/browser/api.ts";
import type { Payer } from "#web/payment/panel.ts";
import { tabbyCalls } from "./calls.ts";
import { authorize, type TabbyOutcome } from "./client.ts";
import { infoAddress } from "./info-address.ts";

const payer: Payer = {
  ...anyPayer,
  clientName: "Noura Alotaibi",
  clientMobile: "+966551234567",
  clientCountryCode: "SA",
  shipmentCity: "الرياض",
  agreementAccepted: false,
};

/** What the panel makes of one end of the call, and what was sent. */
async function pay(end: CallOutcome<unknown>, change: Partial<Payer> = {}) {
  const { call, sent } = recordedCall(end);
  const request = {
    payer: { ...payer, ...change },
    mobile: "٠٥٠٠٠٠٠٠٠١",
    email: " otp.success@tabby.ai ",
    language: "ar",
  } as const;
  const outcome = await authorize(call, request);
  return { outcome, sent };
}

const refusal = (code: "english_name_required" | "payment_in_progress") =>
  ({ kind: "refused", refusal: { code, text: "words of ours", fields: [] } }) as const;
const reply = (status: string, url: string | null, rejectReason: string | null): CallOutcome<unknown> => ({
  kind: "ok",
  reply: { status, url, rejectReason, paymentSessionId: null },
});

const ends: readonly [string, CallOutcome<unknown>, TabbyOutcome][] = [
  [
    "created",
    reply("created", "https://checkout.tabby.ai/?s", null),
    { kind: "redirect", url: "https://checkout.tabby.ai/?s" },
  ],
  [
    "rejected",
    reply("rejected", null, "order_amount_too_high"),
    { kind: "rejected", reason: "order_amount_too_high" },
  ],
  [
    "rejected for a reason without a text",
    reply("rejected", null, "new_moon"),
    { kind: "rejected", reason: "rejected" },
  ],
  ["created without an address", reply("created", null, null), { kind: "rejected", reason: "rejected" }],
  ["a name that the server refuses", refusal("english_name_required"), { kind: "name" }],
  ["any other refusal", refusal("payment_in_progress"), refusal("payment_in_progress")],
  ["offline", { kind: "offline" }, { kind: "offline" }],
  ["no answer", { kind: "no_answer", isTimeout: true }, { kind: "unknown" }],
];

for (const [what, end, expected] of ends) {
  test(`${what} is ${expected.kind} on the page`, async () => {
    assert.deepEqual((await pay(end)).outcome, expected);
  });
}

test("the payload has every member of Spec 7, and the server takes it", async () => {
  const { sent } = await pay({ kind: "offline" });
  assert.deepEqual(sent, [
    {
      path: "POST /rest/pay/tabby/authorize",
      body: {
        ...payer,
        clientEmail: "otp.success@tabby.ai",
        tabbyMobile: "+966500000001",
        tabbyMobileCountryCode: "966",
        taxAmount: 0,
        defaultLang: "ar",
      },
    },
  ]);
  assert.equal(tabbyCalls[0]?.body.safeParse(sent[0]?.body).success, true);
});

for (const clientName of ["نورة", "Zoë", "O'Neill"]) {
  test(`the name ${clientName} is refused on the page, and nothing is sent`, async () => {
    const { outcome, sent } = await pay({ kind: "offline" }, { clientName });
    assert.deepEqual(outcome, { kind: "name" });
    assert.deepEqual(sent, []);
  });
}

const settings = {
  frameUrl: "https://checkout.tabby.ai/promos/installments/",
  merchantCode: "SA",
  publicKey: "pk",
};
const order = { total: 115, currencyName: "SAR" };

test("Tabby's page is asked for this order in the page's language", () => {
  assert.equal(
    infoAddress(settings, order, "ar", "https://pay.example"),
    "https://checkout.tabby.ai/promos/installments/ar/?price=115.00&currency=SAR&merchant_code=SA&public_key=pk",
  );
  assert.equal(
    infoAddress({ frameUrl: "https://t.example" }, { ...order, total: 99.5 }, "en", "https://pay.example"),
    "https://t.example/en/?price=99.50&currency=SAR",
  );
});

for (const frameUrl of [undefined, "", "javascript:alert(1)", "/promos", "https://pay.example/promos"]) {
  test(`${JSON.stringify(frameUrl)} is never put into the frame`, () => {
    const given: Record<string, string> = frameUrl === undefined ? {} : { frameUrl };
    assert.equal(infoAddress(given, order, "ar", "https://pay.example"), null);
  });
}
