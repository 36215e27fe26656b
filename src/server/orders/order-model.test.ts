import assert from "node:assert/strict";
import { test } from "node:test";
import { embeddedStatus, orderPageModel } from "#contract/order.ts";
import { cardSettings, themeModel } from "#contract/settings.ts";
import { issueInvoice, loadModel, payByCard, startTestApp } from "#test/app-harness.ts";

/** The field lists of Spec 3, word for word. */
const specFields = {
  order: [
    "orderNumber",
    "orderStatus",
    "amount",
    "currencyName",
    "vat",
    "note",
    "serviceFees",
    "createDate",
    "products",
    "validatedClient",
    "clientEmailSignature",
  ],
  top: [
    "order",
    "serverUrl",
    "webUrl",
    "merchant",
    "merchantContact",
    "client",
    "discount",
    "discountType",
    "subTotal",
    "vat",
    "commissionRate",
    "paidDate",
    "callbackUrl",
    "cancelUrl",
    "orderNumber",
    "transactionId",
    "signature",
    "total",
    "foreignCurrencyCode",
    "foreignCurrencyValue",
    "isApiOrder",
    "hasAgreement",
    "isMadaAllowed",
    "isCreditCardAllowed",
    "isAmexAllowed",
    "isApplePayAllowed",
    "isStcPayAllowed",
    "isUrPayAllowed",
    "isTamaraAllowed",
    "isTabbyAllowed",
    "isSadadAllowed",
    "isA2aAllowed",
  ],
  line: ["product", "qty", "soldPrice", "appliedVat", "soldImageId"],
  product: ["id", "title", "description", "price", "productImageId", "stockQty", "specificVat", "isDigital"],
  merchant: ["id", "username", "storeUsername", "shopName", "email", "phone", "vatNumber", "logoImageUrl"],
  merchantContact: ["city", "address1", "email", "phone"],
  client: ["id", "name", "mobile", "countryCode"],
  embedded: ["orderPaid", "orderTotal", "lastPaymentError", "callbackUrl"],
  cardSettings: ["sessionFormUrl", "amexSessionFormUrl", "directApi"],
} as const;

function assertHas(value: unknown, fields: readonly string[], name: string): void {
  const present = Object.keys(value as object);
  assert.deepEqual(
    fields.filter((field) => !present.includes(field)),
    [],
    name,
  );
}

test("the order model has every field of the specification, and the contract describes what is sent", async () => {
  await using app = await startTestApp();
  await app.db.kysely
    .insertInto("merchant_contacts")
    .values({ merchant_id: app.merchantId, city: "الرياض", address1: null, email: null, phone: null })
    .execute();
  const model = await loadModel(app, await issueInvoice(app));
  assertHas(model, specFields.top, "order page model");
  assertHas(model.order, specFields.order, "order");
  assertHas(model.order.products[0], specFields.line, "line");
  assertHas(model.order.products[0]?.product, specFields.product, "product");
  assertHas(model.merchant, specFields.merchant, "merchant");
  assertHas(model.merchantContact, specFields.merchantContact, "merchant contact");
  assertHas(model.client, specFields.client, "client");
  assert.deepEqual(orderPageModel.strict().parse(model), model);
});

test("amounts are those of the invoice: sub-total, discount, VAT as a fraction and as an amount, total", async () => {
  await using app = await startTestApp();
  const model = await loadModel(
    app,
    await issueInvoice(app, { discount: { type: "PERCENTAGE", value: "10" } }),
  );
  assert.equal(model.subTotal, 100);
  assert.equal(model.discount, 10);
  assert.equal(model.discountType, "PERCENTAGE");
  assert.equal(model.order.vat, 0.15);
  assert.equal(model.vat, 13.5);
  assert.equal(model.total, 103.5);
  assert.equal(model.order.amount, 103.5);
});

test("each VAT rate of an order has a line of its own, and a rate of zero its reason in both languages", async () => {
  await using app = await startTestApp();
  const taxed = { title: "تمر", quantity: 1, unitPrice: "100.00", vatRate: "15" };
  const medicine = {
    title: "دواء",
    quantity: 2,
    unitPrice: "25.00",
    vatRate: "0",
    vatExemption: "VATEX-SA-35",
  };
  const mixed = await loadModel(
    app,
    await issueInvoice(app, {
      lines: [taxed, medicine, taxed],
      discount: { type: "PERCENTAGE", value: "10" },
    }),
  );
  const [first, second, ...others] = mixed.vatLines;
  assert.deepEqual(first, { rate: 0.15, taxable: 180, vat: 27, exemption: null });
  assert.deepEqual(second, {
    rate: 0,
    taxable: 45,
    vat: 0,
    exemption: { code: "VATEX-SA-35", ar: "الأدوية والمعدات الطبية", en: "Medicines and medical equipment" },
  });
  assert.deepEqual(others, []);
  assert.equal(mixed.vat, 27);
});

test("what was given back of an order is said, a part as well as all of it", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  assert.equal((await loadModel(app, orderNumber)).refundedTotal, 0);
  const reply = await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": "part-back" },
    payload: { amount: "50.00" },
  });
  assert.equal(reply.statusCode, 201, reply.body);
  assert.equal((await loadModel(app, orderNumber)).refundedTotal, 50);
});

