import assert from "node:assert/strict";
import { test } from "node:test";
import { urpayFromEnvironment, urpaySettings } from "./settings.ts";

const simulatorUrl = "http://127.0.0.1:3001";

const arb = {
  URPAY_ARB_TRANPORTAL_ID: "TP01",
  URPAY_ARB_TRANPORTAL_PASSWORD: "password",
  URPAY_ARB_RESOURCE_KEY: "0123456789abcdef0123456789abcdef",
};
const direct = {
  URPAY_DIRECT_BASE_URL: "https://urpay.example",
  URPAY_DIRECT_CLIENT_ID: "wasl",
  URPAY_DIRECT_CLIENT_SECRET: "secret",
  URPAY_DIRECT_MERCHANT_ID: "M1",
  URPAY_DIRECT_TERMINAL_ID: "T1",
};

test("the driver is the one that is named, or the one that has an account, or with simulators the direct one", () => {
  for (const [environment, url, expected] of [
    [{}, null, null],
    [{}, simulatorUrl, "direct http://127.0.0.1:3001"],
    [{ URPAY_DRIVER: "arb" }, simulatorUrl, "arb http://127.0.0.1:3001/arb"],
    [arb, null, "arb https://digitalpayments.alrajhibank.com.sa"],
    [arb, simulatorUrl, "arb https://digitalpayments.alrajhibank.com.sa"],
    [direct, null, "direct https://urpay.example"],
    [{ ...arb, ...direct, URPAY_DRIVER: "direct" }, null, "direct https://urpay.example"],
  ] as const) {
    const settings = urpayFromEnvironment(environment, url);
    assert.equal(settings && `${settings.driver} ${settings.baseUrl}`, expected, JSON.stringify(environment));
  }
});

test("an account at the gateway sends buyers to the gateway's own pages only", () => {
  const settings = urpayFromEnvironment(arb, null);
  assert.ok(settings?.driver === "arb");
  assert.deepEqual(settings.pageOrigins, ["https://digitalpayments.alrajhibank.com.sa"]);
  assert.equal(settings.supportKey.reveal(), settings.requestKey.reveal());
  assert.equal(settings.webhookKey, null);
});

test("an account may have a second key, zeros as vector, messages that are not percent-encoded and another address", () => {
  const second = "f".repeat(32);
  const settings = urpayFromEnvironment(
    {
      ...arb,
      URPAY_ARB_RESOURCE_KEY_2: second,
      URPAY_ARB_IV: "zero",
      URPAY_ARB_URL_ENCODE: "false",
      URPAY_ARB_PURCHASE_PATH: "/pg/payment/tranportal.htm",
    },
    null,
  );
  assert.ok(settings?.driver === "arb");
  assert.equal(settings.supportKey.reveal(), second);
  assert.deepEqual(settings.trandata, { iv: Buffer.alloc(16), isUrlEncoded: false });
  assert.equal(settings.purchasePath, "/pg/payment/tranportal.htm");
});

test("wrong variables stop the start with a sentence that names them", () => {
  for (const [environment, expected] of [
    [{ URPAY_DRIVER: "both" }, /URPAY_DRIVER must be arb or direct/],
    [{ ...arb, ...direct }, /URPAY_DRIVER must say/],
    [{ URPAY_DRIVER: "arb" }, /URPAY_ARB_TRANPORTAL_ID/],
    [{ ...arb, URPAY_ARB_RESOURCE_KEY: "short" }, /URPAY_ARB_RESOURCE_KEY must have 32/],
    [{ ...arb, URPAY_ARB_TRANPORTAL_PASSWORD: "" }, /URPAY_ARB_TRANPORTAL_PASSWORD must be set/],
    [{ ...arb, URPAY_ARB_IV: "random" }, /URPAY_ARB_IV must be standard or zero/],
    [{ ...arb, WASL_ENV: "live", URPAY_ARB_BASE_URL: "http://bank.example" }, /must begin with https/],
    [{ ...direct, URPAY_DIRECT_BASE_URL: "" }, /URPAY_DIRECT_BASE_URL must be set/],
  ] as const) {
    assert.throws(() => urpayFromEnvironment(environment, null), expected, JSON.stringify(environment));
  }
});

test("a merchant's stored account is one at the gateway, at one of its published addresses", () => {
  const stored = {
    tranportalId: "TP01",
    tranportalPassword: "password",
    resourceKey: "0123456789abcdef0123456789abcdef",
  };
  const settings = urpaySettings.parse(stored);
  assert.ok(settings.driver === "arb" && settings.pageOrigins.length === 4);
  assert.ok(!JSON.stringify(settings).includes("0123456789abcdef"));
  for (const wrong of [
    { ...stored, baseUrl: "https://internal.example" },
    { ...stored, purchasePath: "/other" },
    { ...stored, resourceKey: "short" },
    { ...stored, driver: "direct" },
    { tranportalId: "TP01" },
  ]) {
    assert.equal(urpaySettings.safeParse(wrong).success, false, JSON.stringify(Object.keys(wrong)));
  }
});
