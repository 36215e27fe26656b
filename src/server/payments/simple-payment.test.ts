/** Paying from the simple page: placeholders instead of the buyer (Spec 7, decision K11). */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gatewayBody,
  issueInvoice,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { readPlace } from "./buyer-place.ts";

const placeholders = {
  clientName: "fastpay",
  clientMobile: "fastpay",
  clientCountryCode: "fastpay",
  shipmentCity: "fastpay",
  shipmentAddress: null,
};

async function pay(app: TestApp, orderNumber: string, overrides: object): ReturnType<typeof post> {
  const session = await prepareSession(app, orderNumber);
  const body = gatewayBody(await loadModel(app, orderNumber), session);
  return await post(app, "/rest/pay/openGateway", { ...body, ...placeholders, ...overrides });
}

test("placeholders pay from the simple page and are not kept; a place is, to two decimals", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { agreement: { title: "شروط", text: "نص" } });
  const shipmentAddress = JSON.stringify({ latitude: 24.713552, longitude: 46.675297 });
  const reply = await pay(app, orderNumber, { channel: "simple", shipmentAddress, agreementAccepted: true });
  assert.equal(reply.statusCode, 200, reply.body);
  const attempt = await app.db.kysely
    .selectFrom("payment_attempts")
    .select([
      "client_name",
      "client_mobile",
      "client_country_code",
      "shipment_city",
      "shipment_address",
      "channel",
    ])
    .executeTakeFirstOrThrow();
  assert.deepEqual(
    { ...attempt, client_name: attempt.client_name || null, client_mobile: attempt.client_mobile || null },
    {
      client_name: null,
      client_mobile: null,
      client_country_code: null,
      shipment_city: null,
      shipment_address: '{"latitude":24.71,"longitude":46.68}',
      channel: "simple",
    },
  );
});

test("placeholders pay from no other page", async () => {
  await using app = await startTestApp();
  for (const channel of ["info", "frame", "applePay"]) {
    const reply = await pay(app, await issueInvoice(app), { channel });
    assert.equal(reply.json().code, "client_required", channel);
    const named = { clientName: "Ali", clientMobile: "0551234567", channel };
    const country = await pay(app, await issueInvoice(app), named);
    assert.equal(country.json().code, "client_required", channel);
  }
});

for (const address of [
  "",
  "طريق الملك فهد",
  "[]",
  "null",
  '{"latitude":91,"longitude":0}',
  '{"latitude":"1","longitude":0}',
  '{"latitude":1,"longitude":2,"name":"x"}',
]) {
  test(`${JSON.stringify(address)} is no place`, () => assert.equal(readPlace(address), null));
}
