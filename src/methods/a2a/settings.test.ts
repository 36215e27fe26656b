import assert from "node:assert/strict";
import { test } from "node:test";
import { a2aFromEnvironment } from "./settings.ts";

const own = {
  VIBAN_BASE_URL: "https://viban.bank.example/",
  VIBAN_CLIENT_ID: "client",
  VIBAN_CLIENT_SECRET: "client-secret-of-ours",
  VIBAN_WEBHOOK_SECRET: "webhook-secret-of-ours",
};

test("an installation without a bank and without simulators does not offer transfers", () => {
  assert.equal(a2aFromEnvironment({}, null), null);
});

test("with simulators their account is the default", () => {
  const settings = a2aFromEnvironment({ VIBAN_CLIENT_ID: "" }, "http://127.0.0.1:3001");
  assert.equal(settings?.baseUrl, "http://127.0.0.1:3001/viban");
});

test("an account of our own talks to its own bank, also where simulators run", () => {
  for (const simulatorUrl of [null, "http://127.0.0.1:3001"]) {
    const settings = a2aFromEnvironment(own, simulatorUrl);
    assert.equal(settings?.baseUrl, "https://viban.bank.example");
    assert.equal(settings?.clientSecret.reveal(), "client-secret-of-ours");
  }
});

test("half an account is refused with the name of the variable, and so is an address that is none", () => {
  assert.throws(() => a2aFromEnvironment({ VIBAN_CLIENT_ID: "x" }, "http://127.0.0.1:1"), /VIBAN_BASE_URL/);
  assert.throws(() => a2aFromEnvironment({ ...own, VIBAN_BASE_URL: "bank" }, null), /VIBAN_BASE_URL/);
});

test("printed settings show no secret", () => {
  assert.ok(!JSON.stringify(a2aFromEnvironment(own, null)).includes("of-ours"));
});
