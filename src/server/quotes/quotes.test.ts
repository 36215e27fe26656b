import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Quote, quote as quoteShape } from "#contract/quotes.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { assertContains, inspect } from "#test/drawn-documents.ts";
import { rasterise, readQr } from "#test/pdf.ts";
import { asMerchant } from "#test/product-links.ts";
import { runJobs } from "#test/webhook-shop.ts";
import { eraseBuyer } from "../privacy/erase-buyer.ts";
import { dayAfter, today } from "../reconciliation/riyadh-day.ts";
import { loadQuote } from "./load-quote.ts";
import { expireQuotes } from "./quote-events.ts";

let api: TestApp;
before(async () => {
  api = await startTestApp();
});
after(async () => await api[Symbol.asyncDispose]());

const day = (days: number): string => dayAfter(today(api.clock.now()), days);
const invoice = {
  client: { name: "نورة العتيبي", mobile: "0551234567" },
  lines: [{ title: "تصميم شعار", quantity: 2, unitPrice: "500.00", vatRate: "15" }],
  externalOrderNumber: "NK-7",
};

async function make(more: object = {}): Promise<Quote> {
  const body = { invoice, validUntil: day(7), ...more };
  const reply = await asMerchant(api, "POST", "/quotes", body);
  assert.equal(reply.statusCode, 201, reply.body);
  return quoteShape.parse(reply.json());
}

const read = async (quoteNumber: string): Promise<Quote> =>
  (await asMerchant(api, "GET", `/quotes/${quoteNumber}`)).json();

const count = async (table: string): Promise<number> =>
  (await api.db.pool.query(`select count(*)::int as count from ${table}`)).rows[0].count;

/** As the forms of the page send it. */
const answer = (quoteNumber: string, what: string, of = api) =>
  of.app.inject({
    method: "POST",
    url: `/rest/pay/quote/${quoteNumber}/${what}`,
    headers: { origin: "http://localhost:3000", "content-type": "application/x-www-form-urlencoded" },
    payload: "lang=en",
  });

test("a quote is no order, no client and no tax document; its page shows what it comes to", async () => {
  const before = [await count("orders"), await count("clients")];
  const made = await make({ dueDays: 10 });
  assert.partialDeepStrictEqual(made, {
    ...{ number: "Q-000001", state: "open", total: "1150.00", clientName: "نورة العتيبي", orderNumber: null },
    url: `http://localhost:3000/pay/quote/${made.quoteNumber}`,
  });
  const page = await loadQuote(api.services, made.quoteNumber.toLowerCase(), "ar");
  assert.equal(page?.model.total, 1150);
  assert.partialDeepStrictEqual(page?.quote, { number: "Q-000001", state: "open", isOutdated: false });
  const after = [await count("orders"), await count("clients")];
  assert.deepEqual(after, before);
  assert.equal(await loadQuote(api.services, "0000000000000000", "ar"), null);
});

test("a buyer who accepts gets the invoice, due as was said, once, however often the button is pressed", async () => {
  const { quoteNumber } = await make({ dueDays: 10 });
  const replies = await Promise.all([1, 2, 3].map(() => answer(quoteNumber, "accept")));
  const { orderNumber, state, decidedBy } = await read(quoteNumber);
  assert.deepEqual([state, decidedBy], ["accepted", "buyer"]);
  for (const reply of replies)
    assert.deepEqual([reply.statusCode, reply.headers.location], [303, `/pay/order/${orderNumber}?lang=en`]);
  const issued = (await asMerchant(api, "GET", `/invoices/${orderNumber}`)).json();
  assert.partialDeepStrictEqual(issued, {
    ...{
      total: "1150.00",
      status: "CREATED",
      dueDate: day(10),
      externalOrderNumber: "NK-7",
      taxInvoice: null,
    },
  });
  const { rows } = await api.db.pool.query(
    "select count(*)::int as count from orders where external_order_number = 'NK-7'",
  );
  assert.equal(rows[0].count, 1);
  assert.equal((await loadQuote(api.services, quoteNumber, "ar"))?.quote.orderNumber, orderNumber);
});

