import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gatewayBody,
  issueInvoice,
  loadModel,
  payByCard,
  prepareSession,
  startTestApp,
} from "#test/app-harness.ts";
import { filesIn } from "#test/archive-files.ts";
import { asMerchant } from "#test/product-links.ts";
import { noteView } from "../orders/order-views.ts";
import { eraseBuyer } from "../privacy/erase-buyer.ts";

test("the evidence of a payment has invoice, payer, what was agreed and happened in order, and the papers; no secret; and it is written down", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, {
    externalOrderNumber: "=1+1",
    agreement: { title: "شروط البيع", text: "لا استرجاع بعد التسليم" },
  });
  await noteView(app.services, orderNumber);
  const session = await prepareSession(app, orderNumber);
  const body = { ...gatewayBody(await loadModel(app, orderNumber), session), agreementAccepted: true };
  const from = "203.0.113.7";
  const headers = { "user-agent": `Mozilla/5.0 (the buyer's) ${"x".repeat(300)}` };
  const paid = await app.app.inject({
    ...{ method: "POST", url: "/rest/pay/openGateway", remoteAddress: `::ffff:${from}` },
    ...{ headers, payload: body },
  });
  assert.equal(paid.statusCode, 200);
  const invoice = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
  const [{ attemptId: id }] = invoice.payments;
  const reply = await asMerchant(app, "GET", `/payments/${id}/evidence`);
  assert.equal(reply.statusCode, 200, reply.body);
  assert.match(String(reply.headers["content-disposition"]), new RegExp(`evidence-${orderNumber}\\.zip`));
  const files = filesIn(reply.rawPayload);
  assert.deepEqual([...files.keys()].slice(0, 3), [
    "evidence.json",
    "timeline.csv",
    `receipt-${orderNumber}.pdf`,
  ]);
  assert.ok(files.has(`agreement-${orderNumber}.pdf`));
  for (const [name, bytes] of files)
    if (name.endsWith(".pdf")) assert.equal(bytes.subarray(0, 5).toString(), "%PDF-");
  const facts = JSON.parse(files.get("evidence.json")?.toString() ?? "");
  assert.equal(facts.payment.payer.name, "نورة العتيبي");
  assert.equal(facts.invoice.orderNumber, orderNumber);
  const { acceptedAt } = facts.invoice.agreementAcceptance;
  const { sha256, ...acceptance } = facts.acceptance;
  assert.deepEqual(acceptance, {
    acceptedAt,
    version: 1,
    address: from,
    userAgent: headers["user-agent"].slice(0, 200),
  });
  assert.equal(sha256, facts.invoice.agreementAcceptance.sha256);
  const said = facts.timeline.find(
    (entry: { what: string }) => entry.what === "terms of sale accepted",
  ).detail;
  assert.equal(said, `version 1, SHA-256 ${sha256}, from ${from}`);
  assert.ok(!app.logLines.some((line) => line.includes(from) || line.includes("the buyer's)")));
  const what = facts.timeline.map((entry: { what: string }) => entry.what);
  for (const said of [
    "invoice issued",
    "opened by the buyer first",
    "terms of sale accepted",
    "payment: in_flight to captured",
  ])
    assert.ok(what.includes(said), `${said}: ${what.join(", ")}`);
  assert.deepEqual(
    facts.timeline.toSorted((a: { at: string }, b: { at: string }) => a.at.localeCompare(b.at)),
    facts.timeline,
  );
  const text = files.get("evidence.json")?.toString() ?? "";
  assert.ok(!/return_token|provider_data|signature/.test(text));
  const { rows } = await app.db.pool.query("select subject from admin_acts where act like 'GET %/evidence'");
  assert.deepEqual(rows, [{ subject: id }]);
  // From where goes with the buyer's data, or by age; what was accepted, and when, stays.
  await eraseBuyer(app.db.kysely, { kind: "mobile", value: "+966551234567" }, null);
  const later = filesIn((await asMerchant(app, "GET", `/payments/${id}/evidence`)).rawPayload);
  const rest = JSON.parse(later.get("evidence.json")?.toString() ?? "").acceptance;
  assert.deepEqual(rest, { acceptedAt, sha256, version: 1, address: null, userAgent: null });
  assert.equal((await asMerchant(app, "GET", "/payments/AAAAAAAAAAAAAAAAAAAAA/evidence")).statusCode, 404);
});

test("the evidence of a payment that was declined has no receipt: nothing was paid", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  assert.equal((await payByCard(app, orderNumber, { expiry: "05/39" })).json().code, "payment_declined");
  const [{ id }] = (await asMerchant(app, "GET", `/payments?order=${orderNumber}`)).json().items;
  const files = filesIn((await asMerchant(app, "GET", `/payments/${id}/evidence`)).rawPayload);
  assert.deepEqual([...files.keys()], ["evidence.json", "timeline.csv"]);
});
