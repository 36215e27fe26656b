import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, payByCard, startTestApp } from "#test/app-harness.ts";
import { loadPrintedTaxInvoice } from "./printed-tax-invoice.ts";

const company = {
  name: "شركة الأفق",
  vatNumber: "310987654300003",
  postalAddress: {
    street: "طريق الملك فهد",
    buildingNumber: "7525",
    district: "العليا",
    postalCode: "12252",
    city: "الرياض",
  },
};

test("a paper names the standard tax invoice and does not state it", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { client: company });
  await payByCard(app, orderNumber);
  const { number, ...named } = (await loadPrintedTaxInvoice(app, orderNumber)) ?? {};
  assert.match(String(number), /^INV-\d{6}$/);
  assert.deepEqual(named, { form: "standard", title: { ar: "فاتورة ضريبية", en: "Tax invoice" } });
});

test("a paper states the simplified tax invoice as it was issued, whatever happened to the parties since", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, {
    client: { ...company, name: "نورة", vatNumber: undefined },
    lines: [
      { title: "تمر", quantity: 1, unitPrice: "100.00", vatRate: "15" },
      { title: "دواء", quantity: 1, unitPrice: "50.00", vatRate: "0", vatExemption: "VATEX-SA-35" },
    ],
  });
  assert.equal(await loadPrintedTaxInvoice(app, orderNumber), null, "none before it is paid");
  await payByCard(app, orderNumber);
  const issued = await loadPrintedTaxInvoice(app, orderNumber);
  await app.db.kysely.updateTable("clients").set({ name: "Another", address: null }).execute();
  await app.db.kysely
    .updateTable("merchants")
    .set({ shop_name: "Another", legal_name: "أخرى", vat_number: "399999999900003" })
    .execute();
  const now = await loadPrintedTaxInvoice(app, orderNumber);
  assert.deepEqual(now, issued);
  assert.ok(now?.form === "simplified");
  assert.deepEqual(now.title, { ar: "فاتورة ضريبية مبسطة", en: "Simplified tax invoice" });
  assert.match(now.number, /^INV-\d{6}$/);
  assert.match(now.issuedAt, /^\d{4}-\d\d-\d\dT.*Z$/);
  assert.deepEqual(now.inRiyals, [], "its own figures are riyals");
  assert.match(now.seller.vatNumber ?? "", /^3\d{13}3$/);
  assert.notEqual(now.seller.vatNumber, "399999999900003");
  assert.match(now.seller.address ?? "", /\p{Script=Arabic}.*\d{5}/u);
  assert.equal(now.buyer?.name, "نورة");
  assert.match(now.buyer?.address ?? "", /7525 طريق الملك فهد.*الرياض.12252/);
  assert.deepEqual(
    now.vatLines.map(({ rate, vat, exemption }) => [rate, vat, exemption?.code ?? null]),
    [
      [0.15, 15, null],
      [0, 0, "VATEX-SA-35"],
    ],
  );
});

test("a paper of a sale in dollars states VAT and total in riyals, as the tax invoice does", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, {
    currency: "USD",
    foreignEquivalent: { currency: "SAR", amount: "431.25" },
    lines: [{ title: "تمر", quantity: 1, unitPrice: "100.00", vatRate: "15" }],
  });
  await payByCard(app, orderNumber);
  const paper = await loadPrintedTaxInvoice(app, orderNumber);
  assert.ok(paper?.form === "simplified");
  assert.deepEqual(
    paper.inRiyals.map(({ label, amount }) => [label.en, amount]),
    [
      ["VAT in riyals", 56.25],
      ["Total in riyals", 431.25],
    ],
  );
});
