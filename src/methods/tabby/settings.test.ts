import assert from "node:assert/strict";
import { test } from "node:test";
import { tabbyServer } from "./server.ts";
import { tabbyFromEnvironment, tabbySettings } from "./settings.ts";

const own = {
  TABBY_SECRET_KEY: "sk_of-ours",
  TABBY_PUBLIC_KEY: "pk_public",
  TABBY_MERCHANT_CODE: "SHOP-SA",
  TABBY_WEBHOOK_SECRET: "webhook-secret-of-ours",
};

test("an installation without an account and without simulators does not offer Tabby", () => {
  assert.equal(tabbyFromEnvironment({}, null), null);
});

test("with simulators their account is the default, and buyers may go to their pages", () => {
  const settings = tabbyFromEnvironment({ TABBY_SECRET_KEY: " " }, "http://127.0.0.1:3001");
  assert.equal(settings?.baseUrl, "http://127.0.0.1:3001/tabby");
  assert.deepEqual(settings?.checkoutOrigins, ["http://127.0.0.1:3001"]);
  assert.equal(settings?.infoUrl, "http://127.0.0.1:3001/tabby/promos/product-page/installments");
});

test("an account of our own talks to Tabby in the Kingdom, also where simulators run", () => {
  for (const simulatorUrl of [null, "http://127.0.0.1:3001"]) {
    const settings = tabbyFromEnvironment(own, simulatorUrl);
    assert.equal(settings?.baseUrl, "https://api.tabby.sa");
    assert.equal(settings?.merchantCode, "SHOP-SA");
    assert.deepEqual(settings?.checkoutOrigins, ["https://checkout.tabby.sa", "https://checkout.tabby.ai"]);
    assert.match(settings?.infoUrl ?? "", /^https:\/\/checkout\.tabby\.ai\//);
  }
});

test("half an account is refused with the name of the variable", () => {
  const { TABBY_MERCHANT_CODE: _, ...half } = own;
  assert.throws(() => tabbyFromEnvironment(half, null), /TABBY_MERCHANT_CODE/);
});

test("a merchant's own account may not point our server anywhere else", () => {
  const stored = { secretKey: "s", publicKey: "p", merchantCode: "m", webhookSecret: "w".repeat(16) };
  assert.equal(tabbySettings.parse(stored).baseUrl, "https://api.tabby.sa");
  assert.equal(
    tabbySettings.parse({ ...stored, baseUrl: "https://api.tabby.ai" }).baseUrl,
    "https://api.tabby.ai",
  );
  for (const change of [{ baseUrl: "http://127.0.0.1:3001/tabby" }, { infoUrl: "https://x.example" }])
    assert.equal(tabbySettings.safeParse({ ...stored, ...change }).success, false);
});

test("printed settings and what the panel may know show no secret", () => {
  const settings = tabbyFromEnvironment(own, null);
  assert.ok(settings);
  const shown = tabbyServer.publicSettings?.(settings);
  assert.deepEqual(Object.keys(shown ?? {}).sort(), ["frameUrl", "merchantCode", "publicKey"]);
  assert.ok(!JSON.stringify([settings, shown]).includes("of-ours"));
});