test("declined, withdrawn and expired quotes cannot be accepted, and none is decided twice", async () => {
  const declined = await make();
  assert.equal(
    (await answer(declined.quoteNumber, "decline")).headers.location,
    `/pay/quote/${declined.quoteNumber}?lang=en`,
  );
  const withdrawn = await make();
  assert.equal(
    (await asMerchant(api, "POST", `/quotes/${withdrawn.quoteNumber}/withdraw`)).json().state,
    "withdrawn",
  );
  const expired = await make({ validUntil: day(0) });
  api.clock.advance(24 * 60 * 60_000);
  const before = await count("orders");
  for (const [{ quoteNumber }, state] of [
    [declined, "declined"],
    [withdrawn, "withdrawn"],
    [expired, "expired"],
  ] as const) {
    assert.equal((await answer(quoteNumber, "accept")).headers.location, `/pay/quote/${quoteNumber}?lang=en`);
    const byShop = await asMerchant(api, "POST", `/quotes/${quoteNumber}/accept`);
    assert.equal(byShop.json().code, "quote_closed");
    assert.equal(
      (await asMerchant(api, "POST", `/quotes/${quoteNumber}/withdraw`)).json().code,
      "quote_closed",
    );
    const found = await read(quoteNumber);
    assert.deepEqual([found.state, found.whatsappLink], [state, null]);
  }
  assert.equal(await count("orders"), before);
  await assert.rejects(
    api.db.pool.query("update quotes set state = 'open', decided_at = null where quote_number = $1", [
      declined.quoteNumber,
    ]),
    /was decided/,
  );
});

test("a quote that would come to another amount now is not accepted for it", async () => {
  const { quoteNumber } = await make();
  await api.db.pool.query("update merchants set vat_number = null where id = $1", [api.merchantId]);
  const refused = await asMerchant(api, "POST", `/quotes/${quoteNumber}/accept`);
  assert.equal(refused.json().code, "quote_changed");
  assert.equal((await loadQuote(api.services, quoteNumber, "ar"))?.quote.isOutdated, true);
  await api.db.pool.query("update merchants set vat_number = '310122393500003' where id = $1", [
    api.merchantId,
  ]);
  const accepted = await asMerchant(api, "POST", `/quotes/${quoteNumber}/accept`);
  assert.deepEqual([accepted.statusCode, accepted.json().total], [201, "1150.00"]);
});

test("what an invoice would be refused for is refused when the quote is made, and days that make no offer", async () => {
  for (const [body, path] of [
    [{ invoice, validUntil: day(-1) }, "validUntil"],
    [{ invoice, validUntil: day(400) }, "validUntil"],
    [{ invoice: { ...invoice, dueDate: day(3) }, validUntil: day(1) }, "invoice.dueDate"],
    [{ invoice: { ...invoice, note: "4242 4242 4242 4242" }, validUntil: day(1) }, "invoice.note"],
  ] as const) {
    const reply = await asMerchant(api, "POST", "/quotes", body);
    assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, path]);
  }
});

test("its paper says that it is a quotation until a day, names no order, and its code opens its page", async () => {
  const { quoteNumber, number, url, validUntil } = await make();
  const reply = await asMerchant(api, "GET", `/quotes/${quoteNumber}/pdf?lang=en`);
  assert.equal(reply.statusCode, 200, reply.body);
  const { text } = await inspect(reply.rawPayload, "quote");
  assertContains(text, ["Quotation", number, validUntil, "1,150.00", "Scan to accept", "عرض سعر"]);
  assert.ok(!/Order no|Tax invoice|verify/.test(text), text);
  assert.equal(readQr(await rasterise(reply.rawPayload, { page: 1, dpi: 150 })), url);
});

test("an erasure takes the buyer out of quotes and closes those that are open", async () => {
  const client = { name: "ريم", mobile: "0559998877" };
  const { quoteNumber } = await make({ invoice: { ...invoice, client } });
  await eraseBuyer(api.services.db.kysely, { kind: "mobile", value: "+966559998877" }, api.merchantId);
  const erased = await read(quoteNumber);
  assert.deepEqual([erased.state, erased.clientName, "client" in erased.invoice], ["withdrawn", null, false]);
});

const events = async (quoteNumber: string) => {
  await runJobs(api.services);
  const { items } = (await asMerchant(api, "GET", "/events?limit=100")).json();
  type Told = {
    type: string;
    data: { quote?: { quoteNumber: string; state: string; decidedBy: string | null; total: string } };
  };
  return (items as Told[]).flatMap(({ type, data }) =>
    data.quote?.quoteNumber === quoteNumber
      ? [[type, data.quote.state, data.quote.decidedBy, data.quote.total].join(" ")]
      : [],
  );
};

