import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSimulatorServer } from "./server.ts";

test("the shop shows the frame of its order and nothing else, with what stood in its address", async () => {
  await using app = await buildSimulatorServer({ simulators: [], webUrl: "http://localhost:3000" });
  const reply = await app.inject('/shop/7K3M9X2PQR4T5V6W?lang=en&mc=0f6b5c&n="><script>');
  assert.match(reply.body, /<html lang="en" dir="ltr">/);
  assert.match(
    reply.body,
    /src="http:\/\/localhost:3000\/pay\/frame\/7K3M9X2PQR4T5V6W\?lang=en&amp;mc=0f6b5c&amp;n=[^"<>]*" title="[^"]+" allow="payment"/,
  );
  const policy = String(reply.headers["content-security-policy"]);
  assert.match(policy, /^default-src 'none';.* frame-src http:\/\/localhost:3000;/);
  assert.match((await app.inject("/shop/7K3M9X2PQR4T5V6W")).body, /<html lang="ar" dir="rtl">/);
});

test("without the address of the payment pages there is no shop", async () => {
  await using app = await buildSimulatorServer({ simulators: [] });
  assert.equal((await app.inject("/shop/7K3M9X2PQR4T5V6W")).statusCode, 404);
});
