/** Questions of a product link: asked on its page, answered in the order, shown to the shop and its buyer. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { askedLimits } from "#core/asked-fields.ts";
import { loadModel, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, mobileOf, openLink, sendCheckout } from "#test/product-links.ts";
import { placeEvents } from "../events/place-events.ts";

let app: TestApp;
before(async () => {
  app = await startTestApp();
});
after(() => app[Symbol.asyncDispose]());

const asked = [
  {
    key: "cake_name",
    type: "text",
    label: { ar: "الاسم على الكيكة", en: "Name on the cake" },
    isRequired: true,
  },
  { key: "candles", type: "number", label: { ar: "عدد الشموع" } },
  {
    key: "size",
    type: "choice",
    label: { ar: "المقاس", en: "Size" },
    choices: [{ ar: "صغير", en: "Small" }, { ar: "كبير" }],
  },
];
const shown = [
  { key: "cake_name", type: "text", label: asked[0]?.label, isRequired: true, choices: [] },
  {
    key: "candles",
    type: "number",
    label: { ar: "عدد الشموع", en: "عدد الشموع" },
    isRequired: false,
    choices: [],
  },
  {
    key: "size",
    type: "choice",
    label: asked[2]?.label,
    isRequired: false,
    choices: [
      { ar: "صغير", en: "Small" },
      { ar: "كبير", en: "كبير" },
    ],
  },
];

let buyers = 0;
const buyer = () => ({ customerMobile: mobileOf(++buyers) });
const cake = (link: object = {}) => makeLink(app, { link: { askedFields: asked, ...link } });

const both = (text: string) => ({ ar: text, en: text });
const answers = [
  { key: "cake_name", label: shown[0]?.label, answer: both("لنورة <b>") },
  { key: "candles", label: shown[1]?.label, answer: both("30") },
  { key: "size", label: shown[2]?.label, answer: { ar: "صغير", en: "Small" } },
];
const given = { cake_name: " لنورة <b>\u202e", candles: "٣٠", size: "0" };

test("answers are with the order: for the shop in the invoice, its events and exports, for the buyer on the page", async () => {
  const link = await cake();
  assert.deepEqual(link.askedFields, shown);
  const model = await openLink(app, link.linkIdentity);
  assert.deepEqual(model.askedFields, shown);
  const orderNumber = await buy(app, model, { ...buyer(), answers: given });
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await placeEvents(app.services);
  const read = async (path: string) => (await asMerchant(app, "GET", path)).json();
  assert.deepEqual((await read(`/invoices/${orderNumber}`)).answers, answers);
  const events: { type: string; data: { invoice?: { orderNumber: string; answers?: unknown } } }[] = (
    await read("/events?limit=100")
  ).items;
  const own = events.filter(({ data }) => data.invoice?.orderNumber === orderNumber);
  assert.deepEqual(own.map(({ type }) => type).includes("invoice.paid"), true);
  for (const { data } of own) assert.deepEqual(data.invoice?.answers, answers);
  const csv = await asMerchant(
    app,
    "GET",
    `/exports/invoices?format=csv&language=en&from=2020-01-01&to=2099-12-31`,
  );
  assert.match(csv.body, /Name on the cake: لنورة <b>; عدد الشموع: 30; Size: Small/);
  assert.deepEqual((await loadModel(app, orderNumber)).order.answers, answers);
});

test("an order of a link that asks nothing, or was answered nothing, says so", async () => {
  const plain = await openLink(app, (await makeLink(app)).linkIdentity);
  assert.deepEqual(plain.askedFields, []);
  const refused = await sendCheckout(app, plain, { ...buyer(), answers: { cake_name: "x" } });
  assert.equal(refused.json().fields[0].code, "unknown_field");
  const orderNumber = await buy(app, plain, { ...buyer(), answers: {} });
  assert.deepEqual((await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json().answers, []);
  assert.equal("answers" in (await loadModel(app, orderNumber)).order, false);
});

test("wrong answers are refused at their fields, and card numbers are kept nowhere", async () => {
  const model = await openLink(app, (await cake()).linkIdentity);
  const refusal = async (changed: object) => {
    const reply = await sendCheckout(app, model, { ...buyer(), answers: { ...given, ...changed } });
    assert.equal(reply.statusCode, 422, reply.body);
    return reply.json().fields.map((field: { path: string; code: string }) => `${field.path} ${field.code}`);
  };
  assert.deepEqual(await refusal({ cake_name: " " }), ["answers.cake_name required"]);
  assert.deepEqual(await refusal({ cake_name: "م".repeat(askedLimits.answer + 1) }), [
    "answers.cake_name too_long",
  ]);
  assert.deepEqual(await refusal({ candles: "ثلاثون", size: "2" }), [
    "answers.candles invalid",
    "answers.size invalid",
  ]);
  assert.deepEqual(await refusal({ cake_name: "بطاقتي ٥١٢٣ ٤٥٠٠ ٠٠٠٠ ٠٠٠٨" }), [
    "answers.cake_name card_number_misplaced",
  ]);
  assert.deepEqual(await refusal({ other: "x" }), ["answers unknown_field"]);
});

test("other answers from the same page are another order, the same ones the same", async () => {
  const model = await openLink(app, (await cake()).linkIdentity);
  const from = { ...buyer(), checkoutKey: "page-of-a-cake" };
  const first = await buy(app, model, { ...from, answers: given });
  assert.equal(await buy(app, model, { ...from, answers: given }), first);
  assert.notEqual(await buy(app, model, { ...from, answers: { ...given, candles: "31" } }), first);
});

test("a page of other questions learns that the offer changed; the same questions again change nothing", async () => {
  const { linkIdentity } = await cake();
  const model = await openLink(app, linkIdentity);
  const change = (askedFields: object) =>
    asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, { askedFields });
  assert.equal((await change(asked)).statusCode, 200);
  await buy(app, model, { ...buyer(), answers: given });
  assert.deepEqual((await change([])).json().askedFields, []);
  const stale = await sendCheckout(app, model, { ...buyer(), answers: given });
  assert.equal(stale.json().code, "price_changed");
});

test("questions that are none are refused with their fields", async () => {
  const { id } = (await asMerchant(app, "POST", "/products", { title: "كيكة", price: "90.00" })).json();
  const wrong = async (askedFields: readonly object[]) => {
    const reply = await asMerchant(app, "POST", "/product-links", { productId: id, askedFields });
    assert.equal(reply.statusCode, 422, reply.body);
    return reply.json().fields.map((field: { path: string; code: string }) => `${field.path} ${field.code}`);
  };
  const text = { key: "a", type: "text", label: { ar: "سؤال" } };
  assert.deepEqual(
    await wrong([text, { ...text, choices: [{ ar: "نعم" }] }, { ...text, key: "b", type: "choice" }]),
    ["askedFields.1.key taken", "askedFields.1.choices not_allowed", "askedFields.2.choices required"],
  );
  assert.deepEqual(await wrong([{ ...text, label: { ar: " " } }]), ["askedFields.0.label.ar required"]);
  const many = Array.from({ length: askedLimits.fields + 1 }, (_, index) => ({ ...text, key: `a${index}` }));
  assert.equal((await wrong(many)).length, 1);
  await assert.rejects(
    app.db.pool.query("update product_links set asked_fields = '{}'"),
    /asked_fields_are_a_list/,
  );
});

test("answers go with the buyer's data: from the order, its events and what is kept for repetition", async () => {
  const model = await openLink(app, (await cake()).linkIdentity);
  const mobile = buyer();
  const secret = { ...given, cake_name: "لن يبقى هذا" };
  const orderNumber = await buy(app, model, { ...mobile, answers: secret });
  await payByCard(app, orderNumber);
  const erased = await asMerchant(app, "POST", "/buyers/erase", { buyer: mobile.customerMobile });
  assert.equal(erased.json().erased.linkAnswers, 1, erased.body);
  assert.deepEqual((await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json().answers, []);
  await placeEvents(app.services);
  const { body } = await asMerchant(app, "GET", "/events?limit=100");
  assert.ok(body.includes(orderNumber));
  const { rows } = await app.db.pool.query("select o::text as row from orders o");
  for (const kept of [body, ...rows.map(({ row }) => row)]) assert.ok(!kept.includes("لن يبقى هذا"));
});
