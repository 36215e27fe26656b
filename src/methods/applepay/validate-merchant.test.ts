import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { HttpRequest } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import { openSimulated } from "#test/simulated-provider.ts";
import { applePayServer } from "./server.ts";
import { applePaySimulator } from "./simulator/simulator.ts";
import { createMerchantValidation } from "./validate-merchant.ts";

const validationUrl = "https://apple-pay-gateway.apple.com/paymentservices/startSession";
const request = { validationUrl, domain: "pay.example", displayName: "متجر النخيل" };

async function open(t: TestContext) {
  const wallet = await openSimulated({
    simulator: applePaySimulator(),
    create: (url, ports) => {
      const settings = applePayServer.fromEnvironment({}, url);
      assert.ok(settings);
      return applePayServer.createProvider(settings, ports);
    },
  });
  t.after(wallet.close);
  const { validateMerchant } = wallet.provider;
  assert.ok(validateMerchant);
  return { ...wallet, validateMerchant };
}

test("the session is Apple's answer, member for member, for our domain and the shop's name", async (t) => {
  const { validateMerchant } = await open(t);
  const validated = await validateMerchant(request);
  assert.ok(validated.kind === "validated");
  const { session } = validated;
  assert.equal(session["domainName"], "pay.example");
  assert.equal(session["displayName"], "متجر النخيل");
  assert.match(String(session["merchantSessionIdentifier"]), /^SSH/);
  assert.equal(Number(session["expiresAt"]) - Number(session["epochTimestamp"]), 300_000);
  assert.deepEqual(Object.keys(session).toSorted(), [
    "displayName",
    "domainName",
    "epochTimestamp",
    "expiresAt",
    "merchantIdentifier",
    "merchantSessionIdentifier",
    "nonce",
    "operationalAnalyticsIdentifier",
    "pspId",
    "retries",
    "signature",
  ]);
});

test("an address that is not Apple's is refused, and no request is sent", async (t) => {
  const { validateMerchant, control } = await open(t);
  const refused = await validateMerchant({ ...request, validationUrl: "https://evil.example/" });
  assert.deepEqual(refused, { kind: "refused", code: "validation_url_not_allowed" });
  assert.deepEqual(((await control("journal")) as { entries: unknown[] }).entries, []);
});

const faults: readonly [string, string, string][] = [
  ["a merchant that Apple does not know", "not_registered", "gateway_refused"],
  ["a redirect, which is not followed", "redirect", "gateway_refused"],
  ["an answer of more than 64 KiB", "oversized", "gateway_unavailable"],
  ["an answer that is no JSON", "not_json", "gateway_refused"],
  ["a connection that breaks before", "drop_before", "gateway_unavailable"],
  ["a connection that breaks after", "drop_after_commit", "gateway_unavailable"],
  ["a broken Apple", "status_500", "gateway_unavailable"],
  ["a busy Apple", "status_503", "gateway_unavailable"],
];

for (const [what, fault, code] of faults) {
  test(`${what} is reported as ${code}`, async (t) => {
    const { validateMerchant, arm } = await open(t);
    await arm("applepay", fault, "PAYMENT_SESSION");
    assert.deepEqual(await validateMerchant(request), { kind: "refused", code });
    assert.equal((await validateMerchant(request)).kind, "validated", "the next one is good");
  });
}

test("the request to Apple is made of constants, settings and the certificate, within five seconds and 64 KiB", async () => {
  const sent: HttpRequest[] = [];
  const lines: string[] = [];
  const write = (event: string, fields?: unknown) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  const validate = createMerchantValidation(
    {
      merchantIdentifier: "merchant.com.example",
      servers: { kind: "production" },
      certificate: { certPem: "certificate", keyPem: new Secret("a private key") },
      domain: "shop.example",
    },
    {
      http: async (each) => {
        sent.push(each);
        return { kind: "answer", status: 403, headers: {}, body: "" };
      },
      log: { info: write, warn: write, error: write },
    },
  );
  const hostile = { ...request, validationUrl: `${validationUrl}/../../x?y=1`, displayName: "ن".repeat(80) };
  assert.deepEqual(await validate(hostile), { kind: "refused", code: "gateway_refused" });
  const [first] = sent;
  assert.ok(first);
  const { body, headers: _headers, ...rest } = first;
  assert.deepEqual(rest, {
    method: "POST",
    url: "https://apple-pay-gateway.apple.com/paymentservices/paymentSession",
    timeoutMs: timing.appleMerchantSessionTimeoutMs,
    maxBytes: 65_536,
    clientCertificate: { certPem: "certificate", keyPem: "a private key" },
  });
  assert.equal(rest.timeoutMs, 5_000);
  assert.deepEqual(JSON.parse(body ?? ""), {
    merchantIdentifier: "merchant.com.example",
    displayName: "ن".repeat(64),
    initiative: "web",
    initiativeContext: "shop.example",
  });
  assert.deepEqual(lines, ['applepay.not_validated {"why":"HTTP 403"}']);
});
