/** Accounts of every method as merchants store them, for tests of who takes which. They belong to no real merchant. */
import type { MethodId } from "#methods/catalog.ts";
import { selfSigned } from "./self-signed.ts";

/** A certificate with its key, where a provider wants one. */
export const accountCertificate = selfSigned();
const { certPem, keyPem } = accountCertificate;

type Values = Readonly<Record<string, unknown>>;

const gateway = {
  baseUrl: "https://ksa.gateway.mastercard.com",
  merchantId: "SHOP700",
  password: "a-password-of-the-gateway",
  webhookSecret: "a-webhook-secret-of-the-gateway",
};
const apple = { merchantIdentifier: "merchant.com.shop", certificatePem: certPem, keyPem };
const moyasar = { secretKey: "sk_live_canary", webhookSecret: "canary-canary-canary" };
const tabby = {
  secretKey: "sk_canary",
  publicKey: "pk_1",
  merchantCode: "SA",
  webhookSecret: "canary-canary-canary",
};
const tamara = { apiToken: "canary", notificationToken: "canary-canary-canary" };
const stcpay = { clientCode: "61286911616", certificatePem: certPem, privateKeyPem: keyPem };
const arb = {
  tranportalId: "TP01",
  tranportalPassword: "canary",
  resourceKey: "0123456789abcdef0123456789abcdef",
};
const viban = { clientId: "shop", clientSecret: "canary", webhookSecret: "canary-canary-canary" };

/** A real account of each method as a merchant stores it, and changes that make it one for tests. */
export const storedAccounts: Readonly<Record<MethodId, readonly [real: Values, ...tests: Values[]]>> = {
  card: [gateway, { merchantId: "TESTSHOP" }, { baseUrl: "https://test.gateway.mastercard.com" }],
  amex: [gateway, { merchantId: "TESTSHOP" }, { baseUrl: "https://mtf.gateway.mastercard.com" }],
  applepay: [
    { gateway, ...apple },
    { servers: "sandbox" },
    { gateway: { ...gateway, merchantId: "TESTSHOP" } },
  ],
  googlepay: [
    { gateway, environment: "PRODUCTION", merchantId: "BCR2DN4TR" },
    { environment: "TEST" },
    { gateway: { ...gateway, merchantId: "TESTSHOP" } },
  ],
  sadad: [moyasar, { secretKey: "sk_test_canary" }],
  tabby: [tabby, { secretKey: "sk_test_canary" }, { publicKey: "pk_test_1" }],
  tamara: [tamara, { baseUrl: "https://api-sandbox.tamara.co" }],
  stcpay: [
    stcpay,
    { baseUrl: "https://b2btest.stcpay.com.sa" },
    { baseUrl: "https://test.b2b.stcpay.com.sa" },
    { baseUrl: "https://sandbox.b2b.stcpay.com.sa" },
  ],
  urpay: [
    arb,
    { baseUrl: "https://securepayments.alrajhibank.com.sa" },
    { baseUrl: "https://securepayments.neoleap.com.sa" },
  ],
  a2a: [{ baseUrl: "https://viban.bank.sa", ...viban }, { baseUrl: "https://viban-sandbox.bank.sa" }],
};
