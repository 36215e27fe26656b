/** The client against the simulated authority, with requests and documents as a unit makes them. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Secret } from "#core/secret/secret.ts";
import { type EInvoice, type EInvoiceKind, firstPreviousHash, typeCodes } from "#core/zatca/e-invoice.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { readCertificate } from "#server/zatca/certificate.ts";
import { certificateRequest } from "#server/zatca/csr.ts";
import { stampEInvoice } from "#server/zatca/envelope.ts";
import { newUnitKey, readUnitKey } from "#server/zatca/unit-key.ts";
import { startSimulators } from "#sim/server.ts";
import { eBuyers, eSeller, oneLineOf } from "#test/e-invoices.ts";
import { createFatooraClient, type FatooraClient, type SentDocument } from "./client.ts";
import { fatooraSimulator } from "./simulator/simulator.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const otp = new Secret("123345");

async function start(t: TestContext) {
  const simulators = [fatooraSimulator()];
  const server = await startSimulators({ port: 0, host: "127.0.0.1", simulators });
  const { http, close } = createHttpClient({ log });
  t.after(async () => {
    await close();
    await server.close();
  });
  const control = async (path: string, body: object) => {
    const response = await fetch(`${server.url}/_control/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, await response.text());
  };
  const clock = { now: () => Date.parse("2026-11-22T12:00:00Z") };
  return {
    client: createFatooraClient({ http, clock, baseUrl: `${server.url}/fatoora` }),
    fault: async (fault: string) => await control("faults", { simulator: "fatoora", fault }),
    advance: async (advanceMs: number) => await control("clock", { advanceMs }),
  };
}

function newUnit() {
  const key = readUnitKey(newUnitKey());
  const request = certificateRequest(key, {
    environment: "sandbox",
    commonName: "wasl-1",
    organization: eSeller.name,
    branch: "الرياض",
    vatNumber: eSeller.vatNumber,
    serialNumber: "1-Wasl|2-1|3-11111111-2222-4333-8444-555555555555",
    forms: { standard: true, simplified: true },
    address: "RRRD2929",
    businessCategory: "Retail",
  });
  return { key, request };
}

async function certified(asked: Promise<Awaited<ReturnType<FatooraClient["complianceCsid"]>>>) {
  const result = await asked;
  assert.equal(result.kind, "issued", JSON.stringify(result));
  return result.csid;
}

/** Documents of one unit, each after the one before. */
function documentsOf(key: ReturnType<typeof readUnitKey>, certificate: string) {
  const chain = { counter: 0, previousHash: firstPreviousHash };
  const stamp = { key, certificate: readCertificate(certificate) };
  return (change: Partial<EInvoice> = {}): SentDocument => {
    chain.counter += 1;
    const invoice = { ...oneLineOf(crypto.randomUUID()), ...chain, ...change };
    const { hash, xml } = stampEInvoice(invoice, stamp, invoice.issuedAt);
    chain.previousHash = hash;
    return { uuid: invoice.uuid, hash, xml };
  };
}

const standard = { form: "standard", buyer: eBuyers.company } as const;
const correction = { number: "INV-000007", reason: "إرجاع" };

/** A unit with its production certificate, after every step that leads there. */
async function onboarded(client: FatooraClient) {
  const unit = newUnit();
  const compliance = await certified(client.complianceCsid({ request: unit.request, otp }));
  const next = documentsOf(unit.key, compliance.certificate);
  for (const form of [{}, standard])
    for (const kind of Object.keys(typeCodes) as EInvoiceKind[]) {
      const document = next({ ...form, kind, correction: kind === "tax_invoice" ? null : correction });
      assert.deepEqual(await client.checkCompliance(document, compliance), {
        kind: "accepted",
        warnings: [],
      });
    }
  const csid = await certified(client.productionCsid(compliance.requestId, compliance));
  return { ...unit, csid, next: documentsOf(unit.key, csid.certificate) };
}

test("a unit is onboarded: certificate, six proven documents, production certificate of the same key", async (t) => {
  const { client } = await start(t);
  const { key, csid } = await onboarded(client);
  assert.ok(readCertificate(csid.certificate).isOf(key));
});