test("fees are in the prices that were sold, and the equivalent in another currency has its own decimals", async () => {
  await using app = await startTestApp();
  await app.db.kysely.updateTable("merchants").set({ commission_rate_bps: 250 }).execute();
  const model = await loadModel(
    app,
    await issueInvoice(app, {
      lines: [{ title: "تمر", quantity: 2, unitPrice: "100.00", vatRate: "15" }],
      clientPaysFees: true,
      discount: { type: "FIXED", value: "5.12" },
      foreignEquivalent: { currency: "KWD", amount: "18.125" },
      note: "شكرًا",
    }),
  );
  const [line] = model.order.products;
  // 100 / 0.975 = 102.5641, rounded once per unit; VAT is 15 % of 205.12 - 5.12.
  assert.deepEqual(
    [line?.product.price, line?.soldPrice, line?.qty, line?.lineTotal, line?.appliedVat],
    [100, 102.56, 2, 205.12, 0.15],
  );
  assert.deepEqual([model.order.serviceFees, model.commissionRate, model.subTotal], [5.12, 2.5, 205.12]);
  assert.deepEqual([model.discount, model.discountType, model.discountAmount], [5.12, "FIXED", 5.12]);
  assert.deepEqual([model.order.vat, model.vat, model.total, model.order.amount], [0.15, 30, 230, 230]);
  assert.deepEqual([model.foreignCurrencyCode, model.foreignCurrencyValue], ["KWD", 18.125]);
  assert.deepEqual([model.order.note, model.order.currencyName], ["شكرًا", "SAR"]);
});

test("theme, card settings and the status for scripts have the fields of the specification", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const read = async (path: string): Promise<unknown> => (await app.app.inject(path)).json();
  const theme = await read(`/rest/pay/theme/o/${orderNumber}`);
  assert.deepEqual(themeModel.strict().parse(theme), theme);
  assert.deepEqual(theme, {}, "a merchant without a theme gets the page's defaults");
  const settings = await read(`/rest/pay/cardSettings/${orderNumber}`);
  assert.deepEqual(
    Object.keys(cardSettings.strict().parse(settings)).toSorted(),
    [...specFields.cardSettings].toSorted(),
  );
  const status = await read(`/web/embeddedJs/${orderNumber}`);
  assertHas(status, specFields.embedded, "embedded status");
  assert.deepEqual(embeddedStatus.strict().parse(status), status);
});

test("an order number is read in any letter case and with hyphens, and every miss is the same answer", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const typed = orderNumber.toLowerCase().replace(/(.{4})(?=.)/g, "$1-");
  assert.equal((await loadModel(app, typed)).orderNumber, orderNumber);
  const misses = await Promise.all(
    ["0000000000000000", "nonsense", "..%2f..%2f", "%00", orderNumber.slice(1)].map((input) =>
      app.app.inject(`/rest/pay/order/${input}`),
    ),
  );
  for (const miss of misses) {
    assert.equal(miss.statusCode, 404);
    assert.deepEqual(withoutId(miss.json()), withoutId(misses[0]?.json()));
  }
});

test("a paid order says so, and its theme call is no oracle for order numbers", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  const model = await loadModel(app, orderNumber);
  assert.equal(model.order.orderStatus, "PAID");
  assert.ok(model.paidDate !== null);
  const known = await app.app.inject(`/rest/pay/theme/o/${orderNumber}`);
  const unknown = await app.app.inject("/rest/pay/theme/o/0000000000000000");
  assert.equal(unknown.statusCode, 200);
  assert.equal(unknown.body, known.body);
});

function withoutId(body: unknown): unknown {
  return { ...(body as object), requestId: "" };
}

test("return addresses are judged again when they are read: a host that is no longer the merchant's is left out", async () => {
  await using app = await startTestApp({
    env: {
      WASL_ENV: "stage",
      WASL_WEB_URL: "https://pay.example",
      WASL_API_URL: "https://pay.example",
      MPGS_BASE_URL: "https://test-gateway.mastercard.com",
      MPGS_MERCHANT_ID: "TESTSHOP",
      MPGS_PASSWORD: "password of the test account",
      MPGS_WEBHOOK_SECRET: "secret of its notifications",
    },
  });
  const orderNumber = await issueInvoice(app);
  await app.db.kysely
    .updateTable("orders")
    .set({ callback_url: "javascript:alert(1)", cancel_url: "https://elsewhere.example/x" })
    .execute();
  const model = await loadModel(app, orderNumber);
  assert.equal(model.callbackUrl, null);
  assert.equal(model.cancelUrl, null);
  await app.db.kysely.updateTable("orders").set({ callback_url: "https://shop.example/done" }).execute();
  await app.db.kysely
    .updateTable("merchants")
    .set({ redirect_hosts: ["shop.example"] })
    .execute();
  const { callbackUrl } = await loadModel(app, orderNumber);
  assert.ok(
    callbackUrl?.startsWith(`https://shop.example/done?orderNumber=${orderNumber}&`),
    `${callbackUrl}`,
  );
});

test("the terms of sale name the product", async () => {
  await using app = await startTestApp();
  const terms = (await app.app.inject("/rest/pay/terms")).json();
  assert.ok(terms.en.some((paragraph: string) => paragraph.startsWith("Wasl is only an intermediary")));
  assert.doesNotMatch(JSON.stringify(terms), /[{}]product/);
});
