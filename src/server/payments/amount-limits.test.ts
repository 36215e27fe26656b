/** The lowest and highest amount of a method, from the provider and from the account, through the whole server. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { issueInvoice, loadModel, post, setFault, startTestApp, type TestApp } from "#test/app-harness.ts";
import { storedAccounts } from "#test/method-accounts.ts";
import { makeLink, openLink, sendCheckout, stockOf } from "#test/product-links.ts";
import { createPageServices } from "../pages/page-services.ts";
import { systemClock } from "../ports.ts";

const costing = (unitPrice: string) => ({
  lines: [{ title: "سجاد", quantity: 1, unitPrice, vatRate: "15" }],
});
/** With VAT one halala above what the simulator's account at Tamara takes, and exactly it. */
const tooMuch = costing("4347.84");
const most = costing("4347.83");
const buyer = {
  clientEmail: "noura@example.com",
  clientMobile: "0544337866",
  clientName: "نورة العتيبي",
  city: "الرياض",
  line1: "طريق الملك فهد 1",
};

async function offers(app: TestApp, orderNumber: string): Promise<{ tamara: unknown; tabby: unknown }> {
  const model = (await app.app.inject(`/rest/pay/order/${orderNumber}`)).json();
  return { tamara: model.isTamaraAllowed, tabby: model.isTabbyAllowed };
}

async function pressTamara(app: TestApp, orderNumber: string) {
  const { transactionId, signature } = await loadModel(app, orderNumber);
  return await post(app, "/rest/pay/tamara/authorize", { orderNumber, transactionId, signature, ...buyer });
}

const attempts = async (app: TestApp): Promise<unknown> =>
  (await app.db.pool.query("select count(*) as count from payment_attempts")).rows[0].count;

test("an amount above what the provider takes is not offered, up to it it is; a forced start begins nothing", async () => {
  await using app = await startTestApp();
  const above = await issueInvoice(app, tooMuch);
  assert.deepEqual(await offers(app, above), { tamara: false, tabby: true });
  const forced = await pressTamara(app, above);
  assert.deepEqual([forced.statusCode, forced.json().code], [422, "method_not_allowed_for_order"]);
  assert.equal(await attempts(app), 0);
  const within = await issueInvoice(app, most);
  assert.deepEqual(await offers(app, within), { tamara: true, tabby: true });
  assert.equal((await pressTamara(app, within)).json().status, "new");
});

test("a provider that is silent holds no page up: its method is offered, and asked about again later", async () => {
  await using app = await startTestApp({ sleep: systemClock.sleep });
  await setFault(app, {
    simulator: "tamara",
    fault: "delay_ms",
    operation: "PAYMENT_TYPES",
    delayMs: 3_000,
    times: 1,
  });
  const above = await issueInvoice(app, tooMuch);
  const before = performance.now();
  assert.equal((await offers(app, above)).tamara, true);
  assert.ok(performance.now() - before < 2_000, "the page did not wait for the answer");
});

test("a provider that fails is asked again after a minute, and what it said before stays", async () => {
  await using app = await startTestApp();
  const above = await issueInvoice(app, tooMuch);
  assert.equal((await offers(app, above)).tamara, false);
  await setFault(app, { simulator: "tamara", fault: "status_503", operation: "PAYMENT_TYPES", times: 10 });
  app.clock.advance(timing.limitsBelievedMs);
  for (let page = 0; page < 3; page += 1) assert.equal((await offers(app, above)).tamara, false);
});

/** With the keys of a real account, which nothing here reaches. */
const putTabby = async (app: TestApp, limits: object) =>
  await app.app.inject({
    method: "PUT",
    url: "/api/v1/accounts/tabby",
    headers: { authorization: `Bearer ${app.apiKey}` },
    payload: { ...Object(storedAccounts.tabby[0]), ...limits },
  });

test("an account's own settings say what it takes, and are refused when they say nothing", async () => {
  await using app = await startTestApp();
  assert.equal((await putTabby(app, { lowestAmount: "50.00", highestAmount: "1000.00" })).statusCode, 200);
  assert.equal((await offers(app, await issueInvoice(app, costing("40.00")))).tabby, false);
  assert.equal((await offers(app, await issueInvoice(app, costing("45.00")))).tabby, true);
  assert.equal((await offers(app, await issueInvoice(app, costing("1000.00")))).tabby, false);
  for (const [wrong, path] of [
    [{ highestAmount: "a lot" }, "highestAmount"],
    [{ lowestAmount: "2.00", highestAmount: "1.00" }, "highestAmount"],
  ] as const) {
    const reply = await putTabby(app, wrong);
    assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, path]);
  }
});

test("an invoice that none of its methods takes is refused at issue, and the answer says what they take", async () => {
  await using app = await startTestApp();
  const issue = async (allowedMethods: readonly string[] | undefined) =>
    await app.app.inject({
      method: "POST",
      url: "/api/v1/invoices",
      headers: { authorization: `Bearer ${app.apiKey}`, "idempotency-key": String(allowedMethods) },
      payload: { ...tooMuch, ...(allowedMethods && { allowedMethods }) },
    });
  const refused = await issue(["tamara"]);
  assert.equal(refused.statusCode, 422, refused.body);
  assert.deepEqual(refused.json().fields, [
    {
      path: "allowedMethods",
      code: "amount_not_taken",
      message: "no method takes 5000.02 SAR: tamara takes from 1.00 up to 5000.00",
    },
  ]);
  const { rows } = await app.db.pool.query("select count(*) as count from orders");
  assert.equal(rows[0].count, 0);
  assert.equal((await issue(["tamara", "tabby"])).statusCode, 201);
  assert.equal((await issue(undefined)).statusCode, 201);
});

test("a product page shows no method that does not take what its link sells, and one that does", async () => {
  await using app = await startTestApp();
  for (const [price, isOffered] of [
    ["5000.01", false],
    ["100.00", true],
  ] as const) {
    const { linkIdentity } = await makeLink(app, { product: { price } });
    const model = (await app.app.inject(`/rest/pay/product/${linkIdentity}`)).json();
    assert.deepEqual([model.isTamaraAllowed, model.isTabbyAllowed], [isOffered, true]);
  }
});

test("a checkout whose sum no method of its link takes is refused in the buyer's words, and holds nothing", async () => {
  await using app = await startTestApp();
  const product = { price: "3000.00", stockQty: 5 };
  const { linkIdentity, productId } = await makeLink(app, { product, link: { allowedMethods: ["tamara"] } });
  const model = await openLink(app, linkIdentity);
  const refused = await sendCheckout(app, model, { qty: 2 });
  assert.deepEqual([refused.statusCode, refused.json().code], [422, "amount_not_taken"]);
  assert.match(refused.json().detail ?? refused.body, /طريقة دفع/);
  assert.deepEqual(await stockOf(app, productId), { free: 5, held: 0, sold: 0 });
  assert.equal((await sendCheckout(app, model, { qty: 1 })).statusCode, 200);
});

test("a product page gets the services that are paid in four parts with their limits, whatever its price", async () => {
  await using app = await startTestApp();
  const pages = createPageServices(app.services, { note: () => {}, flush: () => {} });
  for (const price of ["5000.01", "0.10"]) {
    const { linkIdentity } = await makeLink(app, { product: { price } });
    const link = await pages.loadProductLink(linkIdentity);
    const services = link?.kind === "open" ? link.instalments : [];
    assert.deepEqual(
      services.filter(({ id }) => id === "tamara" || id === "tabby"),
      [
        { id: "tamara", lowest: 100, highest: 500_000 },
        { id: "tabby", lowest: null, highest: null },
      ],
    );
  }
});
