/** The form of the tax invoice follows the law and what was asked for, and is what the paper has (decision 0048). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { startMerchantApi } from "#test/merchant-api.ts";
import { asMerchant } from "#test/product-links.ts";

const path = "/api/v1/invoices";
const postalAddress = {
  street: "شارع العليا",
  buildingNumber: "7525",
  district: "الورود",
  postalCode: "12252",
  city: "الرياض",
};
const abroad = { street: "Marina Walk 12", city: "Dubai", country: "AE" };
const charity = {
  legalName: "جمعية البر الخيرية",
  identification: { scheme: "700", value: "7001234567" },
  postalAddress,
};
const line = (unitPrice: string, vat: object = { vatRate: "15" }) => ({
  lines: [{ title: "كراسي", quantity: 1, unitPrice, ...vat }],
});
const exported = { vatRate: "0", vatExemption: "VATEX-SA-32" };

type Case = readonly [name: string, body: object, expected: "standard" | "simplified" | "standard_required"];

const cases: readonly Case[] = [
  ["a person", line("5000.00"), "simplified"],
  [
    "a person who asks",
    {
      ...line("50.00"),
      taxForm: "standard",
      client: { ...charity, identification: { scheme: "NAT", value: "1012345672" } },
    },
    "standard",
  ],
  ["a charity without a VAT number", { ...line("50.00"), client: charity }, "standard"],
  [
    "a charity below a thousand riyals that asks",
    { ...line("869.56"), taxForm: "simplified", client: charity },
    "simplified",
  ],
  [
    "a charity from a thousand riyals on",
    { ...line("869.57"), taxForm: "simplified", client: charity },
    "standard_required",
  ],
  [
    "a business without an address below a thousand",
    { ...line("50.00"), taxForm: "simplified", client: { name: "x", isBusiness: true } },
    "simplified",
  ],
  [
    "a person abroad",
    { ...line("15000.00", exported), client: { name: "Gulf Trading", postalAddress: abroad } },
    "standard",
  ],
  [
    "a business abroad",
    {
      ...line("50.00"),
      client: { legalName: "Gulf Trading LLC", vatNumber: "100 1234 5670 0003", postalAddress: abroad },
    },
    "standard",
  ],
  [
    "dollars worth a thousand riyals",
    {
      ...line("240.00"),
      currency: "USD",
      foreignEquivalent: { currency: "SAR", amount: "1035.00" },
      taxForm: "simplified",
      client: charity,
    },
    "standard_required",
  ],
  [
    "dollars worth less",
    {
      ...line("200.00"),
      currency: "USD",
      foreignEquivalent: { currency: "SAR", amount: "862.50" },
      taxForm: "simplified",
      client: charity,
    },
    "simplified",
  ],
  [
    "a citizen's education, with the national id",
    {
      ...line("5000.00", { vatRate: "0", vatExemption: "VATEX-SA-EDU" }),
      client: { name: "نورة", identification: { scheme: "NAT", value: "1012345672" } },
    },
    "simplified",
  ],
];

test("the form depends on the buyer, the reason and the amount, and by what the law leaves open", async () => {
  await using api = await startMerchantApi();
  for (const [name, body, expected] of cases) {
    const reply = await api.call("POST", path, { body });
    const said = reply.json();
    assert.equal(said.taxForm ?? said.code, expected, `${name}: ${reply.body}`);
    if (reply.statusCode !== 201) continue;
    const read = await api.call("GET", `${path}/${said.orderNumber}`);
    assert.deepEqual([read.json().client, read.json().taxForm], [said.client, expected], name);
  }
  const foreign = await api.call("POST", path, { body: cases[7]?.[1] });
  assert.equal(foreign.json().client.vatNumber, "100123456700003");
});

test("a merchant without a VAT number issues no tax invoice, and chooses no form", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant({ vatNumber: null, seller: null });
  const body = { ...line("5000.00"), taxForm: "simplified", client: { name: "x", isBusiness: true } };
  const reply = await api.call("POST", path, { merchant, body });
  assert.deepEqual([reply.statusCode, reply.json().taxForm], [201, null]);
});

async function documentOf(shop: TestApp, orderNumber: string) {
  const row = await shop.db.kysely
    .selectFrom("tax_documents as d")
    .innerJoin("orders as o", "o.id", "d.order_id")
    .select(["d.form", "d.content", "d.qr"])
    .where("o.order_number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  return { form: row.form, qr: Buffer.from(row.qr, "base64"), ...(row.content as { facts: Facts }) };
}

type Facts = {
  readonly seller: { readonly name: string; readonly party: object };
  readonly buyer: { readonly name: string; readonly party: object };
};

test("what was chosen and said at issue is frozen in the tax invoice, and the QR code has the legal name", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop, { client: { ...charity, name: "خالد" } });
  assert.equal((await payByCard(shop, orderNumber)).json().statusCode, 200);
  await asMerchant(shop, "PATCH", "/merchant", { legalName: "شركة أخرى", identification: null });
  const { form, facts, qr } = await documentOf(shop, orderNumber);
  assert.equal(form, "standard");
  assert.equal(facts.seller.name, "شركة النخيل للتجارة");
  assert.equal(qr.subarray(2, 2 + (qr[1] ?? 0)).toString(), "شركة النخيل للتجارة");
  assert.deepEqual(facts.seller.party, {
    shopName: "متجر النخيل",
    legalNameEn: "Nakheel Trading Company",
    identification: { scheme: "CRN", value: "1010123456" },
    nationalAddress: {
      street: "طريق التخصصي",
      buildingNumber: "7525",
      additionalNumber: "3456",
      district: "العليا",
      postalCode: "12252",
      city: "الرياض",
      country: "SA",
    },
    nationalAddressEn: { street: "Takhassusi Road", district: "Al Olaya", city: "Riyadh" },
  });
  assert.equal(facts.buyer.name, "جمعية البر الخيرية");
  assert.deepEqual(facts.buyer.party, {
    identification: charity.identification,
    postalAddress: { ...postalAddress, additionalNumber: null, country: "SA" },
  });
});
