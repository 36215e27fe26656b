import assert from "node:assert/strict";
import { test } from "node:test";
import { googlePayServer } from "./server.ts";
import { googlePayFromEnvironment, googlePaySettings } from "./settings.ts";

const gateway = {
  MPGS_BASE_URL: "https://ksa.gateway.mastercard.com",
  MPGS_MERCHANT_ID: "WASL",
  MPGS_PASSWORD: "password-of-the-gateway",
  MPGS_WEBHOOK_SECRET: "webhook-secret-of-the-gateway",
};
const google = { GOOGLE_PAY_ENVIRONMENT: "PRODUCTION", GOOGLE_PAY_MERCHANT_ID: "BCR2DN4T12345678" };
const script = "https://pay.google.com/gp/p/js/pay.js";

test("nothing set and no simulators: Google Pay is not offered", () => {
  assert.equal(googlePayFromEnvironment({}, null), null);
  assert.equal(googlePayFromEnvironment(gateway, null), null);
});

test("nothing set, with simulators: the simulator's script and TEST", () => {
  const settings = googlePayFromEnvironment({}, "http://127.0.0.1:3001");
  assert.equal(settings?.scriptUrl, "http://127.0.0.1:3001/googlepay/gp/p/js/pay.js");
  assert.equal(settings?.environment, "TEST");
});

test("pages receive the environment, the script, what it talks to and for whom to encrypt, and nothing secret", () => {
  const settings = googlePayFromEnvironment({ ...gateway, ...google }, null);
  assert.ok(settings);
  assert.deepEqual(googlePayServer.publicSettings?.(settings), {
    environment: "PRODUCTION",
    scriptUrl: script,
    scriptTalksTo: "https://pay.google.com https://google.com/pay https://www.google.com/pay",
    gatewayMerchantId: "WASL",
    merchantId: "BCR2DN4T12345678",
  });
});

test("TEST needs no registration, and its script is Google's", () => {
  const settings = googlePayFromEnvironment({ ...gateway, GOOGLE_PAY_ENVIRONMENT: "TEST" }, null);
  assert.equal(settings?.scriptUrl, script);
  assert.equal(settings?.merchantId, null);
});

const wrong: readonly [string, Record<string, string>, RegExp][] = [
  ["TEST where money is", { WASL_ENV: "live", GOOGLE_PAY_ENVIRONMENT: "TEST" }, /must be PRODUCTION/],
  ["an unknown environment", { GOOGLE_PAY_ENVIRONMENT: "LIVE" }, /TEST or PRODUCTION/],
  ["no registration", { GOOGLE_PAY_MERCHANT_ID: "" }, /GOOGLE_PAY_MERCHANT_ID/],
];

for (const [what, change, sentence] of wrong) {
  test(`${what} stops the start with a sentence`, () => {
    assert.throws(() => googlePayFromEnvironment({ ...gateway, ...google, ...change }, null), sentence);
  });
}

test("Google Pay without an account at the gateway stops the start", () => {
  assert.throws(() => googlePayFromEnvironment(google, null), /MPGS_MERCHANT_ID/);
});

const stored = {
  gateway: {
    baseUrl: "https://ksa.gateway.mastercard.com",
    merchantId: "SHOP",
    password: "password-of-the-shop",
    webhookSecret: "webhook-secret-of-the-shop",
  },
  merchantId: "BCR2DN4T12345678",
};

test("what a merchant stored is read; it names no script", () => {
  assert.equal(googlePaySettings.parse(stored).scriptUrl, script);
  assert.equal(googlePaySettings.safeParse({ ...stored, merchantId: null }).success, false);
  assert.equal(
    googlePaySettings.safeParse({ ...stored, merchantId: null, environment: "TEST" }).success,
    true,
  );
  assert.equal(googlePaySettings.safeParse({ ...stored, scriptUrl: "https://evil.example" }).success, false);
});
