/** Where money is real no account for tests is taken, neither from the environment nor from what a merchant stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createHttpClient } from "#server/http/http-client.ts";
import { createLog } from "#server/log/log.ts";
import { systemClock } from "#server/ports.ts";
import { accountCertificate, storedAccounts } from "#test/method-accounts.ts";
import { catalog, type MethodId } from "./catalog.ts";
import { isTestAddress } from "./environment.ts";
import { isProviderAddress } from "./provider-api/provider-address.ts";
import { methodEntry, TestAccountError } from "./registry.ts";

const ports = { http: createHttpClient({ log: createLog(() => {}) }).http, clock: systemClock };

type Variables = Readonly<Record<string, string>>;

const mpgs = {
  MPGS_BASE_URL: "https://ksa.gateway.mastercard.com",
  MPGS_MERCHANT_ID: "SHOP700",
  MPGS_PASSWORD: "canary",
  MPGS_WEBHOOK_SECRET: "canary",
};
const amex = {
  ...mpgs,
  MPGS_AMEX_MERCHANT_ID: "SHOP701",
  MPGS_AMEX_PASSWORD: "canary",
  MPGS_AMEX_WEBHOOK_SECRET: "canary",
};
const direct = {
  URPAY_DIRECT_BASE_URL: "https://urpay.bank.sa",
  URPAY_DIRECT_CLIENT_ID: "shop",
  URPAY_DIRECT_CLIENT_SECRET: "canary",
  URPAY_DIRECT_MERCHANT_ID: "M1",
  URPAY_DIRECT_TERMINAL_ID: "T1",
};

/** The same for the environment. */
const variables: Readonly<Record<MethodId, readonly [real: Variables, ...tests: Variables[]]>> = {
  card: [mpgs, { MPGS_MERCHANT_ID: "TESTSHOP" }, { MPGS_BASE_URL: "https://mtf.gateway.mastercard.com" }],
  amex: [
    amex,
    { MPGS_AMEX_MERCHANT_ID: "TESTSHOP" },
    { MPGS_BASE_URL: "https://test-gateway.mastercard.com" },
  ],
  applepay: [
    {
      ...mpgs,
      APPLE_PAY_MERCHANT_ID: "merchant.com.shop",
      APPLE_PAY_CERTIFICATE: accountCertificate.certPem,
      APPLE_PAY_KEY: accountCertificate.keyPem,
    },
    { APPLE_PAY_ENVIRONMENT: "sandbox" },
    { MPGS_MERCHANT_ID: "TESTSHOP" },
  ],
  googlepay: [
    { ...mpgs, GOOGLE_PAY_ENVIRONMENT: "PRODUCTION", GOOGLE_PAY_MERCHANT_ID: "BCR2DN4TR" },
    { GOOGLE_PAY_ENVIRONMENT: "TEST" },
    { MPGS_BASE_URL: "https://mtf.gateway.mastercard.com" },
  ],
  sadad: [
    { MOYASAR_SECRET_KEY: "sk_live_canary", MOYASAR_WEBHOOK_SECRET: "canary" },
    { MOYASAR_SECRET_KEY: "sk_test_canary" },
    { MOYASAR_BASE_URL: "http://api.moyasar.com/v1" },
  ],
  tabby: [
    {
      TABBY_SECRET_KEY: "sk_canary",
      TABBY_PUBLIC_KEY: "pk_1",
      TABBY_MERCHANT_CODE: "SA",
      TABBY_WEBHOOK_SECRET: "canary",
    },
    { TABBY_SECRET_KEY: "sk_test_canary" },
    { TABBY_BASE_URL: "http://127.0.0.1:3001/tabby" },
  ],
  tamara: [
    { TAMARA_API_TOKEN: "canary", TAMARA_NOTIFICATION_TOKEN: "canary" },
    { TAMARA_BASE_URL: "https://api-sandbox.tamara.co" },
  ],
  stcpay: [
    {
      STCPAY_CLIENT_CODE: "61286911616",
      STCPAY_CERTIFICATE_PEM: accountCertificate.certPem,
      STCPAY_PRIVATE_KEY_PEM: accountCertificate.keyPem,
    },
    { STCPAY_BASE_URL: "https://b2btest.stcpay.com.sa" },
  ],
  urpay: [direct, { URPAY_DIRECT_BASE_URL: "https://urpay.uat.bank.sa" }],
  a2a: [
    {
      VIBAN_BASE_URL: "https://viban.bank.sa",
      VIBAN_CLIENT_ID: "shop",
      VIBAN_CLIENT_SECRET: "canary",
      VIBAN_WEBHOOK_SECRET: "canary",
    },
    { VIBAN_BASE_URL: "http://viban.bank.sa" },
    { VIBAN_BASE_URL: "https://sandbox.bank.sa" },
  ],
};

