/** What a call proves of the order that its buyer saw (decision 0033), over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, loadModel, startTestApp, type TestApp } from "#test/app-harness.ts";

const payer = {
  clientName: "Noura",
  clientMobile: "0551234567",
  clientCountryCode: "sa",
  shipmentCity: "الرياض",
  shipmentAddress: "طريق الملك فهد",
};

/** The calls whose payload in Spec 7 has neither transaction id nor signature, as it has them. */
const bareCalls: readonly {
  readonly url: string;
  readonly payload: (orderNumber: string, proof: object) => object;
}[] = [
  {
    url: "/rest/pay/tabby/authorize",
    payload: (orderNumber, proof) => ({
      ...payer,
      orderNumber,
      ...proof,
      clientEmail: "noura@example.com",
      tabbyMobile: "0500000001",
      tabbyMobileCountryCode: "966",
      taxAmount: 0,
      defaultLang: "ar",
    }),
  },
  {
    url: "/rest/pay/tamara/authorize",
    payload: (orderNumber, proof) => ({
      orderNumber,
      ...proof,
      clientEmail: "noura@example.com",
      clientMobile: "0551234567",
      clientName: "Noura",
      city: "Riyadh",
      line1: "King Fahd Road",
    }),
  },
  {
    url: "/rest/pay/sadad/authorize",
    payload: (orderNumber, proof) => ({
      waslOrderNumber: orderNumber,
      orderNumber,
      ...proof,
      clientEmail: null,
      mobile: "0551234567",
      clientName: "Noura",
      firstName: "Noura",
      nationalId: "1000000008",
      lastName: "Alotaibi",
    }),
  },
  {
    url: "/rest/pay/a2a/authorize",
    payload: (orderNumber, proof) => ({
      waslOrderNumber: orderNumber,
      orderNumber,
      ...proof,
      clientEmail: "noura@example.com",
      mobile: "0551234567",
      clientName: "Noura",
    }),
  },
  ...["google", "apple"].map((wallet) => ({
    url: `/rest/pay/${wallet}/processPayment`,
    payload: (orderNumber: string, proof: object) => ({
      paymentPacket: { ...payer, orderNumber, ...proof },
      paymentToken: "e30=",
      total: 115,
    }),
  })),
];

const fromBrowser = { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" };

async function codeOf(
  shop: TestApp,
  call: { readonly url: string; readonly payload: object; readonly headers?: Record<string, string> },
): Promise<string> {
  const reply = await shop.app.inject({ method: "POST", ...call });
  return reply.statusCode < 300 ? "taken" : String(reply.json().code);
}

for (const { url, payload } of bareCalls) {
  // A token that is none is refused by the wallet's own rules, behind the guards.
  const passed = url.endsWith("processPayment") ? "payment_token_invalid" : "taken";

  test(`${url}: a browser's call without proof of what its buyer saw is refused`, async () => {
    await using shop = await startTestApp();
    const orderNumber = await issueInvoice(shop);
    for (const headers of [
      fromBrowser,
      { "sec-fetch-site": "same-origin" },
      { cookie: `XSRF-TOKEN=${"t".repeat(32)}`, "x-xsrf-token": "t".repeat(32) },
    ])
      assert.equal(
        await codeOf(shop, { url, payload: payload(orderNumber, {}), headers }),
        "signature_invalid",
      );
    const { transactionId, signature } = await loadModel(shop, orderNumber);
    const proven = payload(orderNumber, { transactionId, signature });
    assert.equal(await codeOf(shop, { url, payload: proven, headers: fromBrowser }), passed);
  });

  test(`${url}: a program may leave it out while the order is as it was issued, and not after`, async () => {
    await using shop = await startTestApp();
    const changed = await issueInvoice(shop);
    await shop.db.pool.query("update orders set version = 2 where order_number = $1", [changed]);
    assert.equal(await codeOf(shop, { url, payload: payload(changed, {}) }), "order_changed");
    const orderNumber = await issueInvoice(shop);
    assert.equal(await codeOf(shop, { url, payload: payload(orderNumber, {}) }), passed);
    const { transactionId } = await loadModel(shop, orderNumber);
    const half = payload(orderNumber, { transactionId });
    assert.equal(
      await codeOf(shop, { url, payload: half }),
      "signature_invalid",
      "half a pair proves nothing",
    );
  });
}
