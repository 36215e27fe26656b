/** Whom the payment page lets in beside us: scripts and frames of the order's own methods, and no others. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";

let renderer: PageRenderer;
before(async () => {
  renderer = await startPageRenderer();
});
after(async () => await renderer.close());

const methodSettings = {
  tabby: { frameUrl: "https://tabby.example/promos", publicKey: "pk_test_x" },
  googlepay: {
    scriptUrl: "https://google.example/pay.js",
    scriptTalksTo: "https://google.example https://google.example/pay",
  },
};
const withTabby = { ...orderPage(), isTabbyAllowed: true, isGooglePayAllowed: false };

test("the frame of an allowed method's page is let in on the payment page, and its script is not", async () => {
  const reply = await renderer.page("/pay/info/7K3M9X2PQR4T5V6W", { order: withTabby, methodSettings });
  assert.deepEqual(
    [reply.sources.frameOrigins, reply.sources.gatewayScripts],
    [["https://tabby.example"], []],
  );
});

test("Google's button stands in a frame of ours, which only an order with Google Pay has", async () => {
  const order = { ...withTabby, isTabbyAllowed: false, isGooglePayAllowed: true };
  const reply = await renderer.page("/pay/info/7K3M9X2PQR4T5V6W", { order, methodSettings });
  assert.deepEqual(reply.sources.frameOrigins, ["'self'"]);
  const address = "/pay/googlepay/7K3M9X2PQR4T5V6W?lang=en";
  const google = { environment: "TEST", gatewayMerchantId: "TESTWASL", ...methodSettings.googlepay };
  const frame = await renderer.page(address, { order, methodSettings: { googlepay: google } });
  assert.deepEqual([frame.status, frame.sources.gatewayScripts], [200, ["https://google.example/pay.js"]]);
  const targets = ["https://google.example", "https://google.example/pay"];
  assert.deepEqual([reply.sources.talksTo, frame.sources.talksTo], [targets, targets]);
  const html = await renderer.html(address, { order, methodSettings: { googlepay: google } });
  for (const ofTheBuyer of [order.client?.name ?? "?", order.merchant.shopName, String(order.total)])
    assert.ok(!html.includes(ofTheBuyer), ofTheBuyer);
  assert.equal((await renderer.page(address, { order: withTabby, methodSettings })).status, 404);
});

test("what the panel of a method may know of its account comes with the page", async () => {
  const html = await renderer.html("/pay/info/7K3M9X2PQR4T5V6W", { order: withTabby, methodSettings });
  assert.ok(html.includes("pk_test_x"));
});

for (const [what, address, order] of [
  ["an order without the method", "/pay/info/7K3M9X2PQR4T5V6W", { ...withTabby, isTabbyAllowed: false }],
  ["the simple page", "/pay/simple/7K3M9X2PQR4T5V6W", { ...withTabby, isGooglePayAllowed: true }],
  ["the payment frame", "/pay/frame/7K3M9X2PQR4T5V6W", { ...withTabby, isGooglePayAllowed: true }],
  ["the invoice", "/pay/7K3M9X2PQR4T5V6W", withTabby],
] as const) {
  test(`${what} lets no such frame in`, async () => {
    const reply = await renderer.page(address, { order, methodSettings });
    assert.deepEqual(reply.sources, { gatewayScripts: [], frameOrigins: [], talksTo: [] });
  });
}