function assertRefused(open: () => unknown, what: string): void {
  assert.throws(
    open,
    (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /live environment/);
      assert.doesNotMatch(error.message, /canary/);
      return true;
    },
    what,
  );
}

for (const { id } of catalog) {
  test(`live takes a real account of ${id} and none for tests, from a merchant and from the environment`, () => {
    const entry = methodEntry(id);
    const [real, ...tests] = storedAccounts[id];
    entry.ofMerchant(real, ports, "real");
    for (const change of tests) {
      const account = { ...real, ...change };
      assert.throws(() => entry.ofMerchant(account, ports, "real"), TestAccountError, JSON.stringify(change));
      assertRefused(() => entry.ofMerchant(account, ports, "real"), JSON.stringify(change));
      entry.ofMerchant(account, ports, "any");
    }
    const [given, ...wrong] = variables[id];
    assert.ok(entry.ofInstallation({ ...given, WASL_ENV: "live" }, null, ports));
    for (const change of wrong) {
      const environment = { ...given, ...change };
      assertRefused(
        () => entry.ofInstallation({ ...environment, WASL_ENV: "live" }, null, ports),
        JSON.stringify(change),
      );
      entry.ofInstallation({ ...environment, WASL_ENV: "pilot" }, null, ports);
    }
  });
}

for (const { id } of catalog) {
  test(`a real account of ${id} says where its pages are, if it has any: no buyer is sent anywhere else`, () => {
    const entry = methodEntry(id);
    const [stored] = storedAccounts[id];
    const [given] = variables[id];
    const own = entry.ofMerchant(stored, ports, "real");
    const installed = entry.ofInstallation({ ...given, WASL_ENV: "live" }, null, ports);
    for (const account of [own, installed]) {
      const { pageOrigins } = account?.provider ?? {};
      assert.notDeepEqual(pageOrigins, [], "pageOrigins is empty");
      for (const page of pageOrigins ?? []) assert.ok(isProviderAddress(page, [page]), page);
    }
  });
}

test("a host is for tests by whole words of its name alone", () => {
  for (const host of [
    "api-sandbox.tamara.co",
    "b2btest.stcpay.com.sa",
    "test.b2b.stcpay.com.sa",
    "pay.uat.bank.sa",
  ])
    assert.ok(isTestAddress(`https://${host}/v1`), host);
  for (const host of [
    "latest.bank.sa",
    "contest.sa",
    "muatasim.sa",
    "sandboxes.sa",
    "ksa.gateway.mastercard.com",
  ])
    assert.ok(!isTestAddress(`https://${host}/v1`), host);
  for (const address of ["http://api.tamara.co", "https://127.0.0.1", "https://localhost:3001"])
    assert.ok(isTestAddress(address), address);
});

test("live takes no account of the simulators, whatever the settings say", () => {
  for (const { id } of catalog)
    assertRefused(
      () => methodEntry(id).ofInstallation({ WASL_ENV: "live" }, "http://127.0.0.1:3001", ports),
      id,
    );
});
