/** Links whose buyer chooses the amount: taken within the stored bounds, priced by the server, and in no other way. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fromJsonNumber } from "#core/money.ts";
import { loadModel, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import {
  asMerchant,
  buy,
  makeCoupon,
  makeLink,
  mobileOf,
  openLink,
  sendCheckout,
  stockOf,
} from "#test/product-links.ts";
import { readPrefill } from "./prefill.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app[Symbol.asyncDispose]());

const buyerAmount = { least: "10.00", most: "5000.00", suggested: ["50.00", "100.00"] };
/** Every test has buyers of its own: one mobile has few open orders. */
let buyers = 0;
const buyer = () => ({ customerMobile: mobileOf(++buyers) });

const donation = (of: { product?: object; link?: object } = {}) =>
  makeLink(app, { product: { ...of.product }, link: { buyerAmount, ...of.link } });

/** The code of a refusal, with its fields. */
async function refusal(model: Awaited<ReturnType<typeof openLink>>, changes: object) {
  const reply = await sendCheckout(app, model, { ...buyer(), ...changes });
  const { code, fields = [] } = reply.json();
  return [code, ...fields.map((field: { path: string; code: string }) => `${field.path} ${field.code}`)];
}

test("the buyer pays what they chose, VAT inside, whatever the product's own price is", async () => {
  const { linkIdentity, unitTotal, buyerAmount: shown } = await donation();
  assert.deepEqual([unitTotal, shown], [null, buyerAmount]);
  const model = await openLink(app, linkIdentity);
  assert.deepEqual(model.buyerAmount, { least: 10, most: 5000, suggested: [50, 100] });
  assert.equal(model.priceIncludesVat, true);
  const orderNumber = await buy(app, model, { ...buyer(), amount: "57.50" });
  const invoice = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
  assert.partialDeepStrictEqual(invoice, { total: "57.50", vat: "7.50" });
  assert.deepEqual(
    invoice.lines.map((line: { quantity: number; unitPrice: string }) => [line.quantity, line.unitPrice]),
    [[1, "57.50"]],
  );
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  const { sales } = (await asMerchant(app, "GET", `/product-links/${linkIdentity}`)).json();
  assert.deepEqual(sales, { orders: 1, paid: "57.50", refunded: "0.00" });
});

test("what is outside of the bounds, or no amount, is refused at its field and makes no order", async () => {
  const { linkIdentity } = await donation();
  const model = await openLink(app, linkIdentity);
  const orders = async () => (await app.db.pool.query("select count(*)::int as n from orders")).rows[0].n;
  const earlier = await orders();
  const cases = [
    [undefined, "required"],
    [null, "required"],
    ["", "required"],
    ["9.99", "too_small"],
    ["0", "too_small"],
    ["5000.01", "too_large"],
    ["10.005", "invalid"],
    ["-20", "invalid"],
    ["1e3", "invalid"],
    ["٥٠", "invalid"],
  ] as const;
  for (const [amount, code] of cases)
    assert.deepEqual(await refusal(model, { amount }), ["validation_failed", `amount ${code}`], `${amount}`);
  assert.equal(await orders(), earlier);
  for (const amount of ["10.00", "5000"]) await buy(app, model, { ...buyer(), amount });
});

test("an amount where there is nothing to choose, more than one piece, and coupons are refused", async () => {
  const priced = await openLink(app, (await makeLink(app)).linkIdentity);
  assert.equal(priced.buyerAmount, null);
  assert.deepEqual(await refusal(priced, { amount: "1.00" }), ["price_changed"]);
  await makeCoupon(app, { code: "TENOFF" });
  const model = await openLink(app, (await donation()).linkIdentity);
  assert.equal(model.hasCoupons, false);
  assert.deepEqual(await refusal(model, { amount: "50.00", qty: 2 }), ["quantity_invalid"]);
  assert.deepEqual(await refusal(model, { amount: "50.00", couponCode: "TENOFF" }), ["coupon_invalid"]);
  const checked = await app.app.inject(`/rest/pay/product/${model.linkIdentity}/check-coupon/TENOFF`);
  assert.deepEqual(checked.json(), { success: false, couponCode: "TENOFF" });
});

