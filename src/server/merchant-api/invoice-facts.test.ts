/** What the buyer typed, confirmed and accepted reaches the merchant alone. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { type Invoice, type InvoiceSummary, invoice, invoiceSummary } from "#contract/invoices.ts";
import {
  gatewayBody,
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, openLink } from "#test/product-links.ts";

async function read(app: TestApp, orderNumber: string): Promise<Invoice> {
  return invoice.strict().parse((await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json());
}

/** The entry of a list, which must say the same of everything that it says. */
async function readBoth(app: TestApp, orderNumber: string): Promise<Invoice> {
  const whole = await read(app, orderNumber);
  const { items } = (await asMerchant(app, "GET", "/invoices")).json<{ items: InvoiceSummary[] }>();
  const entry = items.find((item) => item.orderNumber === orderNumber);
  const { clientName, clientMobile, ...shared } = invoiceSummary.strict().parse(entry);
  for (const [name, value] of Object.entries(shared)) assert.deepEqual(whole[name as never], value, name);
  assert.deepEqual([clientName, clientMobile], [whole.client?.name ?? null, whole.client?.mobile ?? null]);
  return whole;
}

async function tryToPay(
  app: TestApp,
  orderNumber: string,
  change: Readonly<Record<string, unknown>>,
  card: Parameters<typeof prepareSession>[2] = {},
) {
  const session = await prepareSession(app, orderNumber, card);
  const body = gatewayBody(await loadModel(app, orderNumber), session);
  return await post(app, "/rest/pay/openGateway", { ...body, ...change });
}

test("delivery address and payer are those of who paid, with the payment and what was due", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { client: { name: "نورة", mobile: "0559876543" } });
  const untouched = await readBoth(app, orderNumber);
  assert.deepEqual([untouched.payer, untouched.delivery, untouched.payments], [null, null, []]);
  assert.deepEqual([untouched.dueTotal, untouched.paidTotal], ["115.00", "0.00"]);

  await tryToPay(
    app,
    orderNumber,
    {
      clientName: "Sara",
      clientMobile: "+971501234567",
      clientCountryCode: "ae",
      shipmentCity: "دبي",
      shipmentAddress: "",
    },
    { expiry: "05/39" },
  );
  const tried = await readBoth(app, orderNumber);
  assert.deepEqual(tried.payer, { name: "Sara", mobile: "+971501234567", countryCode: "AE", email: null });
  assert.deepEqual(tried.delivery, { city: "دبي", address: null });
  assert.deepEqual([tried.payments, tried.dueTotal], [[], "115.00"]);

  await tryToPay(app, orderNumber, { shipmentCity: "الرياض", shipmentAddress: "7525 طريق الملك فهد" });
  const paid = await readBoth(app, orderNumber);
  assert.deepEqual(paid.delivery, { city: "الرياض", address: "7525 طريق الملك فهد" });
  assert.equal(paid.payer?.name, "نورة العتيبي");
  assert.equal(paid.client?.mobile, "+966559876543", "whom the invoice is for stays apart");
  const [payment, ...others] = paid.payments;
  assert.deepEqual(others, []);
  assert.deepEqual(
    [payment?.method, payment?.brand, payment?.lastFour, payment?.amount, payment?.state],
    ["card", "mastercard", "2346", "115.00", "captured"],
  );
  assert.equal(payment?.attemptId, paid.attempts[0]?.id);
  assert.ok(payment && payment.startedAt <= payment.settledAt);
  assert.deepEqual([paid.dueTotal, paid.paidTotal], ["0.00", "115.00"]);
  assert.equal((await ledger(app)).filter(({ kind }) => kind === "capture").length, 1);
});

test("a later try does not hide who paid, and a refunded payment stays in the list as refunded", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await tryToPay(app, orderNumber, { clientName: "Payer" });
  // A bill that was asked for expires after the card has paid.
  await app.db.pool.query(
    `insert into payment_attempts (id, order_id, method, provider, state, amount, currency, return_token, client_name, created_at)
    select 'laterattempt', id, 'sadad', 'sadad', 'expired', total, currency, 'later', 'Somebody else', now() + interval '1 hour'
    from orders`,
  );
  await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, { amount: "15.00" });
  const [partly] = (await readBoth(app, orderNumber)).payments;
  assert.deepEqual([partly?.state, partly?.currency, partly?.refundedAmount], ["captured", "SAR", "15.00"]);
  await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, {});
  const refunded = await readBoth(app, orderNumber);
  assert.equal(refunded.status, "REFUNDED");
  assert.equal(refunded.payer?.name, "Payer");
  assert.deepEqual(
    refunded.payments.map(({ state, amount, refundedAmount }) => [state, amount, refundedAmount]),
    [["refunded", "115.00", "115.00"]],
  );
  assert.deepEqual([refunded.dueTotal, refunded.refundedTotal], ["0.00", "115.00"]);
});

