/** Tax invoices are permanent: a seller who cannot be named whole issues nothing (decision 0047). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { issueWaitingInvoices } from "#server/tax-documents/waiting-invoices.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { asMerchant, makeLink, openLink, sendCheckout } from "#test/product-links.ts";
import { completeSeller } from "#test/sellers.ts";

const facts = ["legalName", "identification", "nationalAddress"];

test("a seller with a VAT number issues nothing before it can be named, and reads in its language what is missing", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant({ seller: null });
  const body = { lines: [oneLine] };
  const key = { merchant, body, idempotencyKey: "first-invoice" };
  const refused = await api.call("POST", "/api/v1/invoices", key);
  assert.deepEqual([refused.statusCode, refused.json().code], [422, "seller_incomplete"]);
  assert.deepEqual(
    refused.json().fields.map(({ path, code }: { path: string; code: string }) => [path, code]),
    facts.map((path) => [path, "required"]),
  );
  const arabic = (
    await api.call("POST", "/api/v1/invoices", { ...key, headers: { "accept-language": "ar" } })
  ).json();
  assert.match(arabic.detail, /بيانات المنشأة/);
  for (const { message } of arabic.fields) assert.match(message, /\p{Script=Arabic}/u);
  assert.doesNotMatch(refused.json().fields[0].message, /\p{Script=Arabic}/u);

  const product = await api.call("POST", "/api/v1/products", {
    merchant,
    body: { title: "تمر", price: "85.00" },
  });
  const link = { merchant, body: { productId: product.json().id } };
  assert.equal((await api.call("POST", "/api/v1/product-links", link)).json().code, "seller_incomplete");
  assert.equal((await api.db.kysely.selectFrom("orders").select("id").execute()).length, 0);

  const complete = (await api.call("GET", "/api/v1/merchant")).json();
  const { legalName, identification, nationalAddress } = complete;
  await api.call("PATCH", "/api/v1/merchant", { merchant, body: { legalName, identification } });
  assert.deepEqual(
    (await api.call("POST", "/api/v1/invoices", key)).json().fields.map(({ path }: { path: string }) => path),
    ["nationalAddress"],
  );
  await api.call("PATCH", "/api/v1/merchant", { merchant, body: { nationalAddress } });
  assert.equal((await api.call("POST", "/api/v1/invoices", key)).statusCode, 201, "the key stayed free");
  assert.equal((await api.call("POST", "/api/v1/product-links", link)).statusCode, 201);
});

test("a seller without a VAT number issues no tax invoices, and is asked for nothing", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant({ seller: null, vatNumber: null });
  assert.equal(
    (await api.call("POST", "/api/v1/invoices", { merchant, body: { lines: [oneLine] } })).statusCode,
    201,
  );
});

/** As a merchant of an earlier release stands there. */
async function forgetSeller(shop: TestApp): Promise<void> {
  await shop.db.kysely
    .updateTable("merchants")
    .set({ legal_name: null, legal_id_scheme: null, legal_id_value: null })
    .where("id", "=", shop.merchantId)
    .execute();
}

test("a link of before takes no order of an incomplete seller; its buyer reads whom to ask, and the log what is missing", async () => {
  await using shop = await startTestApp();
  const link = await openLink(shop, (await makeLink(shop)).linkIdentity);
  await forgetSeller(shop);
  const refused = await sendCheckout(shop, link);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "shop_not_ready"]);
  assert.match(refused.json().error, /تواصل مع المتجر/);
  assert.equal(refused.json().fields, undefined);
  assert.ok(shop.logLines.some((line) => line.includes("missing: legalName, identification")));
  assert.equal((await shop.db.kysely.selectFrom("orders").select("id").execute()).length, 0);
});

test("an order of before is paid whatever is missing; its tax invoice waits for the seller, refunds included", async () => {
  await using shop = await startTestApp();
  const read = async (path: string) => (await asMerchant(shop, "GET", path)).json();
  const [first, second] = [await issueInvoice(shop), await issueInvoice(shop)];
  await forgetSeller(shop);
  for (const orderNumber of [first, second])
    assert.equal((await payByCard(shop, orderNumber)).json().statusCode, 200);
  const refund = await asMerchant(shop, "POST", `/invoices/${first}/refunds`, { amount: "57.50" });
  assert.equal(refund.statusCode, 201, refund.body);
  const paid = await read(`/invoices/${first}`);
  assert.deepEqual([paid.status, paid.taxInvoice, paid.creditNotes], ["PAID", null, []]);
  assert.ok(paid.receiptUrl, "the buyer has a receipt");
  assert.equal((await read("/merchant")).waitingTaxInvoices, 2);
  assert.equal(await issueWaitingInvoices(shop.services), 0, "nothing is issued that would lack its seller");

  const seller = {
    legalName: "شركة النخيل للتجارة",
    identification: { scheme: "CRN", value: "1010123456" },
  };
  assert.equal((await asMerchant(shop, "PATCH", "/merchant", seller)).statusCode, 200);
  const both = await Promise.all([issueWaitingInvoices(shop.services), issueWaitingInvoices(shop.services)]);
  assert.equal(both[0] + both[1], 2, "two processes issue each once");
  const [one, other] = [await read(`/invoices/${first}`), await read(`/invoices/${second}`)];
  assert.deepEqual([one.taxInvoice.number, other.taxInvoice.number], ["INV-000001", "INV-000002"]);
  assert.equal(one.creditNotes.length, 1);
  assert.equal((await read("/merchant")).waitingTaxInvoices, 0);
  const documents = await shop.db.kysely.selectFrom("tax_documents").select("content").execute();
  for (const { content } of documents) assert.match(JSON.stringify(content), /"name":"شركة النخيل للتجارة"/);
});

