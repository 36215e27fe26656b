import assert from "node:assert/strict";
import { test } from "node:test";
import { sadadFromEnvironment, sadadSettings } from "./settings.ts";

const own = { MOYASAR_SECRET_KEY: "sk_live_of-ours", MOYASAR_WEBHOOK_SECRET: "webhook-secret-of-ours" };

test("an installation without an account and without simulators does not offer SADAD", () => {
  assert.equal(sadadFromEnvironment({}, null), null);
});

test("with simulators their account is the default", () => {
  const settings = sadadFromEnvironment({ MOYASAR_SECRET_KEY: "" }, "http://127.0.0.1:3001");
  assert.equal(settings?.baseUrl, "http://127.0.0.1:3001/moyasar/v1");
});

test("an account of our own talks to Moyasar, also where simulators run", () => {
  for (const simulatorUrl of [null, "http://127.0.0.1:3001"]) {
    const settings = sadadFromEnvironment(own, simulatorUrl);
    assert.equal(settings?.baseUrl, "https://api.moyasar.com/v1");
    assert.equal(settings?.secretKey.reveal(), "sk_live_of-ours");
  }
  const moved = sadadFromEnvironment({ ...own, MOYASAR_BASE_URL: "https://proxy.example/v1/" }, null);
  assert.equal(moved?.baseUrl, "https://proxy.example/v1");
});

test("half an account is refused with the name of the variable", () => {
  assert.throws(() => sadadFromEnvironment({ MOYASAR_SECRET_KEY: "x" }, null), /MOYASAR_WEBHOOK_SECRET/);
});

test("a merchant's own account may not point our server anywhere, and needs a secret key", () => {
  const stored = { secretKey: "sk_test_x", webhookSecret: "w".repeat(16) };
  assert.equal(sadadSettings.parse(stored).baseUrl, "https://api.moyasar.com/v1");
  for (const change of [
    { baseUrl: "https://evil.example" },
    { secretKey: "pk_test_x" },
    { webhookSecret: "w" },
  ])
    assert.equal(sadadSettings.safeParse({ ...stored, ...change }).success, false, JSON.stringify(change));
});

test("printed settings show no secret", () => {
  assert.ok(!JSON.stringify(sadadFromEnvironment(own, null)).includes("of-ours"));
});