test("a cancelled invoice has nothing due", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await asMerchant(app, "POST", `/invoices/${orderNumber}/cancel`);
  assert.equal((await readBoth(app, orderNumber)).dueTotal, "0.00");
});

test("the place of a phone is no delivery address, and placeholders are no payer", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const fast = {
    clientName: "fastpay",
    clientMobile: "fastpay",
    clientCountryCode: "fastpay",
    shipmentCity: "fastpay",
  };
  const place = JSON.stringify({ latitude: 24.713552, longitude: 46.675297 });
  const reply = await tryToPay(app, orderNumber, { ...fast, shipmentAddress: place, channel: "simple" });
  assert.equal(reply.json().statusCode, 200, reply.body);
  const paid = await readBoth(app, orderNumber);
  assert.deepEqual([paid.payer, paid.delivery], [null, null]);
});

test("what Tamara's panel asks for reaches the merchant, too: e-mail, city and street", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const reply = await post(app, "/rest/pay/tamara/authorize", {
    orderNumber,
    clientName: "Mona Lisa",
    clientMobile: "0551234567",
    clientEmail: "mona@example.com",
    city: "جدة",
    line1: "شارع التحلية",
  });
  assert.equal(reply.json().status, "new", reply.body);
  const tried = await readBoth(app, orderNumber);
  assert.equal(tried.payer?.email, "mona@example.com");
  assert.deepEqual(tried.delivery, { city: "جدة", address: "شارع التحلية" });
});

test("the confirmed e-mail address and the accepted terms are reported, with their times and the text's hash", async () => {
  await using app = await startTestApp();
  const text = "لا استرجاع بعد التنزيل";
  const orderNumber = await issueInvoice(app, {
    lines: [{ title: "كتاب", quantity: 1, unitPrice: "10.00", vatRate: "15", isDigital: true }],
    agreement: { title: "شروط", text },
  });
  const before = await readBoth(app, orderNumber);
  assert.deepEqual([before.confirmedEmail, before.agreementAcceptance], [null, null]);
  const email = { email: "noura@example.com", emailType: "EmailOtp" };
  const asked = await post(app, `/rest/pay/registerClientEmail/${orderNumber}`, email);
  const otp = /(?<!\d)\d{6}(?!\d)/.exec(app.mail.list(email.email)[0]?.text ?? "")?.[0];
  const confirmed = await post(app, `/rest/pay/confirmClientEmail/${orderNumber}`, {
    ...email,
    otp,
    signature: asked.json().signature,
  });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  assert.equal((await tryToPay(app, orderNumber, { agreementAccepted: true })).json().statusCode, 200);
  const paid = await readBoth(app, orderNumber);
  const { rows } = await app.db.pool.query("select client_validated_at, agreement_accepted_at from orders");
  const confirmedAt = rows[0].client_validated_at.toISOString();
  assert.deepEqual(paid.confirmedEmail, { address: "noura@example.com", confirmedAt });
  const sha256 = createHash("sha256").update(text).digest("hex");
  assert.deepEqual(paid.agreementAcceptance, {
    acceptedAt: rows[0].agreement_accepted_at.toISOString(),
    sha256,
  });

  // Holders of the link learn nothing of it.
  const shown = await app.app.inject(`/rest/pay/order/${orderNumber}`);
  for (const secret of ["noura@example.com", "طريق الملك فهد", sha256])
    assert.ok(!shown.body.includes(secret));
});

test("an order of a product link names the link and the product, an invoice neither", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app);
  const ofLink = await buy(app, await openLink(app, linkIdentity));
  await payByCard(app, ofLink);
  const sold = await readBoth(app, ofLink);
  assert.deepEqual([sold.source, sold.linkIdentity, sold.productId], ["link", linkIdentity, productId]);
  assert.equal(sold.status, "PAID_LINK");
  const issued = await readBoth(app, await issueInvoice(app));
  assert.deepEqual([issued.source, issued.linkIdentity, issued.productId], ["api", null, null]);
});
