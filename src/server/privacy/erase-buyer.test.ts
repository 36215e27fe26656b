import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
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

/** Every text of every table but the tax documents and the log of acts, in one. */
async function everything(shop: TestApp): Promise<string> {
  const tables = await shop.db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    if (name === "tax_documents") continue;
    const rows = await shop.db.pool.query(`select t::text as text from "${name}" t`);
    texts.push(...rows.rows.map(({ text }) => String(text)));
  }
  return texts.join("\n");
}

test("an erased buyer is in no table any more, while amounts, states and tax invoices stay", async () => {
  await using shop = await startTestApp();
  const orderNumber = await issueInvoice(shop, {
    client: { name: "نورة العتيبي", mobile: "0551234567", email: "Noura@Example.com", address: "حي النخيل" },
  });
  assert.equal((await payByCard(shop, orderNumber)).statusCode, 200);
  const before = await everything(shop);
  for (const word of ["نورة", "551234567", "Noura@Example.com", "حي النخيل", "طريق الملك فهد"])
    assert.ok(before.includes(word), word);

  const reply = await erase(shop, "0551234567");
  assert.equal(reply.statusCode, 200, reply.body);
  const { erased, kept } = reply.json();
  assert.equal(erased.clients, 1);
  assert.equal(erased.attempts, 1);
  assert.deepEqual(kept, { openOrders: [], taxDocuments: 1 });

  const after = await everything(shop);
  for (const word of ["نورة", "551234567", "oura@", "حي النخيل", "طريق الملك فهد"])
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
  assert.ok((await everything(shop)).includes("551234567"));
  await shop.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${open}/cancel`,
    headers: { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": "cancel" },
  });
  assert.equal((await erase(shop, mobile)).json().erased.clients, 1);
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
