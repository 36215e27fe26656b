/** In phase 2, what the tax authority would reject after the payment is refused before it (decision 0068). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isProblem } from "#core/problem.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { insertOrder } from "#test/document-fixtures.ts";
import { startPhase2 } from "#test/e-invoice-authority.ts";
import { makeLink, openLink, sendCheckout } from "#test/product-links.ts";
import { refuseRejectedInvoice } from "./refuse-at-issue.ts";
import { moveUnit } from "./unit-store.ts";

const enterPhase2 = (app: TestApp) => startPhase2(app.db.kysely, app.services.sealing, app.merchantId);

const ordersOf = async (app: TestApp) =>
  (await app.db.kysely.selectFrom("orders").select("id").execute()).length;

let keys = 0;
const issue = async (app: TestApp, changes: Readonly<Record<string, unknown>> = {}) => {
  keys += 1;
  return await app.app.inject({
    method: "POST",
    url: "/api/v1/invoices",
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": `refused-at-issue-${keys}` },
    payload: { lines: [{ title: "تمر", quantity: 1, unitPrice: "50.00" }], ...changes },
  });
};

test("a link of a product whose reason for no VAT was never given takes no order while a unit stamps, active or stopped", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app);
  await app.db.kysely
    .updateTable("products")
    .set({ specific_vat_bps: 0, vat_exemption: null })
    .where("id", "=", productId)
    .execute();
  const link = await openLink(app, linkIdentity);
  assert.equal((await sendCheckout(app, link)).statusCode, 200, "before phase 2 nothing changes");
  const unit = await enterPhase2(app);
  const refuse = async () => {
    const refused = await sendCheckout(app, link);
    assert.deepEqual([refused.statusCode, refused.json().code], [409, "shop_not_ready"], refused.body);
    assert.equal(refused.json().fields, undefined, "what is wrong is the shop's business");
    assert.equal(await ordersOf(app), 1, "nothing of it is kept");
  };
  await refuse();
  assert.ok(app.logLines.some((line) => line.includes("BR-KSA-83 lines.0.exemption")));
  await app.db.kysely.transaction().execute((trx) => moveUnit(trx, unit, "stopped"));
  await refuse();
  await app.db.kysely.transaction().execute((trx) => moveUnit(trx, unit, "retired"));
  assert.equal((await sendCheckout(app, link)).statusCode, 200, "a retired unit stamps nothing");
});

test("a refusal names every finding by the authority's rule and by what it is about", async () => {
  await using app = await startTestApp();
  const db = app.db.kysely;
  const noReason = { title: "تمر", qty: 1, unitPrice: 5_000, vatBps: 0 };
  const { id } = await insertOrder(db, app.merchantId, { lines: [noReason, noReason] });
  const judged = db.transaction().execute((trx) => refuseRejectedInvoice(trx, id));
  await assert.rejects(judged, (problem) => {
    assert.ok(isProblem(problem));
    assert.deepEqual(
      [problem.code, ...(problem.fields ?? []).map(({ path, code }) => [path, code])],
      ["tax_document_refused", ["lines.0.exemption", "BR-KSA-83"], ["lines.1.exemption", "BR-KSA-83"]],
    );
    return true;
  });
});

const postalAddress = {
  street: "شارع العليا",
  buildingNumber: "7525",
  district: "الورود",
  postalCode: "12252",
  city: "الرياض",
};
const right: readonly (readonly [name: string, changes: Readonly<Record<string, unknown>>])[] = [
  ["no buyer named", {}],
  ["a company", { client: { legalName: "شركة", vatNumber: "300000000000003", postalAddress } }],
  [
    "a citizen's education",
    {
      lines: [{ title: "دورة", quantity: 3, unitPrice: "33.33", vatRate: "0", vatExemption: "VATEX-SA-EDU" }],
      client: { name: "نورة", identification: { scheme: "NAT", value: "1012345672" } },
    },
  ],
  [
    "prices with VAT and a discount that divides into no hundredths",
    {
      pricesIncludeVat: true,
      discount: { type: "PERCENTAGE", value: "7" },
      lines: [
        { title: "تمر", quantity: 3, unitPrice: "9.99" },
        { title: "إيجار", quantity: "2.375", unitPrice: "10.01", vatRate: "0", vatExemption: "VATEX-SA-30" },
      ],
    },
  ],
  [
    "dollars with their worth in riyals",
    { currency: "USD", foreignEquivalent: { currency: "SAR", amount: "215.63" } },
  ],
];

test("right invoices of every kind are issued in phase 2, paid and stamped", async () => {
  await using app = await startTestApp();
  await enterPhase2(app);
  for (const [name, changes] of right) {
    const reply = await issue(app, changes);
    assert.equal(reply.statusCode, 201, `${name}: ${reply.body}`);
  }
  assert.equal((await payByCard(app, await issueInvoice(app))).json().statusCode, 200);
  const stamped = await app.db.kysely.selectFrom("tax_envelopes").select("icv").execute();
  assert.deepEqual(stamped, [{ icv: 1 }]);
});
