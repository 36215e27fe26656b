import assert from "node:assert/strict";
import { test } from "node:test";
import { selfSigned } from "#test/self-signed.ts";
import { stcPayFromEnvironment, stcPaySettings } from "./settings.ts";

const { certPem, keyPem } = selfSigned();

const environment = {
  STCPAY_CLIENT_CODE: "61286911616",
  STCPAY_CERTIFICATE_PEM: certPem,
  STCPAY_PRIVATE_KEY_PEM: keyPem,
};

test("an installation without an account offers STC Pay only where there are simulators", () => {
  assert.equal(stcPayFromEnvironment({}, null), null);
  const simulated = stcPayFromEnvironment({ STCPAY_CLIENT_CODE: "" }, "http://127.0.0.1:3001");
  assert.equal(simulated?.baseUrl, "http://127.0.0.1:3001/stcpay");
  assert.equal(simulated?.certificate, null);
});

test("an account of one's own goes to STC Pay with its certificate, also where there are simulators", () => {
  for (const simulatorUrl of [null, "http://127.0.0.1:3001"]) {
    const settings = stcPayFromEnvironment(environment, simulatorUrl);
    assert.equal(settings?.baseUrl, "https://b2b.stcpay.com.sa");
    assert.equal(settings?.certificate?.keyPem.reveal(), keyPem.trim());
  }
});

test("line breaks of a certificate may be written as they must be in one line", () => {
  const oneLine = (pem: string) => pem.replaceAll("\n", "\\n");
  const settings = stcPayFromEnvironment(
    {
      ...environment,
      STCPAY_CERTIFICATE_PEM: oneLine(certPem),
      STCPAY_PRIVATE_KEY_PEM: oneLine(keyPem),
    },
    null,
  );
  assert.equal(settings?.certificate?.certPem.trim(), certPem.trim());
});

test("wrong variables stop the start with a sentence that names them, and never show the key", () => {
  for (const [changes, expected] of [
    [{ STCPAY_PRIVATE_KEY_PEM: "" }, /STCPAY_PRIVATE_KEY_PEM must be set/],
    [{ STCPAY_PRIVATE_KEY_PEM: selfSigned().keyPem }, /STCPAY_PRIVATE_KEY_PEM must be/],
    [{ STCPAY_CERTIFICATE_PEM: "no certificate" }, /STCPAY_CERTIFICATE_PEM/],
    [{ STCPAY_BASE_URL: "http://b2b.example" }, /STCPAY_BASE_URL must begin with https/],
  ] as const) {
    assert.throws(() => stcPayFromEnvironment({ ...environment, ...changes }, null), expected);
  }
  const settings = stcPayFromEnvironment(environment, null);
  assert.ok(!JSON.stringify(settings).includes("PRIVATE KEY"));
});

test("a merchant's stored account may name STC Pay's addresses only, and must bring a fitting certificate", () => {
  const stored = { clientCode: "61286911616", certificatePem: certPem, privateKeyPem: keyPem };
  assert.equal(stcPaySettings.parse(stored).baseUrl, "https://b2b.stcpay.com.sa");
  for (const wrong of [
    { ...stored, baseUrl: "https://internal.example" },
    { ...stored, refundPath: "//evil.example/x" },
    { ...stored, refundPath: "/x?y" },
    { ...stored, privateKeyPem: selfSigned().keyPem },
    { ...stored, clientCode: "1\r\nx-evil: 1" },
    { ...stored, certificatePem: undefined },
  ]) {
    assert.equal(stcPaySettings.safeParse(wrong).success, false, JSON.stringify(Object.keys(wrong)));
  }
});
