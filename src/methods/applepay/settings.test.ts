import assert from "node:assert/strict";
import { test } from "node:test";
import { applePayFromEnvironment, applePaySettings } from "./settings.ts";

const certificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----";
const key = "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----";
const gateway = {
  MPGS_BASE_URL: "https://ksa.gateway.mastercard.com",
  MPGS_MERCHANT_ID: "WASL",
  MPGS_PASSWORD: "password-of-the-gateway",
  MPGS_WEBHOOK_SECRET: "webhook-secret-of-the-gateway",
};
const apple = {
  APPLE_PAY_MERCHANT_ID: "merchant.com.example",
  APPLE_PAY_CERTIFICATE: certificate,
  APPLE_PAY_KEY: key,
};
const simulatorUrl = "http://127.0.0.1:3001";

test("nothing set and no simulators: Apple Pay is not offered", () => {
  assert.equal(applePayFromEnvironment({}, null), null);
  assert.equal(applePayFromEnvironment(gateway, null), null);
});

test("nothing set, with simulators: their Apple and their gateway", () => {
  const settings = applePayFromEnvironment({}, simulatorUrl);
  assert.deepEqual(settings?.apple.servers, { kind: "simulator", url: `${simulatorUrl}/applepay` });
  assert.equal(settings?.apple.certificate, null);
  assert.equal(settings?.gateway.baseUrl, `${simulatorUrl}/mpgs`);
});

test("the identity is read, line breaks of the certificate also as \\n, and prints as ***", () => {
  const flat = { ...apple, APPLE_PAY_KEY: key.replaceAll("\n", "\\n") };
  const settings = applePayFromEnvironment(
    { ...gateway, ...flat, APPLE_PAY_DOMAIN: "pay.example.com" },
    null,
  );
  assert.equal(settings?.apple.merchantIdentifier, "merchant.com.example");
  assert.equal(settings?.apple.certificate?.keyPem.reveal(), key);
  assert.equal(settings?.apple.certificate?.certPem, certificate);
  assert.equal(settings?.apple.domain, "pay.example.com");
  assert.ok(!JSON.stringify(settings).includes("MIIE"));
});

const worlds: readonly [string, string | undefined, string][] = [
  ["stage", undefined, "sandbox"],
  ["pilot", undefined, "production"],
  ["live", undefined, "production"],
  ["stage", "production", "production"],
  ["pilot", "sandbox", "sandbox"],
];

for (const [environment, named, kind] of worlds) {
  test(`${environment} with APPLE_PAY_ENVIRONMENT ${named ?? "not set"} asks Apple's ${kind}`, () => {
    const settings = applePayFromEnvironment(
      { ...gateway, ...apple, WASL_ENV: environment, APPLE_PAY_ENVIRONMENT: named },
      null,
    );
    assert.deepEqual(settings?.apple.servers, { kind });
  });
}

const wrong: readonly [string, Record<string, string>, RegExp][] = [
  [
    "the sandbox where money is",
    { WASL_ENV: "live", APPLE_PAY_ENVIRONMENT: "sandbox" },
    /must be production/,
  ],
  ["an unknown world", { APPLE_PAY_ENVIRONMENT: "test" }, /production or sandbox/],
  ["no merchant id", { APPLE_PAY_MERCHANT_ID: "" }, /APPLE_PAY_MERCHANT_ID must be set/],
  ["another id", { APPLE_PAY_MERCHANT_ID: "com.example" }, /APPLE_PAY_MERCHANT_ID is not usable/],
  [
    "a key in place of the certificate",
    { APPLE_PAY_CERTIFICATE: key },
    /APPLE_PAY_CERTIFICATE is not usable/,
  ],
  ["a certificate in place of the key", { APPLE_PAY_KEY: certificate }, /APPLE_PAY_KEY is not usable/],
  ["a domain with a scheme", { APPLE_PAY_DOMAIN: "https://pay.example" }, /APPLE_PAY_DOMAIN is not usable/],
];

for (const [what, change, sentence] of wrong) {
  test(`${what} stops the start with a sentence that shows no key`, () => {
    const environment = { ...gateway, WASL_ENV: "stage", ...apple, ...change };
    assert.throws(
      () => applePayFromEnvironment(environment, null),
      (error: Error) => sentence.test(error.message) && !error.message.includes("MII"),
    );
  });
}

test("an identity without an account at the gateway stops the start", () => {
  assert.throws(() => applePayFromEnvironment(apple, null), /MPGS_MERCHANT_ID/);
});

const stored = {
  gateway: {
    baseUrl: "https://ksa.gateway.mastercard.com",
    merchantId: "SHOP",
    password: "password-of-the-shop",
    webhookSecret: "webhook-secret-of-the-shop",
  },
  merchantIdentifier: "merchant.com.shop",
  certificatePem: certificate,
  keyPem: key,
};

test("what a merchant stored is read; it names no address", () => {
  const settings = applePaySettings.parse(stored);
  assert.deepEqual(settings.apple.servers, { kind: "production" });
  assert.equal(settings.gateway.merchantId, "SHOP");
  for (const change of [
    { servers: "simulator" },
    { url: "http://127.0.0.1" },
    { gateway: { ...stored.gateway, baseUrl: "https://evil.example" } },
  ]) {
    assert.equal(applePaySettings.safeParse({ ...stored, ...change }).success, false);
  }
});
