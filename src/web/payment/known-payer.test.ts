import assert from "node:assert/strict";
import { test } from "node:test";
import { type DialCode, saudiArabia } from "#core/phone/mobile.ts";
import { asksPayer, knownPayer, withFallbackClient } from "./known-payer.ts";
import type { PaymentOrder } from "./payment-order.ts";

const kuwait: DialCode = ["KW", "965", 8, 8, ""];

function order(client: Partial<PaymentOrder["client"]>): PaymentOrder {
  return {
    orderNumber: "7QK4M2XPB9TNW3HC",
    transactionId: "t",
    signature: "s",
    emailSignature: null,
    client: { name: "", mobile: "", country: null, ...client },
  } as PaymentOrder;
}

const address = { clientName: "From the address", clientMobile: "0511111111" };

test("the address fills only what the order leaves empty", () => {
  for (const [client, name, mobile] of [
    [{}, "From the address", "0511111111"],
    [{ name: "Sara" }, "Sara", "0511111111"],
    [{ name: " ", mobile: "+966522222222" }, "From the address", "+966522222222"],
    [{ name: "Sara", mobile: "+966522222222" }, "Sara", "+966522222222"],
  ] as const) {
    assert.deepEqual(withFallbackClient(order(client), address).client, { name, mobile, country: null });
  }
});

test("name and mobile are asked for unless both are known and valid", () => {
  for (const [client, country, expected] of [
    [{ name: "Sara", mobile: "+966522222222" }, saudiArabia, false],
    [{ name: "Sara", mobile: "55123456" }, kuwait, false],
    [{ name: "Sara", mobile: "55123456" }, saudiArabia, true],
    [{ name: "123", mobile: "0522222222" }, saudiArabia, true],
    [{ name: "Sara" }, saudiArabia, true],
    [{}, saudiArabia, true],
  ] as const) {
    assert.equal(asksPayer(order(client), country), expected, JSON.stringify(client));
  }
});

test("a known payer leaves as a filled form would", () => {
  const known = order({ name: "Sara", mobile: "٠٥٢٢٢٢٢٢٢٢" });
  const payer = knownPayer(known, saudiArabia, { agreementAccepted: false, channel: "frame" });
  assert.deepEqual(
    [payer.clientName, payer.clientMobile, payer.clientCountryCode, payer.channel],
    ["Sara", "+966522222222", "SA", "frame"],
  );
});
