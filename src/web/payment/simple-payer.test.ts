import assert from "node:assert/strict";
import { test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { toPaymentOrder } from "./payment-order.ts";
import { roundPlace, toSimplePayer } from "./simple-payer.ts";

const order = toPaymentOrder(orderPage(), "a proof");
const form = { agreementAccepted: true, channel: "simple" } as const;

test("the simple page sends placeholders, no proof of an e-mail address, and the accepted terms", () => {
  assert.deepEqual(toSimplePayer(order, null, form), {
    orderNumber: "7K3M9X2PQR4T5V6W",
    transactionId: "t",
    signature: "s",
    emailSignature: null,
    clientName: "fastpay",
    clientEmail: null,
    clientMobile: "fastpay",
    clientCountryCode: "fastpay",
    shipmentCity: "fastpay",
    shipmentAddress: null,
    agreementAccepted: true,
    channel: "simple",
  });
});

test("the place goes as JSON in the address, rounded to two decimals", () => {
  const place = roundPlace({ latitude: 24.713552, longitude: -46.675297 });
  assert.equal(toSimplePayer(order, place, form).shipmentAddress, '{"latitude":24.71,"longitude":-46.68}');
});
