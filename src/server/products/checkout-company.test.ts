/** A company that orders from a link gets the tax invoice that lets it deduct the VAT. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { payByCard, startTestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, makeProduct, openLink, sendCheckout } from "#test/product-links.ts";

const company = {
  name: " شركة واحة الخليج للتجارة ",
  vatNumber: "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣",
  buildingNumber: "7525",
  street: "شارع العليا",
  district: "الورود",
  city: "الرياض",
  postalCode: "12252",
};

test("the company of a checkout gets the standard tax invoice, whole", async () => {
  await using app = await startTestApp();
  const link = await openLink(app, (await makeLink(app)).linkIdentity);
  const orderNumber = await buy(app, link, { company });
  assert.equal((await payByCard(app, orderNumber)).json().statusCode, 200);
  const invoice = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
  assert.equal(invoice.taxForm, "standard");
  assert.deepEqual(
    [invoice.client.name, invoice.client.legalName, invoice.client.vatNumber],
    ["نورة العتيبي", "شركة واحة الخليج للتجارة", "300000000000003"],
  );
  const row = await app.db.kysely
    .selectFrom("tax_documents")
    .select(["form", "content"])
    .executeTakeFirstOrThrow();
  const { buyer } = (row.content as { facts: { buyer: { name: string; party: { postalAddress: object } } } })
    .facts;
  assert.deepEqual([row.form, buyer.name], ["standard", "شركة واحة الخليج للتجارة"]);
  const { name: _name, vatNumber: _vatNumber, ...address } = company;
  assert.deepEqual(buyer.party.postalAddress, { ...address, additionalNumber: null, country: "SA" });
});

test("a company without a VAT number gets the standard one by its registration, whatever the amount", async () => {
  await using app = await startTestApp();
  const link = await openLink(app, (await makeLink(app)).linkIdentity);
  const { vatNumber: _vatNumber, ...unregistered } = company;
  for (const [number, scheme, value] of [
    ["1010-123456", "CRN", "1010123456"],
    ["٧٠٠١٢٣٤٥٦٧", "700", "7001234567"],
  ] as const) {
    const orderNumber = await buy(app, link, {
      checkoutKey: `of-the-page-${scheme}`,
      company: { ...unregistered, number },
    });
    const invoice = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
    assert.deepEqual(
      [invoice.taxForm, invoice.client.vatNumber, invoice.client.identification],
      ["standard", null, { scheme, value }],
    );
    assert.equal((await payByCard(app, orderNumber)).json().statusCode, 200);
  }
  const rows = await app.db.kysely
    .selectFrom("tax_documents")
    .select(["form", "content"])
    .orderBy("id")
    .execute();
  const schemes = rows.map(({ form, content }) => {
    const { facts } = content as { facts: { buyer: { party: { identification: { scheme: string } } } } };
    return [form, facts.buyer.party.identification.scheme];
  });
  assert.deepEqual(schemes, [
    ["standard", "CRN"],
    ["standard", "700"],
  ]);
});

test("all others get the simplified one, and what was ordered for a company is another order", async () => {
  await using app = await startTestApp();
  const link = await openLink(app, (await makeLink(app)).linkIdentity);
  const checkoutKey = "key-of-the-page";
  const own = await buy(app, link, { checkoutKey });
  const companys = await buy(app, link, { checkoutKey, company });
  assert.notEqual(own, companys);
  assert.equal(await buy(app, link, { checkoutKey, company }), companys);
  const read = async (number: string) => (await asMerchant(app, "GET", `/invoices/${number}`)).json();
  assert.deepEqual([(await read(own)).taxForm, (await read(own)).status], ["simplified", "CANCELLED"]);
});

const wrong: readonly (readonly [changes: object, field: string, code: string])[] = [
  [{ vatNumber: "123" }, "company.vatNumber", "invalid"],
  [{ vatNumber: "310122393500003" }, "company.vatNumber", "own_vat_number"],
  [{ number: "12345" }, "company.number", "invalid"],
  [{ number: "", vatNumber: undefined }, "company.number", "required"],
  [{ number: "310122393500003" }, "company.number", "own_vat_number"],
  [{ name: " " }, "company.name", "required"],
  [{ name: "株式会社ナツメ" }, "company.name", "not_printable"],
  [{ street: "銀座" }, "company.street", "not_printable"],
  [{ name: "4508750015741019 x" }, "company.name", "card_number_misplaced"],
  [{ street: "" }, "company.street", "required"],
  [{ buildingNumber: "75" }, "company.buildingNumber", "invalid"],
  [{ postalCode: "1225" }, "company.postalCode", "invalid"],
];

test("what is wrong of a company is named, and no order is made", async () => {
  await using app = await startTestApp();
  const link = await openLink(app, (await makeLink(app)).linkIdentity);
  for (const [changes, path, code] of wrong) {
    const reply = await sendCheckout(app, link, { company: { ...company, ...changes } });
    assert.equal(reply.statusCode, 422, path);
    assert.deepEqual(
      reply.json().fields.map((field: { path: string; code: string }) => [field.path, field.code]),
      [[path, code]],
    );
  }
  assert.equal((await app.db.kysely.selectFrom("orders").select("id").execute()).length, 0);
});

const unsold: readonly (readonly [what: string, vatExemption: string])[] = [
  ["an export, whose buyer is not asked where it is", "VATEX-SA-32"],
  ["education, whose buyer is not asked for the national id", "VATEX-SA-EDU"],
  ["healthcare, whose buyer is not asked for the national id", "VATEX-SA-HEA"],
];

for (const [what, vatExemption] of unsold)
  test(`a link does not sell ${what}`, async () => {
    await using app = await startTestApp();
    const product = await makeProduct(app, { vatRate: "0", vatExemption });
    const refused = await asMerchant(app, "POST", "/product-links", { productId: product.id });
    assert.deepEqual(refused.json().fields?.[0].code, "needs_named_buyer");
    // The product became one afterwards.
    const made = await makeLink(app);
    await asMerchant(app, "PATCH", `/products/${made.productId}`, { vatRate: "0", vatExemption });
    const reply = await sendCheckout(app, await openLink(app, made.linkIdentity));
    assert.deepEqual([reply.statusCode, reply.json().code], [409, "shop_not_ready"]);
    assert.equal((await app.db.kysely.selectFrom("orders").select("id").execute()).length, 0);
  });