test("events tell of each turn of a quote once; that of an acceptance has its invoice", async () => {
  const accepted = await make();
  await answer(accepted.quoteNumber, "accept");
  const declined = await make();
  await answer(declined.quoteNumber, "decline");
  const withdrawn = await make();
  await asMerchant(api, "POST", `/quotes/${withdrawn.quoteNumber}/withdraw`);
  const expired = await make({ validUntil: day(0) });
  api.clock.advance(24 * 60 * 60_000);
  await Promise.all([expireQuotes(api.services), expireQuotes(api.services)]);
  await expireQuotes(api.services);
  for (const [{ quoteNumber }, end] of [
    [accepted, "quote.accepted accepted buyer"],
    [declined, "quote.declined declined buyer"],
    [withdrawn, "quote.withdrawn withdrawn shop"],
    [expired, "quote.expired expired "],
  ] as const)
    assert.deepEqual(await events(quoteNumber), ["quote.created open  1150.00", `${end} 1150.00`]);
  const [told] = (await asMerchant(api, "GET", "/events?type=quote.accepted&limit=100"))
    .json()
    .items.slice(-1);
  assert.equal(told.data.invoice.orderNumber, (await read(accepted.quoteNumber)).orderNumber);
});

test("a quote is sent to its buyer by e-mail, in the log and in events; not once it is closed, and not to an unknown buyer", async () => {
  const to = "noura@example.com";
  const { quoteNumber, number, validUntil } = await make({
    invoice: { ...invoice, client: { name: "نورة", email: to } },
  });
  const send = (body: Readonly<Record<string, unknown>>, of = quoteNumber) =>
    asMerchant(api, "POST", `/quotes/${of}/messages`, body);
  const sent = await send({ channel: "email" });
  assert.equal(sent.statusCode, 202, sent.body);
  assert.partialDeepStrictEqual(sent.json(), {
    kind: "quote",
    orderNumber: null,
    quoteNumber,
    state: "queued",
  });
  await runJobs(api.services);
  const [mail] = api.mail.list(to);
  assert.match(mail?.subject ?? "", /عرض سعر بمبلغ/);
  for (const said of [`/pay/quote/${quoteNumber}?lang=ar`, number, validUntil])
    assert.ok(mail?.text.includes(said), said);
  const [logged] = (await asMerchant(api, "GET", `/quotes/${quoteNumber}/messages`)).json().items;
  assert.equal(logged.state, "accepted");
  const all = (await asMerchant(api, "GET", "/messages?kind=quote")).json().items;
  assert.deepEqual(
    all.map((one: { id: number }) => one.id),
    [logged.id],
  );
  await runJobs(api.services);
  const [told] = (await asMerchant(api, "GET", "/events?type=message.sent&limit=100")).json().items.slice(-1);
  assert.deepEqual(told.data, {
    message: { kind: "quote", channel: "email", outcome: "sent", id: logged.id, quoteNumber },
  });
  const nobody = await send({ channel: "email" }, (await make()).quoteNumber);
  assert.deepEqual([nobody.statusCode, nobody.json().fields[0].path], [422, "to"]);
  assert.equal((await send({ channel: "sms" })).json().fields[0].code, "required");
  const late = await send({ channel: "email" });
  await answer(quoteNumber, "decline");
  assert.equal(late.statusCode, 202);
  await runJobs(api.services);
  assert.equal(api.mail.list(to).length, 1, "what was declined meanwhile is not sent");
  assert.equal((await send({ channel: "email" })).json().code, "quote_closed");
  await eraseBuyer(api.db.kysely, { kind: "email", value: to }, api.merchantId);
  assert.deepEqual((await asMerchant(api, "GET", `/quotes/${quoteNumber}/messages`)).json().items, []);
});

test("acceptances at the same moment need one connection each, by the buyer and by the shop", async () => {
  await using app = await startTestApp({ poolSize: 1 });
  const accept = async (by: "buyer" | "shop"): Promise<void> => {
    const made = await asMerchant(app, "POST", "/quotes", {
      invoice,
      validUntil: dayAfter(today(app.clock.now()), 7),
    });
    const { quoteNumber } = made.json();
    const reply =
      by === "buyer"
        ? await answer(quoteNumber, "accept", app)
        : await asMerchant(app, "POST", `/quotes/${quoteNumber}/accept`);
    assert.equal(reply.statusCode, by === "buyer" ? 303 : 201, reply.body);
    const { state } = (await asMerchant(app, "GET", `/quotes/${quoteNumber}`)).json();
    assert.equal(state, "accepted", by);
  };
  await accept("buyer");
  await accept("shop");
});