test("a VAT number is not taken away while tax invoices wait; where it is gone, they wait until it is back", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop);
  await forgetSeller(shop);
  assert.equal((await payByCard(shop, orderNumber)).json().statusCode, 200);
  const change = async (body: Readonly<Record<string, unknown>>) =>
    await asMerchant(shop, "PATCH", "/merchant", body);
  const refused = await change({ vatNumber: null });
  assert.deepEqual(
    [refused.statusCode, refused.json().fields?.[0].path, refused.json().fields?.[0].code],
    [422, "vatNumber", "tax_invoices_waiting"],
  );

  const hold = (vat_number: string | null) =>
    shop.db.kysely.updateTable("merchants").set({ vat_number }).where("id", "=", shop.merchantId).execute();
  const { vatNumber } = (await asMerchant(shop, "GET", "/merchant")).json();
  await hold(null);
  const seller = {
    legalName: "شركة النخيل للتجارة",
    identification: { scheme: "CRN", value: "1010123456" },
  };
  assert.equal((await change(seller)).statusCode, 200);
  assert.equal(await issueWaitingInvoices(shop.services), 0, "nothing is issued without the number");
  assert.equal((await asMerchant(shop, "GET", "/merchant")).json().waitingTaxInvoices, 1);
  await hold(vatNumber);
  assert.equal(await issueWaitingInvoices(shop.services), 1);
  assert.equal((await change({ vatNumber: null })).statusCode, 200, "nothing waits any more");
});

test("tax invoices that fail, however many and however old, hold up none of the same merchant's", async () => {
  await using shop = await startTestApp();
  const { db } = shop;
  for (let count = 0; count < 11; count += 1) await issueInvoice(shop);
  // Nothing can be issued of what is not paid.
  await db.pool.query(
    "insert into waiting_tax_invoices (merchant_id, order_id, since) select merchant_id, id, '2026-01-01' from orders",
  );
  const waiting = await issueInvoice(shop);
  const named = (legal_name: string | null) =>
    db.kysely.updateTable("merchants").set({ legal_name }).where("id", "=", shop.merchantId).execute();
  await named(null);
  assert.equal((await payByCard(shop, waiting)).statusCode, 200);
  await named("شركة النخيل للتجارة");
  assert.equal(await issueWaitingInvoices(shop.services), 1);
  const { taxInvoice } = (await asMerchant(shop, "GET", `/invoices/${waiting}`)).json();
  assert.equal(taxInvoice.number, "INV-000001");
});

test("tax invoices that fail at one merchant, however many, hold up none of another's", async () => {
  await using shop = await startTestApp();
  const { db } = shop;
  for (let count = 0; count < 10; count += 1) await issueInvoice(shop);
  // Nothing can be issued of what is not paid.
  await db.pool.query(
    "insert into waiting_tax_invoices (merchant_id, order_id, since) select merchant_id, id, '2026-01-01' from orders",
  );
  const { id: merchantId } = await createMerchant(db.kysely, {
    username: "other",
    shopName: "متجر آخر",
    email: "other@example.com",
    phone: "+966112345678",
    vatNumber: "310122393500003",
    seller: completeSeller,
  });
  const apiKey = await createApiKey(db.kysely, { merchantId, name: "test", environment: "test" });
  const waiting = await issueInvoice({ ...shop, apiKey });
  const named = (legal_name: string | null) =>
    db.kysely.updateTable("merchants").set({ legal_name }).where("id", "=", merchantId).execute();
  await named(null);
  assert.equal((await payByCard(shop, waiting)).statusCode, 200);
  await named("متجر آخر");
  assert.equal(await issueWaitingInvoices(shop.services), 1);
  const documents = await db.kysely.selectFrom("tax_documents").select("merchant_id").execute();
  assert.deepEqual(documents, [{ merchant_id: merchantId }]);
});

test("what was sold with VAT and is paid after the seller's number was taken away waits for it, and is invoiced once it is back", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop);
  const change = async (vatNumber: string | null) =>
    await asMerchant(shop, "PATCH", "/merchant", { vatNumber });
  const { vatNumber } = (await asMerchant(shop, "GET", "/merchant")).json();
  const taken = await change(null);
  assert.equal(taken.statusCode, 200, "nothing that is paid waits yet");
  assert.equal((await payByCard(shop, orderNumber)).json().statusCode, 200);
  assert.equal((await asMerchant(shop, "GET", "/merchant")).json().waitingTaxInvoices, 1);
  assert.equal(await issueWaitingInvoices(shop.services), 0);

  assert.equal((await change(vatNumber)).statusCode, 200);
  assert.equal(await issueWaitingInvoices(shop.services), 1);
  const paid = (await asMerchant(shop, "GET", `/invoices/${orderNumber}`)).json();
  assert.equal(paid.taxInvoice.number, "INV-000001");
});