test("a page of other bounds, or of the price, learns that it changed", async () => {
  const { linkIdentity } = await donation();
  const page = await openLink(app, linkIdentity);
  const change = (body: object) => asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, { ...body });
  const narrower = await change({ buyerAmount: { least: "10.00", most: "20.00" } });
  assert.deepEqual(narrower.json().buyerAmount, { least: "10.00", most: "20.00", suggested: [] });
  assert.deepEqual(await refusal(page, { amount: "15.00" }), ["price_changed"]);
  const choosing = await openLink(app, linkIdentity);
  assert.equal((await change({ buyerAmount: null })).json().unitTotal, "97.75");
  assert.deepEqual(await refusal(choosing, { amount: "15.00" }), ["price_changed"]);
  const total = (await loadModel(app, await buy(app, await openLink(app, linkIdentity), buyer()))).total;
  assert.equal(total, 97.75);
});

test("the same amount from one page is one order, another amount another order, each of one piece of the stock", async () => {
  const { linkIdentity, productId } = await donation({ product: { stockQty: 3 } });
  const model = await openLink(app, linkIdentity);
  const from = { ...buyer(), checkoutKey: "page-of-a-donor" };
  const first = await buy(app, model, { ...from, amount: "20.00" });
  assert.equal(await buy(app, model, { ...from, amount: "20" }), first);
  const second = await buy(app, model, { ...from, amount: "30.00" });
  assert.notEqual(second, first);
  assert.equal((await loadModel(app, first)).order.orderStatus, "CANCELLED");
  assert.deepEqual(await stockOf(app, productId), { free: 2, held: 1, sold: 0 });
});

test("the service fee comes on top of what was chosen, as the page says before", async () => {
  await app.db.pool.query("update merchants set commission_rate_bps = 250 where id = $1", [app.merchantId]);
  const { linkIdentity } = await donation({ link: { clientPaysFees: true } });
  const orderNumber = await buy(app, await openLink(app, linkIdentity), { ...buyer(), amount: "100.00" });
  const { total } = await loadModel(app, orderNumber);
  assert.ok(fromJsonNumber(total, "SAR") > 100_00);
  await app.db.pool.query("update merchants set commission_rate_bps = 0 where id = $1", [app.merchantId]);
});

test("bounds that are none are refused with their fields, by the database as well", async () => {
  const { id } = (await asMerchant(app, "POST", "/products", { title: "تبرع", price: "1.00" })).json();
  const wrong = async (body: object) => {
    const reply = await asMerchant(app, "POST", "/product-links", { productId: id, ...body });
    assert.equal(reply.statusCode, 422, reply.body);
    return reply.json().fields.map((field: { path: string; code: string }) => `${field.path} ${field.code}`);
  };
  assert.deepEqual(await wrong({ buyerAmount: { least: "0", most: "5.00" } }), [
    "buyerAmount.least too_small",
  ]);
  assert.deepEqual(await wrong({ buyerAmount: { least: "5.00", most: "4.99", suggested: ["9"] } }), [
    "buyerAmount.most too_small",
    "buyerAmount.suggested.0 out_of_range",
  ]);
  assert.deepEqual(await wrong({ buyerAmount: { least: "1.001", most: "1000000000.01" } }), [
    "buyerAmount.least invalid_amount",
    "buyerAmount.most too_large",
  ]);
  assert.deepEqual(await wrong({ quantity: 2, buyerAmount }), ["quantity not_together"]);
  const { linkIdentity } = await donation();
  const more = await asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, { quantity: 2 });
  assert.equal(more.json().fields[0].code, "not_together");
  for (const set of [
    "least_amount = null",
    "least_amount = 0",
    "most_amount = 999",
    "suggested_amounts = '{500001}'",
    "suggested_amounts = '{1000,null}'",
    "qty = 2",
    "least_amount = null, most_amount = null",
  ])
    await assert.rejects(
      app.db.pool.query(`update product_links set ${set} where link_identity = $1`, [linkIdentity]),
      /buyers_amount_has_bounds/,
      set,
    );
});

test("what a shop is owed stands in the field of one buyer's address, within the bounds", async () => {
  const { linkIdentity } = await donation();
  const seal = (of: string, amount: string) =>
    asMerchant(app, "POST", `/product-links/${of}/prefill`, { amount });
  const made = await seal(linkIdentity, "250");
  assert.equal(made.statusCode, 200, made.body);
  const token = new URL(made.json().url).searchParams.get("for");
  const link = { merchantId: app.merchantId, linkIdentity };
  assert.equal(readPrefill(app.services, link, token)?.amount, "250.00");
  assert.equal((await seal(linkIdentity, "5.00")).json().fields[0].code, "out_of_range");
  const priced = await makeLink(app);
  assert.equal((await seal(priced.linkIdentity, "250")).json().fields[0].code, "not_allowed");
});
