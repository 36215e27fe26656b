/** Paylink's calls over our core: what its clients send is taken, what they read is answered. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import {
  laravelOrder,
  odooOrder,
  ownNumberOf,
  type PaylinkShop,
  startPaylinkShop,
  wooCommerceOrder,
} from "#test/paylink-shop.ts";
import { loadOrder } from "../orders/order-store.ts";
import { callbackUrlOf, cancelUrlOf, returnEnvironment } from "../orders/return-urls.ts";
import { paylinkStatus } from "./invoice-answer.ts";

let shop: PaylinkShop;
before(async () => {
  shop = await startPaylinkShop();
});
after(async () => {
  await shop[Symbol.asyncDispose]();
});

test("an invoice has the answer that Paylink's clients read, amounts as numbers with their decimals", async () => {
  const answer = await shop.issue({ orderNumber: "NK-1001" });
  const own = ownNumberOf(answer);
  assert.match(String(answer.headers["content-type"]), /^application\/json/);
  const { url, transactionNo, gatewayOrderRequest, ...rest } = answer.json();
  assert.match(transactionNo, /^1\d{12}$/);
  assert.equal(url, `http://localhost:3000/pay/info/${own}`);
  assert.equal(rest.mobileUrl, `http://localhost:3000/pay/order/${own}`);
  assert.match(rest.qrUrl, new RegExp(`/openApi/loadPaymentQRCode/${own}$`));
  assert.match(rest.checkUrl, new RegExp(`/api/getInvoice/${transactionNo}$`));
  assert.deepEqual(
    [rest.orderStatus, rest.success, rest.digitalOrder, rest.paymentErrors, rest.paymentReceipt],
    ["Pending", true, false, null, null],
  );
  // The Flutter client's doubles are no whole numbers, and its quantities nothing else.
  assert.match(answer.body, /"amount":170\.00,"transactionNo"/);
  assert.match(answer.body, /"price":7\.00,"qty":10,/);
  assert.match(answer.body, /"specificVat":15\.00,"productCost":null/);
  const { products, ...request } = gatewayOrderRequest;
  assert.equal(products.length, 2);
  assert.deepEqual(request, {
    amount: 170,
    orderNumber: "NK-1001",
    callBackUrl: "https://shop.example/done?basket=7",
    clientEmail: null,
    clientName: "Mohammed Ali",
    clientMobile: "+966512345678",
    note: null,
    cancelUrl: null,
    supportedCardBrands: ["mada", "visaMastercard", "amex", "stcpay", "urpay", "tamara", "tabby"],
    currency: "SAR",
    smsMessage: null,
    displayPending: true,
    receivers: null,
    partnerPortion: null,
    metadata: null,
  });
  assert.equal((await shop.get(transactionNo)).body, answer.body);
});

test("the invoice is one of ours: with VAT in its amount, and read by the merchant API", async () => {
  const own = ownNumberOf(await shop.issue({ note: "gift" }));
  const invoice = (await shop.api.call("GET", `/api/v1/invoices/${own}`)).json();
  assert.deepEqual([invoice.total, invoice.vat, invoice.pricesIncludeVat], ["170.00", "22.17", true]);
  assert.deepEqual([invoice.client.name, invoice.note], ["Mohammed Ali", "gift"]);
  assert.deepEqual(
    invoice.lines.map((line: { title: string; quantity: number; unitPrice: string }) => [
      line.title,
      line.quantity,
      line.unitPrice,
    ]),
    [
      ["Book", 2, "50.00"],
      ["Pen", 10, "7.00"],
    ],
  );
});

test("WooCommerce's plug-in: a number as the shop's number, amounts as text, HTML in descriptions, an unknown field", async () => {
  const order = wooCommerceOrder({ orderNumber: 4242 });
  const answer = await shop.send("/api/addInvoice", order, await shop.tokenOf(undefined, true));
  const { gatewayOrderRequest: request } = answer.json();
  assert.deepEqual(
    [request.orderNumber, request.amount, request.clientMobile, request.note],
    ["4242", 115.5, "+966551234567", null],
  );
  assert.equal(request.products[0].description, "قماش كريب");
  const stored = await loadOrder(shop.api.db.pool, ownNumberOf(answer));
  assert.ok(stored);
  const environment = returnEnvironment(shop.api.services);
  // What its get_invoice reads, and what its own routing needs.
  const back = new URL(callbackUrlOf(environment, stored) ?? "");
  assert.deepEqual(Object.fromEntries(back.searchParams), {
    key: "wc_order_a1",
    "wc-api": "wc_gateway_paylink",
    orderNumber: "4242",
    transactionNo: answer.json().transactionNo,
  });
  assert.equal(cancelUrlOf(environment, stored), null);
});

test("Odoo's plug-in: false for what is missing, quantities as floats, a discount below zero, a mobile from abroad", async () => {
  const answer = await shop.send("/api/addInvoice", odooOrder(), await shop.tokenOf(undefined, "false"));
  const invoice = (await shop.api.call("GET", `/api/v1/invoices/${ownNumberOf(answer)}`)).json();
  assert.deepEqual([invoice.total, invoice.discount.value, invoice.lines.length], ["230.00", "20.00", 1]);
  assert.deepEqual(
    [invoice.client.mobile, invoice.client.countryCode, invoice.client.email],
    ["+971501234567", "AE", null],
  );
  assert.equal(answer.json().gatewayOrderRequest.products[0].qty, 1);
});

test("brands choose the methods, also as the object that PHP makes of a list; those without an account are left out", async () => {
  const brands = async (supportedCardBrands: unknown) => {
    const answer = await shop.issue({ supportedCardBrands });
    return answer.statusCode === 200
      ? answer.json().gatewayOrderRequest.supportedCardBrands
      : answer.json().detail;
  };
  assert.deepEqual(await brands({ 0: "mada", 2: "visaMastercard" }), ["mada", "visaMastercard"]);
  assert.deepEqual(await brands(["mada", "bitcoin"]), ["mada"]);
  assert.match(await brands(["bitcoin"]), /^supportedCardBrands: /);
  assert.equal((await brands(null)).length, 7);
});

test("every status of an order has one of the three words that clients know, and only a paid one is Paid", () => {
  const words = orderStatuses.map((status) => [status, paylinkStatus[orderStatusFacts[status].standing]]);
  assert.deepEqual(Object.fromEntries(words), {
    CREATED: "Pending",
    PENDING: "Pending",
    PAID: "Paid",
    PAID_LINK: "Paid",
    COMPLETED_INVOICE: "Paid",
    COMPLETED_ORDER: "Paid",
    CANCELLED: "Canceled",
    REFUNDED: "Canceled",
  });
});

test("what clients take for cancelled without having paid for it releases its number: they issue again under that", () => {
  const stuck = orderStatuses.filter((status) => {
    const { standing, wasPaid, releases } = orderStatusFacts[status];
    return paylinkStatus[standing] === "Canceled" && !wasPaid && !releases;
  });
  assert.deepEqual(stuck, [], "such an order is Pending there, or addInvoice cancels it (add-invoice.ts)");
});

test("a declined try is an error of a pending invoice until the next one is under way; one in doubt never is", async () => {
  const answer = await shop.issue();
  const own = ownNumberOf(answer);
  const errors = async () => (await shop.get(answer.json().transactionNo)).json().paymentErrors;
  await shop.api.addAttempt(own, "declined");
  const [declined, ...others] = await errors();
  assert.deepEqual([declined.errorCode, others], ["insufficient_funds", []]);
  assert.ok(declined.errorTitle && declined.errorMessage && Date.parse(declined.errorTime));
  await shop.api.addAttempt(own, "unknown");
  assert.equal(await errors(), null);
});

test("a paid invoice has a receipt by the brand and the last four digits", async () => {
  const answer = await shop.issue();
  await shop.api.addAttempt(ownNumberOf(answer), "captured");
  const { orderStatus, paymentReceipt } = (await shop.get(answer.json().transactionNo)).json();
  assert.equal(orderStatus, "Paid");
  const { receiptUrl, paymentDate, ...rest } = paymentReceipt;
  assert.match(receiptUrl, /\/openApi\/getPdfReceipt\//);
  assert.ok(Date.parse(paymentDate));
  assert.deepEqual(rest, { passcode: "", paymentMethod: "MADA", bankCardNumber: "1234" });
});

test("cancelling answers with the text that clients compare with, does nothing again, and never undoes a payment", async () => {
  const cancel = async (transactionNo: unknown) =>
    await shop.send("/api/cancelInvoice", { transactionNo }, await shop.tokenOf());
  const open = (await shop.issue()).json().transactionNo;
  for (const no of [open, Number(open)]) {
    const answer = await cancel(no);
    assert.deepEqual([answer.statusCode, answer.body], [200, '{"success":"true"}']);
  }
  assert.equal((await shop.get(open)).json().orderStatus, "Canceled");
  const paid = await shop.issue();
  await shop.api.addAttempt(ownNumberOf(paid), "captured");
  const refused = await cancel(paid.json().transactionNo);
  assert.deepEqual([refused.statusCode, refused.json().code], [400, "order_already_paid"]);
  const { rows } = await shop.api.db.pool.query(
    "select subject, result from admin_acts where act = 'POST /api/cancelInvoice' order by id",
  );
  assert.deepEqual(rows.slice(-3), [
    { subject: open, result: "done" },
    { subject: open, result: "done" },
    { subject: paid.json().transactionNo, result: "refused order_already_paid" },
  ]);
});

test("what is wrong is named in detail, by the names that the client knows, with a status of theirs", async () => {
  const cases: readonly (readonly [object, number, RegExp])[] = [
    [{ clientMobile: "12" }, 400, /^clientMobile: /],
    [{ clientName: null, clientMobile: null }, 400, /^clientName: /],
    [{ clientEmail: "nobody" }, 400, /^clientEmail: /],
    [{ callBackUrl: "ftp://shop.example" }, 400, /^callBackUrl: /],
    [{ orderNumber: "" }, 400, /^orderNumber: /],
    [{ currency: "USD" }, 400, /^currency: only SAR/],
    [{ products: [{ title: "", price: 170, qty: 1 }] }, 400, /^products\.0\.title: /],
    [{ products: [{ title: "龍井茶", price: 170, qty: 1 }] }, 400, /^products\.0\.title: /],
    [{ products: [{ title: "A", price: 170, qty: 1, specificVat: 0 }] }, 400, /^products\.0\.specificVat: /],
    [{ products: [{ title: "A", price: 170, qty: 1, specificVat: 7 }] }, 400, /^products\.0\.specificVat: /],
    [{ products: [{ title: "A", price: 170, qty: 0 }] }, 400, /^products\.0\.qty: /],
  ];
  for (const [overrides, status, detail] of cases) {
    const answer = await shop.issue({ ...overrides });
    assert.equal(answer.statusCode, status, `${JSON.stringify(overrides)} ${answer.body}`);
    assert.match(answer.json().detail, detail);
    assert.equal(answer.json().status, status);
  }
  const malformed = await shop.send("/api/addInvoice", "{", await shop.tokenOf());
  assert.deepEqual([malformed.statusCode, malformed.json().code], [400, "malformed_json"]);
  const twice = await shop.send("/api/addInvoice", '{"amount":1,"amount":2}', await shop.tokenOf());
  assert.equal(twice.json().code, "malformed_json");
});

test("card data is refused before it is read, and is in no line of the log", async () => {
  const card = { number: "5123456789012346", securityCode: "123", expiry: { month: "10", year: "35" } };
  const answer = await shop.send("/api/payInvoice", laravelOrder({ card }), await shop.tokenOf());
  assert.deepEqual([answer.statusCode, answer.json().code], [400, "direct_card_not_allowed"]);
  assert.ok(!shop.api.logLines.join("").includes("5123456789012346"));
});

test("a number that is no text is refused and written down like any other wrong one", async () => {
  await using shop = await startPaylinkShop();
  const body = { transactionNo: { toString: "x" } };
  const answer = await shop.send("/api/cancelInvoice", body, await shop.tokenOf());
  assert.equal(answer.statusCode, 400, answer.body);
  const { rows } = await shop.api.db.pool.query(
    "select subject, result from admin_acts where act = 'POST /api/cancelInvoice'",
  );
  assert.equal(rows.length, 1);
  assert.equal(rows[0].subject, null);
});

test("no merchant reads, cancels or meets the invoices of another", async () => {
  const other = await shop.api.addMerchant();
  const theirs = await shop.tokenOf(other);
  const answer = await shop.issue({ orderNumber: "shared-1" });
  const { transactionNo } = answer.json();
  const unknown = await shop.get("1000000000000", theirs);
  const read = await shop.get(transactionNo, theirs);
  const { requestId: _one, ...foreign } = read.json();
  const { requestId: _other, ...nothing } = unknown.json();
  assert.deepEqual([read.statusCode, foreign], [404, nothing]);
  const cancelled = await shop.send("/api/cancelInvoice", { transactionNo }, theirs);
  assert.equal(cancelled.statusCode, 404);
  const own = await shop.issue({ orderNumber: "shared-1" }, theirs);
  assert.notEqual(ownNumberOf(own), ownNumberOf(answer));
  assert.equal((await shop.get(transactionNo)).json().orderStatus, "Pending");
});

test("an invoice of the merchant API has no transaction number, and keeps its signed way back", async () => {
  const { orderNumber } = await shop.api.issue({ callbackUrl: "https://shop.example/done" });
  assert.equal((await shop.get(orderNumber)).statusCode, 404);
  const stored = await loadOrder(shop.api.db.pool, orderNumber);
  assert.ok(stored);
  assert.match(callbackUrlOf(returnEnvironment(shop.api.services), stored) ?? "", /signature=/);
});
