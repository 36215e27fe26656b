/** Stamping units as their merchant sees and leads them, with the simulated authority over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { TaxUnits } from "#contract/tax-units.ts";
import { holdUnit } from "#server/zatca/hold-unit.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertOrder } from "#test/document-fixtures.ts";
import { asMerchant } from "#test/product-links.ts";
import { authorityFault, onboardAtSimulator, sendAll, settle } from "#test/simulated-authority.ts";

const unitsOf = async (app: TestApp): Promise<TaxUnits> =>
  (await asMerchant(app, "GET", "/tax-units")).json();

async function sell(app: TestApp): Promise<void> {
  await settle(app, await insertOrder(app.db.kysely, app.merchantId));
}

test("a shop with a VAT number is led from phase 1 to phase 2 by a code of the authority's portal", async () => {
  await using app = await startTestApp();
  assert.deepEqual(await unitsOf(app), {
    phase: 1,
    waitingTaxInvoices: 0,
    environments: ["sandbox", "simulation", "production"],
    items: [],
  });
  const refused = await asMerchant(app, "POST", "/tax-units/onboard", { otp: "111111" });
  assert.equal(refused.statusCode, 422, refused.body);
  assert.deepEqual(refused.json().fields[0].code, "otp_refused");
  const [begun] = (await unitsOf(app)).items;
  assert.deepEqual([begun?.state, begun?.step, begun?.nextStep], ["new", "asked", "finish_onboarding"]);
  const done = await asMerchant(app, "POST", "/tax-units/onboard", { otp: "١٢٣٣٤٥" });
  assert.equal(done.statusCode, 200, done.body);
  const { phase, items } = done.json() as TaxUnits;
  assert.equal(phase, 2);
  assert.deepEqual([items[0]?.state, items[0]?.step, items[0]?.nextStep], ["active", null, null]);
  assert.equal(items[0]?.serial, begun?.serial, "the unit that was begun");
  const again = await asMerchant(app, "POST", "/tax-units/onboard", { otp: "123345" });
  assert.deepEqual([again.statusCode, again.json().code], [409, "tax_onboarding_refused"]);
  assert.equal(again.json().fields[0].code, "unit_exists");
  assert.doesNotMatch(again.body, /zatca-/, "the operator's commands are none of the merchant's");
  const renewed = await asMerchant(app, "POST", "/tax-units/renew", { otp: "123345" });
  assert.equal(renewed.statusCode, 200, renewed.body);
});

test("a code without six digits, and a system that is not this installation's, are refused at their field", async () => {
  await using app = await startTestApp();
  for (const [body, path] of [
    [{ otp: "12345" }, "otp"],
    [{ otp: "123345", environment: "moon" }, "environment"],
  ] as const) {
    const reply = await asMerchant(app, "POST", "/tax-units/onboard", body);
    assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, path]);
  }
  const renewal = await asMerchant(app, "POST", "/tax-units/renew", { otp: "123345" });
  assert.deepEqual([renewal.statusCode, renewal.json().fields[0].code], [409, "no_unit"]);
  assert.deepEqual((await unitsOf(app)).items, []);
});

test("what the authority rejects is counted and listed until it is replaced, and what waits is sent by one call", async () => {
  await using app = await startTestApp();
  const none = await asMerchant(app, "POST", "/tax-units/retry");
  assert.deepEqual([none.statusCode, none.json().code], [409, "tax_unit_missing"]);
  await onboardAtSimulator(app);
  await sell(app);
  await sell(app);
  await authorityFault(app, "reject");
  await sendAll(app);
  const [unit] = (await unitsOf(app)).items;
  assert.deepEqual(unit?.submissions, { open: 0, accepted: 1, rejected: 1 });
  assert.equal(unit?.stamped, 2);
  const open = async () => (await asMerchant(app, "GET", "/tax-documents?submission=open")).json().items;
  const [rejected, ...others] = await open();
  assert.deepEqual([rejected.submission.state, others.length], ["rejected", 0]);
  const corrected = await asMerchant(app, "POST", `/tax-documents/${rejected.number}/correct`);
  assert.equal(corrected.statusCode, 201, corrected.body);
  assert.deepEqual(
    (await open()).map(({ number }: { number: string }) => number),
    [corrected.json().number],
    "the corrected one waits in its place",
  );
  const retried = await asMerchant(app, "POST", "/tax-units/retry");
  assert.equal(retried.statusCode, 200, retried.body);
  await sendAll(app);
  assert.deepEqual(await open(), []);
});

test("a unit whose certificate is refused is renewed, not tried again; one that is held waits for the operator", async () => {
  await using app = await startTestApp();
  await onboardAtSimulator(app);
  await sell(app);
  await authorityFault(app, "revoke");
  await sendAll(app);
  const [stopped] = (await unitsOf(app)).items;
  assert.deepEqual(
    [stopped?.state, stopped?.stopReason, stopped?.nextStep],
    ["stopped", "certificate_refused", "renew"],
  );
  const retried = await asMerchant(app, "POST", "/tax-units/retry");
  assert.deepEqual([retried.statusCode, retried.json().code], [409, "tax_certificate_refused"]);
  await app.db.kysely.transaction().execute((trx) => holdUnit(trx, app.merchantId));
  const { phase, items } = await unitsOf(app);
  assert.deepEqual([phase, items[0]?.state, items[0]?.nextStep], [2, "held", "ask_operator"]);
  const held = await asMerchant(app, "POST", "/tax-units/retry");
  assert.deepEqual([held.statusCode, held.json().code], [409, "tax_unit_held"]);
  const another = await asMerchant(app, "POST", "/tax-units/onboard", {
    otp: "123345",
    environment: "production",
  });
  assert.deepEqual([another.statusCode, another.json().fields[0].code], [409, "held"]);
  assert.equal((await unitsOf(app)).items.length, 1, "none takes its place without the operator");
});

test("units whose way is cut off by a silent authority continue by the same call", async () => {
  await using app = await startTestApp();
  await authorityFault(app, "status_429");
  const cut = await asMerchant(app, "POST", "/tax-units/onboard", { otp: "123345" });
  assert.deepEqual([cut.statusCode, cut.json().fields[0].code], [409, "busy"]);
  const done = await asMerchant(app, "POST", "/tax-units/onboard", { otp: "123345" });
  assert.equal((done.json() as TaxUnits).phase, 2, done.body);
});
