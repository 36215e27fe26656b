import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { everyText } from "#test/every-text.ts";
import { issueWaitingInvoices } from "../tax-documents/waiting-invoices.ts";
import { eraseBuyer } from "./erase-buyer.ts";
import { readBuyer } from "./read-buyer.ts";

const mobile = "+966551234567";

async function erase(shop: TestApp, buyer: string) {
  return await shop.app.inject({
    method: "POST",
    url: "/api/v1/buyers/erase",
    headers: { authorization: `Bearer ${shop.apiKey}` },
    payload: { buyer },
  });
}

const legalWords = ["شركة نورة", "1000000008", "399999999900003", "شارع التحلية", "حي العليا", "/4411/"];

/** What a business buyer's invoice may say as well, and where the payment was to be sent. */
async function addLegalFacts(shop: TestApp): Promise<void> {
  await shop.db.pool.query(`update clients set legal_name = 'شركة نورة', id_scheme = 'NAT', id_value = '1000000008',
    vat_number = '399999999900003', address_street = 'شارع التحلية', address_building_number = '/4411/', address_district = 'حي العليا',
    address_postal_code = '12252', address_city = 'الرياض', address_country = 'SA'`);
  await shop.db.pool.query("update payment_attempts set shipment_address = 'شارع التحلية'");
}

test("an erased buyer is in no table any more, while amounts, states and tax invoices stay", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop, {
    client: { name: "نورة العتيبي", mobile: "0551234567", email: "Noura@Example.com", address: "حي النخيل" },
  });
  assert.equal((await payByCard(shop, orderNumber)).statusCode, 200);
  await addLegalFacts(shop);
  const before = await everyText(shop);
  for (const word of ["نورة", "551234567", "Noura@Example.com", "حي النخيل", ...legalWords])
    assert.ok(before.includes(word), word);

  const reply = await erase(shop, "0551234567");
  assert.equal(reply.statusCode, 200, reply.body);
  const { erased, kept } = reply.json();
  assert.equal(erased.clients, 1);
  assert.equal(erased.attempts, 1);
  assert.deepEqual(kept, { openOrders: [], taxDocuments: 1 });

  const after = await everyText(shop);
  for (const word of ["نورة", "551234567", "oura@", "حي النخيل", ...legalWords])
    assert.ok(!after.includes(word), word);
  const [order] = (await shop.db.pool.query("select status, total from orders")).rows;
  assert.deepEqual(order, { status: "PAID", total: 11_500 });
  const [document] = (await shop.db.pool.query("select content::text as content from tax_documents")).rows;
  assert.ok(document, "the tax invoice stays as it was issued");

  const again = (await erase(shop, mobile)).json();
  assert.deepEqual(
    new Set(Object.values(again.erased)),
    new Set([0]),
    "the same request again finds nothing",
  );
});

test("an order that can still be paid keeps its buyer, and the report names it", async () => {
  await using shop = await startTestApp();
  const open = await issueInvoice(shop);
  const { erased, kept } = (await erase(shop, mobile)).json();
  assert.deepEqual(kept.openOrders, [open]);
  assert.equal(erased.clients, 0);
  assert.ok((await everyText(shop)).includes("551234567"));
  await shop.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${open}/cancel`,
    headers: { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": "cancel" },
  });
  assert.equal((await erase(shop, mobile)).json().erased.clients, 1);
});

test("an order whose tax invoice waits for its seller keeps the buyer whom the invoice must name", async () => {
  await using shop = await startTestApp();
  const waiting = await issueInvoice(shop);
  await shop.db.kysely.updateTable("merchants").set({ legal_name: null }).execute();
  assert.equal((await payByCard(shop, waiting)).statusCode, 200);
  const early = (await erase(shop, mobile)).json();
  assert.deepEqual([early.erased.clients, early.kept.openOrders], [0, [waiting]]);

  await shop.db.kysely.updateTable("merchants").set({ legal_name: "شركة النخيل للتجارة" }).execute();
  assert.equal(await issueWaitingInvoices(shop.services), 1);
  const { content } = await shop.db.kysely
    .selectFrom("tax_documents")
    .select("content")
    .executeTakeFirstOrThrow();
  assert.match(JSON.stringify(content), /نورة العتيبي/);
  assert.deepEqual((await erase(shop, mobile)).json().kept, { openOrders: [], taxDocuments: 1 });
});

test("a merchant erases its own orders' buyers alone; the operator those of all", async () => {
  await using shop = await startTestApp();
  await payByCard(shop, await issueInvoice(shop));
  const buyer = readBuyer(mobile);
  assert.ok(buyer);
  const foreign = await eraseBuyer(shop.db.kysely, buyer, shop.merchantId + 1);
  assert.equal(foreign.erased.clients, 0);
  assert.equal((await eraseBuyer(shop.db.kysely, buyer, null)).erased.clients, 1);
});

test("the hash of a request in Paylink's words, which can be guessed, goes with the buyer that the request named", async () => {
  await using shop = await startTestApp();
  const paid = await issueInvoice(shop);
  await payByCard(shop, paid);
  await shop.db.pool.query(
    `insert into paylink_invoices (merchant_id, transaction_no, order_id, shop_number, request_hash)
      select merchant_id, '1000000000001', id, 'A-1', sha256('x') from orders where order_number = $1`,
    [paid],
  );
  assert.equal((await erase(shop, mobile)).json().erased.paylinkHashes, 1);
  const { rows } = await shop.db.pool.query("select request_hash from paylink_invoices");
  assert.deepEqual(rows, [{ request_hash: null }]);
});

test("the act is written down, and the person is not", async () => {
  await using shop = await startTestApp();
  await payByCard(shop, await issueInvoice(shop));
  await erase(shop, mobile);
  const { rows } = await shop.db.pool.query("select act, subject, result from admin_acts");
  assert.deepEqual(rows, [{ act: "POST /api/v1/buyers/erase", subject: null, result: "done" }]);
  assert.equal((await erase(shop, "nobody")).statusCode, 422);
});

for (const [text, value] of [
  ["0551234567", mobile],
  ["٠٥٥١٢٣٤٥٦٧", mobile],
  ["+966 55 123 4567", mobile],
  ["+971 50 123 4567", "+971501234567"],
  ["Noura@Example.com", "noura@example.com"],
  ["nobody", undefined],
  ["", undefined],
] as const) {
  test(`"${text}" is ${value ?? "nobody"}`, () => {
    assert.equal(readBuyer(text)?.value, value);
  });
}