test("an unsigned request, a missing code and unproven documents are refused with their codes", async (t) => {
  const { client } = await start(t);
  const { request } = newUnit();
  const codesOf = (result: Awaited<ReturnType<FatooraClient["complianceCsid"]>>) =>
    result.kind === "refused" ? result.errors.map(({ code }) => code) : result.kind;
  const forged = newUnit().request.replace(/.(?=.{12}\n-----END)/, (letter) => (letter === "A" ? "B" : "A"));
  assert.deepEqual(codesOf(await client.complianceCsid({ request: forged, otp })), ["Invalid-CSR"]);
  const noOtp = await client.complianceCsid({ request, otp: new Secret("") });
  assert.deepEqual(codesOf(noOtp), ["Missing-OTP"]);
  for (const refused of ["111111", "222222"])
    assert.deepEqual(codesOf(await client.complianceCsid({ request, otp: new Secret(refused) })), [
      "Invalid-OTP",
    ]);
  const csid = await certified(client.complianceCsid({ request, otp }));
  assert.deepEqual(codesOf(await client.productionCsid(csid.requestId, csid)), ["Missing-ComplianceSteps"]);
});

test("a simplified document is reported; the same one again is known, and the next one follows", async (t) => {
  const { client, fault } = await start(t);
  const { csid, next } = await onboarded(client);
  const first = next();
  assert.deepEqual(await client.report(first, csid), { kind: "accepted", warnings: [] });
  assert.deepEqual(await client.report(first, csid), { kind: "already" });
  await fault("warn");
  const warned = await client.report(next(), csid);
  assert.equal(warned.kind, "accepted");
  assert.deepEqual(warned.kind === "accepted" && warned.warnings.map(({ code }) => code), ["BR-KSA-98"]);
});

test("a standard document is cleared with the authority's QR code; again it is the same file", async (t) => {
  const { client } = await start(t);
  const { csid, next } = await onboarded(client);
  const document = next(standard);
  const cleared = await client.clear(document, csid);
  assert.equal(cleared.kind, "accepted");
  assert.ok(cleared.kind === "accepted" && cleared.clearedXml !== document.xml);
  assert.match(cleared.clearedXml, /شركة الواحة/);
  assert.deepEqual(await client.clear(document, csid), { kind: "already", clearedXml: cleared.clearedXml });
});

test("what was taken and not answered is known when it comes again, and counted once", async (t) => {
  const { client, fault } = await start(t);
  const { csid, next } = await onboarded(client);
  for (const silence of ["drop_after_commit", "500_after_commit"]) {
    const document = next();
    await fault(silence);
    assert.equal((await client.report(document, csid)).kind, "unknown", silence);
    assert.deepEqual(await client.report(document, csid), { kind: "already" }, silence);
  }
});

test("what was not taken is taken when it comes again: silence, 429, 500 and 503", async (t) => {
  const { client, fault } = await start(t);
  const { csid, next } = await onboarded(client);
  const expected = {
    drop_before: { kind: "unknown" },
    status_429: { kind: "busy", retryAfterMs: 7_000 },
    status_500: { kind: "unknown", why: "HTTP 500" },
    status_503: { kind: "unknown", why: "HTTP 503" },
  };
  for (const [name, result] of Object.entries(expected)) {
    const document = next();
    await fault(name);
    assert.partialDeepStrictEqual(await client.report(document, csid), result, name);
    assert.deepEqual(await client.report(document, csid), { kind: "accepted", warnings: [] }, name);
  }
});

test("after a day the same document is taken again and the chain does not go back", async (t) => {
  const { client, advance } = await start(t);
  const { csid, next } = await onboarded(client);
  const [first, second] = [next(), next()];
  assert.equal((await client.report(first, csid)).kind, "accepted");
  assert.equal((await client.report(second, csid)).kind, "accepted");
  await advance(25 * 60 * 60_000);
  assert.equal((await client.report(first, csid)).kind, "accepted");
  assert.equal((await client.report(next(), csid)).kind, "accepted");
});

test("a document of a thousand lines is cleared and comes back whole", async (t) => {
  const { client } = await start(t);
  const { csid, next } = await onboarded(client);
  const [line] = oneLineOf().lines;
  assert.ok(line);
  const document = next({ ...standard, lines: Array.from({ length: 1_000 }, () => line) });
  const cleared = await client.clear(document, csid);
  assert.ok(cleared.kind === "accepted", JSON.stringify(cleared));
  assert.equal(cleared.clearedXml.match(/<cac:InvoiceLine>/g)?.length, 1_000);
});

