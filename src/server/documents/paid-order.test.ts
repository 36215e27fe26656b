import assert from "node:assert/strict";
import { test } from "node:test";
import type { Invoice } from "#contract/invoices.ts";
import type { Refund } from "#contract/refunds.ts";
import {
  gatewayBody,
  issueInvoice,
  loadModel,
  payByCard,
  post,
  prepareSession,
  startTestApp,
} from "#test/app-harness.ts";

test("paying an order numbers its tax invoice in the same transaction, and its papers can be fetched", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const model = await loadModel(app, orderNumber);
  const path = `${model.merchant.id}/${String(model.client?.id ?? 0).padStart(8, "0")}/${orderNumber}`;
  assert.equal(
    (await app.app.inject(`/openApi/getVatInvoice/${path}`)).statusCode,
    404,
    "nothing is invoiced before it is paid",
  );
  assert.equal((await app.app.inject(`/openApi/loadInvoiceQRCode/${orderNumber}`)).statusCode, 404);
  await payByCard(app, orderNumber);
  const documents = await app.db.pool.query("select count(*)::int as count from tax_documents");
  assert.equal(documents.rows[0].count, 1);
  for (const [url, type] of [
    [`/openApi/getPdfReceipt/${path}`, "application/pdf"],
    [`/openApi/getVatInvoice/${path}`, "application/pdf"],
    [`/openApi/loadInvoiceQRCode/${orderNumber}`, "image/png"],
  ] as const) {
    const reply = await app.app.inject(url);
    assert.equal(reply.statusCode, 200, url);
    assert.match(String(reply.headers["content-type"]), new RegExp(type), url);
  }
});

test("a refund issues a credit note with it", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  const headers = { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "refund-1" };
  const refund = await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers,
    payload: { amount: "15.00", reason: "سعر مخفّض" },
  });
  assert.equal(refund.json().state, "refunded", refund.body);
  const again = await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers,
    payload: { amount: "15.00", reason: "سعر مخفّض" },
  });
  assert.equal(again.json().id, refund.json().id, "the same key is the same refund");
  const kinds = await app.db.pool.query(
    "select kind, count(*)::int as count from tax_documents group by kind order by kind",
  );
  assert.equal(kinds.rows.length, 2);
  const rest = await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers: { ...headers, "idempotency-key": "refund-2" },
    payload: {},
  });
  assert.equal(rest.json().amount, "100.00");
  assert.equal((await loadModel(app, orderNumber)).order.orderStatus, "REFUNDED");
  const tooMuch = await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers: { ...headers, "idempotency-key": "refund-3" },
    payload: {},
  });
  assert.equal(tooMuch.json().code, "order_refunded");
});

test("merchant and buyer receive the tax invoice and the credit note, and their addresses answer with the files", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const headers = { authorization: `Bearer ${app.apiKey}` };
  const read = async (): Promise<Invoice> =>
    (await app.app.inject({ url: `/api/v1/invoices/${orderNumber}`, headers })).json();
  const before = await read();
  assert.deepEqual([before.receiptUrl, before.taxInvoice, before.creditNotes], [null, null, []]);
  await payByCard(app, orderNumber);
  const refunds = `/api/v1/invoices/${orderNumber}/refunds`;
  const answer = await app.app.inject({
    method: "POST",
    url: refunds,
    headers: { ...headers, "idempotency-key": "refund" },
    payload: { amount: "15.00" },
  });
  const refund: Refund = answer.json();
  assert.equal(refund.creditNote?.number, "CN-000001");
  const { items } = (await app.app.inject({ url: refunds, headers })).json() as { items: Refund[] };
  assert.deepEqual(items, [refund]);

  const paid = await read();
  assert.deepEqual([paid.taxInvoice?.number, paid.creditNotes.length], ["INV-000001", 1]);
  assert.equal(paid.creditNotes[0]?.url, refund.creditNote?.url);
  for (const url of [paid.receiptUrl, paid.taxInvoice?.url, refund.creditNote?.url]) {
    assert.ok(url);
    const file = await app.app.inject(new URL(url).pathname);
    assert.deepEqual([file.statusCode, file.headers["content-type"]], [200, "application/pdf"], url);
  }
  assert.deepEqual((await loadModel(app, orderNumber)).taxDocuments, [
    { kind: "tax_invoice", number: "INV-000001" },
    { kind: "credit_note", number: "CN-000001" },
  ]);

  const settings = JSON.stringify({ hideVatInvoice: true });
  await app.db.kysely.insertInto("themes").values({ merchant_id: app.merchantId, settings }).execute();
  const hidden = await read();
  assert.deepEqual([hidden.taxInvoice?.number, hidden.taxInvoice?.url], ["INV-000001", null]);
  assert.equal(hidden.creditNotes[0]?.url, null);
});

test("the terms that the buyer accepted are kept with the order, by their hash", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { agreement: { title: "اتفاقية", text: "نص الاتفاقية" } });
  const session = await prepareSession(app, orderNumber);
  await post(app, "/rest/pay/openGateway", {
    ...gatewayBody(await loadModel(app, orderNumber), session),
    agreementAccepted: true,
  });
  const order = await app.db.kysely
    .selectFrom("orders")
    .select(["agreement_accepted_at", "agreement_accepted_sha256"])
    .executeTakeFirstOrThrow();
  assert.ok(
    order.agreement_accepted_at !== null && /^[0-9a-f]{64}$/.test(order.agreement_accepted_sha256 ?? ""),
  );
});
