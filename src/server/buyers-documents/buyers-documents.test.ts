import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { writeDocumentsLink } from "./documents-link.ts";
import { loadBuyersDocuments } from "./load-documents.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(async () => await app[Symbol.asyncDispose]());

/** As the form of an invoice's page sends it. */
const ask = (orderNumber: string, origin = "http://localhost:3000") =>
  app.app.inject({
    method: "POST",
    url: `/rest/pay/documentsLink/${orderNumber}`,
    headers: { origin, "content-type": "application/x-www-form-urlencoded" },
    payload: "lang=ar",
  });

type Sent = { address: string; masked: string; token: string };

async function sent(orderNumber: string): Promise<Sent[]> {
  const { rows } = await app.db.pool.query(
    `select m.address, m.masked_address as masked, m.facts ->> 'documents' as token from messages m
     join orders o on o.id = m.order_id where m.kind = 'documents_link' and o.order_number = $1 order by m.id`,
    [orderNumber],
  );
  return rows;
}

const noura = { name: "نورة", mobile: "0551234567", email: "noura@example.com", countryCode: "SA" };

test("the link goes to the address of the invoice's client and opens all that they have of the shop, and nothing of others", async () => {
  const mine = [await issueInvoice(app, { client: noura }), await issueInvoice(app, { client: noura })];
  const other = await issueInvoice(app, {
    client: { name: "ريم", mobile: "0559876543", email: "reem@example.com" },
  });
  await payByCard(app, mine[0] ?? "");
  const reply = await ask(mine[1] ?? "");
  assert.deepEqual(
    [reply.statusCode, reply.headers.location],
    [303, `/pay/order/${mine[1]}?lang=ar&mine=sent#mine`],
  );
  const [link] = await sent(mine[1] ?? "");
  assert.equal(link?.address, "noura@example.com");
  const found = await loadBuyersDocuments(app.services, link?.token ?? "");
  const shown = found?.invoices.map(({ orderNumber, standing, receiptUrl, taxDocuments }) => [
    ...[orderNumber, standing, receiptUrl !== null, taxDocuments.length],
  ]);
  assert.deepEqual(shown, [
    [mine[1], "payable", false, 0],
    [mine[0], "paid", true, 1],
  ]);
  assert.ok(!JSON.stringify(found).includes(other));
});

test("what a payer typed is no address of the client, and who has none is answered as every other", async () => {
  const nobody = await issueInvoice(app, { client: { name: "بلا عنوان" } });
  await payByCard(app, nobody);
  const [known, unknown] = [await issueInvoice(app, { client: noura }), nobody];
  const replies = [await ask(known), await ask(unknown)];
  const plain = replies.map(({ statusCode, headers, body }) => [
    ...[statusCode, String(headers.location).replace(/order\/\w+/, "order"), body],
  ]);
  assert.deepEqual(plain[0], plain[1]);
  assert.deepEqual(await sent(unknown), []);
});

test("a link is over after half an hour, is of one client of one shop, and cannot be made up", async () => {
  const orderNumber = await issueInvoice(app, { client: noura });
  await ask(orderNumber);
  const token = (await sent(orderNumber))[0]?.token ?? "";
  assert.ok(await loadBuyersDocuments(app.services, token));
  const [merchantId, entry = "", until = "", signature = ""] = token.split(".");
  for (const wrong of [
    ["999", entry, until, signature],
    [merchantId, String(Number(entry) + 1), until, signature],
    [merchantId, entry, String(Number(until) + 1), signature],
    [merchantId, entry, until, signature, ""],
    [],
  ])
    assert.equal(await loadBuyersDocuments(app.services, wrong.join(".")), null, wrong.join("."));
  const foreign = writeDocumentsLink(app.services, { merchantId: 999, entryId: Number(entry) });
  assert.equal(await loadBuyersDocuments(app.services, foreign), null);
  app.clock.advance(30 * 60_000);
  assert.equal(await loadBuyersDocuments(app.services, token), null);
});

test("three links an hour are sent for an invoice, by pages of ours alone", async () => {
  const orderNumber = await issueInvoice(app, { client: noura });
  for (let count = 0; count < 5; count += 1) assert.equal((await ask(orderNumber)).statusCode, 303);
  assert.equal((await sent(orderNumber)).length, 3);
  assert.equal((await ask(orderNumber, "https://evil.example")).json().code, "origin_not_allowed");
  const log = (await asMerchant(app, "GET", `/invoices/${orderNumber}/messages`)).json();
  assert.deepEqual(log.items[0].kind, "documents_link");
  assert.ok(!JSON.stringify(log).includes("noura@example.com"));
});