test("where clearance is switched off the same document is reported, and the chain continues", async (t) => {
  const { client, fault } = await start(t);
  const { csid, next } = await onboarded(client);
  const document = next(standard);
  await fault("clearance_off");
  assert.deepEqual(await client.clear(document, csid), { kind: "reported_instead" });
  assert.deepEqual(await client.report(document, csid), { kind: "accepted", warnings: [] });
  assert.equal((await client.clear(next(standard), csid)).kind, "accepted");
});

test("a rejected document stays rejected and keeps its place: the next one follows it", async (t) => {
  const { client, fault } = await start(t);
  const { csid, next } = await onboarded(client);
  const document = next();
  await fault("reject");
  const rejected = await client.report(document, csid);
  assert.equal(rejected.kind, "rejected");
  assert.deepEqual(await client.report(document, csid), rejected);
  assert.deepEqual(await client.report(next(), csid), { kind: "accepted", warnings: [] });
});

test("a changed amount, another hash, another's VAT number, a gap and a fork are rejected by name", async (t) => {
  const { client } = await start(t);
  const { csid, next } = await onboarded(client);
  const codesOf = async (document: SentDocument): Promise<string[]> => {
    const result = await client.report(document, csid);
    return result.kind === "rejected" ? result.errors.map(({ code }) => code) : [result.kind];
  };
  const first = next();
  const cheaper = { ...first, xml: first.xml.replaceAll("شركة النخيل", "شركة النخلة") };
  const codes = await codesOf(cheaper);
  assert.ok(codes.includes("invalid-invoice-hash") && codes.includes("signatureValue"), codes.join());
  assert.deepEqual(await codesOf({ ...first, hash: firstPreviousHash }), ["invalid-invoice-hash"]);
  const foreign = documentsOf(newUnit().key, csid.certificate)();
  assert.deepEqual(await codesOf(foreign), ["signatureValue"]);
  assert.deepEqual(await codesOf(next({ counter: 1, previousHash: firstPreviousHash, ...otherSeller })), [
    "certificate-permissions",
  ]);
  assert.deepEqual(await codesOf(next()), ["ICV", "PIH"]);
  assert.deepEqual(await codesOf(first), ["accepted"]);
});

const otherSeller = { seller: { ...eSeller, vatNumber: "311111111111113" } };

test("a revoked certificate is unauthorised; a renewed one continues with the unit's chain", async (t) => {
  const { client, fault } = await start(t);
  const { csid, next, request } = await onboarded(client);
  assert.equal((await client.report(next(), csid)).kind, "accepted");
  const stampedBefore = next();
  const renewed = await certified(client.renewCsid({ request, otp }, csid));
  await fault("revoke");
  assert.deepEqual(await client.report(stampedBefore, csid), { kind: "unauthorised" });
  assert.deepEqual(await client.report(stampedBefore, renewed), { kind: "accepted", warnings: [] });
  assert.deepEqual(await client.report(next(), { ...renewed, secret: new Secret("wrong") }), {
    kind: "unauthorised",
  });
});

test("a renewal that is to be proven again comes with the certificate to prove it with", async (t) => {
  const { client, fault } = await start(t);
  const { csid, key, request } = await onboarded(client);
  await fault("compliance_again");
  const again = await client.renewCsid({ request, otp }, csid);
  assert.equal(again.kind, "compliance_needed", JSON.stringify(again));
  assert.ok(readCertificate(again.csid.certificate).isOf(key));
  const document = documentsOf(key, again.csid.certificate)();
  assert.equal((await client.checkCompliance(document, again.csid)).kind, "accepted");
});

test("an authority that cannot be reached has been sent nothing", async (t) => {
  const { http, close } = createHttpClient({ log });
  t.after(close);
  const client = createFatooraClient({ http, clock: { now: () => 0 }, baseUrl: "http://127.0.0.1:1" });
  const document = { uuid: "", hash: "", xml: "" };
  const csid = { token: "", secret: new Secret("") };
  assert.equal((await client.report(document, csid)).kind, "not_sent");
});
