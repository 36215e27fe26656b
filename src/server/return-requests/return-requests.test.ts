/** Buyers ask for a return once at a time, in time, of what they paid for; the shop answers once; no money moves by either. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { returnMoves, returnReasons, returnStates } from "#core/return-request.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { lockOut } from "#test/order-lock.ts";
import { runJobs } from "#test/webhook-shop.ts";
import { draftCookie, readDrafts } from "../http/form-draft.ts";
import { eraseBuyer } from "../privacy/erase-buyer.ts";
import { loadReturn } from "./return-store.ts";

let app: TestApp;

before(async () => {
  app = await startTestApp();
  await call("PATCH", "/merchant", { returnRequestDays: 14 });
});
after(() => app[Symbol.asyncDispose]());

const dayMs = 24 * 60 * 60_000;
const noura = { name: "نورة", mobile: "0551234567", email: "noura@example.com", countryCode: "SA" };

async function call(method: "GET" | "POST" | "PATCH" | "PUT", path: string, body?: object) {
  const headers = {
    authorization: `Bearer ${app.apiKey}`,
    ...(method === "POST" && { "idempotency-key": randomUUID() }),
  };
  return await app.app.inject({ method, url: `/api/v1${path}`, headers, ...(body && { payload: body }) });
}

/** A paid invoice of three dates and one mug. */
async function bought(): Promise<string> {
  const orderNumber = await issueInvoice(app, {
    client: noura,
    lines: [
      { title: "تمر", quantity: 3, unitPrice: "10.00" },
      { title: "كوب", quantity: 1, unitPrice: "20.00" },
    ],
  });
  await payByCard(app, orderNumber);
  return orderNumber;
}

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** The form, as a browser sends it. */
const ask = (orderNumber: string, fields: Fields = {}, origin?: string | null) =>
  post(`askReturn/${orderNumber}`, { reason: "damaged", ...fields }, origin);
const withdraw = (orderNumber: string, origin?: string | null) =>
  post(`withdrawReturn/${orderNumber}`, {}, origin);

async function post(path: string, fields: Fields, origin: string | null = "http://localhost:3000") {
  const all = Object.entries({ lang: "ar", ...fields });
  const body = new URLSearchParams(
    all.flatMap(([name, texts]) => [texts].flat().map((text) => [name, text])),
  );
  return await app.app.inject({
    method: "POST",
    url: `/rest/pay/${path}`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      ...(origin !== null && { origin }),
    },
    payload: body.toString(),
  });
}

const form = "/rest/pay/askReturn/:orderNumber";

/** What the browser keeps of the form, by its cookies. */
function keptIn(cookies: readonly { readonly name: string; readonly value: string }[]) {
  return readDrafts(Object.fromEntries(cookies.map(({ name, value }) => [name, value])))[form];
}

const requestsOf = async (orderNumber: string) =>
  (await call("GET", `/return-requests?orderNumber=${orderNumber}`)).json().items;
const pageOf = (orderNumber: string) => loadReturn(app.db.kysely, orderNumber, app.clock.now());
const answer = (id: number, body: object) => call("POST", `/return-requests/${id}/answer`, body);

test("a buyer asks by the form, the shop accepts, and both read it; no money has moved", async () => {
  const orderNumber = await bought();
  const before = await pageOf(orderNumber);
  assert.equal(before.askedUntil, new Date((await paidAt(orderNumber)) + 14 * dayMs).toISOString());
  const sent = await ask(orderNumber, {
    ...{ reason: "damaged", words: "الكوب\nمكسور", what: "lines", line: ["1", "2"], quantity_1: "٢" },
  });
  assert.deepEqual(
    [sent.statusCode, sent.headers["location"]],
    [303, `/pay/order/${orderNumber}?lang=ar#return`],
  );
  const [request] = await requestsOf(orderNumber);
  assert.deepEqual(
    [request.state, request.reason, request.buyer.words, request.lines, request.language],
    [
      "requested",
      "damaged",
      "الكوب\nمكسور",
      [1, 2].map((position) => ({ position, quantity: 3 - position })),
      "ar",
    ],
  );
  const { attention } = (await call("GET", "/home")).json();
  assert.equal(attention.find((one: { kind: string }) => one.kind === "return_requests").count, 1);
  const listed = (await call("GET", "/invoices?returnRequested=true")).json().items;
  assert.deepEqual(
    listed.map((one: { orderNumber: string }) => one.orderNumber),
    [orderNumber],
  );

  const accepted = await answer(request.id, { answer: "accept", words: "أرسلها مع المندوب" });
  assert.deepEqual([accepted.statusCode, accepted.json().state], [200, "accepted"], accepted.body);
  const { last, askedUntil } = await pageOf(orderNumber);
  assert.deepEqual([last?.state, last?.answer], ["accepted", "أرسلها مع المندوب"]);
  assert.ok(askedUntil, "the rest of the order can be asked about");
  assert.ok(!JSON.stringify(last).includes("مكسور"), "what the buyer wrote is for the shop");
  const invoice = (await call("GET", `/invoices/${orderNumber}`)).json();
  assert.deepEqual([invoice.status, invoice.refundedTotal], ["PAID", "0.00"]);
  assert.deepEqual((await call("GET", `/invoices/${orderNumber}/refunds`)).json().items, []);
});

async function paidAt(orderNumber: string): Promise<number> {
  return Date.parse((await call("GET", `/invoices/${orderNumber}`)).json().paidAt);
}

test("of one order one request waits, however many ask at once; it is answered once, and three are the most", async () => {
  const orderNumber = await bought();
  for (let nth = 1; nth <= 3; nth += 1) {
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(orderNumber)));
    for (const { headers } of asked)
      assert.equal(
        headers["location"],
        `/pay/order/${orderNumber}?lang=ar#return`,
        "one waits: none is late",
      );
    const [open, ...answered] = await requestsOf(orderNumber);
    assert.deepEqual([open.state, answered.length, open.lines], ["requested", nth - 1, []]);
    const both = await Promise.all([
      answer(open.id, { answer: "accept" }),
      answer(open.id, { answer: "decline", words: "لا" }),
    ]);
    assert.deepEqual(both.map(({ statusCode }) => statusCode).sort(), [200, 409]);
    assert.equal(both.find(({ statusCode }) => statusCode === 409)?.json().code, "return_answered");
  }
  assert.equal((await pageOf(orderNumber)).askedUntil, null);
  await ask(orderNumber);
  assert.equal((await requestsOf(orderNumber)).length, 3);
});

test("a buyer takes a request back while it waits: the shop reads so and cannot answer it, and another can be made", async () => {
  const orderNumber = await bought();
  await ask(orderNumber);
  const [request] = await requestsOf(orderNumber);
  assert.equal((await withdraw(orderNumber, "https://evil.example")).json().code, "origin_not_allowed");
  assert.equal((await withdraw(orderNumber, null)).json().code, "origin_not_allowed");
  const replies = await Promise.all([1, 2].map(() => withdraw(orderNumber)));
  for (const { statusCode, headers } of replies)
    assert.deepEqual(
      [statusCode, headers["location"]],
      [303, `/pay/order/${orderNumber}?lang=ar#return`],
      "the second press of one button does no harm",
    );
  const [taken] = await requestsOf(orderNumber);
  assert.deepEqual([taken.id, taken.state, taken.answeredAt], [request.id, "withdrawn", null]);
  assert.ok(Date.parse(taken.withdrawnAt) >= Date.parse(taken.createdAt));
  assert.equal((await answer(request.id, { answer: "accept" })).json().code, "return_answered");
  const { last, askedUntil } = await pageOf(orderNumber);
  assert.equal(last?.state, "withdrawn");
  assert.ok(askedUntil);
  const { attention } = (await call("GET", "/home")).json();
  assert.ok(!attention.some(({ kind }: { kind: string }) => kind === "return_requests"));
  await runJobs(app.services);
  const { items } = (await call("GET", "/events?type=return.withdrawn&limit=100")).json();
  assert.deepEqual(
    items.map(({ data }: { data: { returnRequest: object } }) => data.returnRequest),
    [{ id: request.id, state: "withdrawn", reason: "damaged" }],
  );

  await ask(orderNumber);
  const [again] = await requestsOf(orderNumber);
  await answer(again.id, { answer: "decline", words: "لا" });
  assert.equal((await withdraw(orderNumber)).statusCode, 303);
  assert.equal((await pageOf(orderNumber)).last?.state, "declined", "what was answered stays");
  assert.equal((await withdraw("0000000000000000")).statusCode, 404);
});

test("what cannot come back is not asked for: unpaid, given back, too late, or where the shop takes no requests", async () => {
  const unpaid = await issueInvoice(app);
  const [refunded, late, off] = [await bought(), await bought(), await bought()];
  const refund = await call("POST", `/invoices/${refunded}/refunds`, {});
  assert.ok([201, 202].includes(refund.statusCode), refund.body);
  await runJobs(app.services);
  const stillIn = await bought();
  await call("PATCH", "/merchant", { returnRequestDays: null });
  assert.equal((await ask(off)).statusCode, 303);
  assert.equal((await pageOf(stillIn)).askedUntil, null);
  await call("PATCH", "/merchant", { returnRequestDays: 14 });
  assert.ok((await pageOf(stillIn)).askedUntil);
  app.clock.advance(14 * dayMs);
  for (const orderNumber of [unpaid, refunded, late]) {
    const { statusCode, headers } = await ask(orderNumber, { words: "مكسور" });
    assert.deepEqual(
      [statusCode, headers["location"]],
      [303, `/pay/order/${orderNumber}?lang=ar&return=too_late#return`],
      "the page says that the words did not arrive",
    );
  }
  for (const orderNumber of [unpaid, refunded, late, off])
    assert.deepEqual([(await requestsOf(orderNumber)).length, (await pageOf(orderNumber)).last], [0, null]);
  app.clock.advance(-14 * dayMs);
  assert.equal((await ask("0000000000000000")).statusCode, 404);
});

test("a form with something wrong leads back and says what; a card number is nowhere kept", async () => {
  const orderNumber = await bought();
  const faults: readonly (readonly [Fields, string])[] = [
    [{ words: "بطاقتي 5123 4567 8901 2346" }, "card_number"],
    [{ words: "ا".repeat(501) }, "too_long"],
    [{ what: "lines" }, "lines"],
    [{ what: "lines", line: "9" }, "lines"],
  ];
  for (const [fields, fault] of faults) {
    const { statusCode, headers, cookies } = await ask(orderNumber, fields);
    assert.deepEqual(
      [statusCode, headers["location"]],
      [303, `/pay/order/${orderNumber}?lang=ar&return=${fault}#return`],
    );
    assert.ok(!JSON.stringify(keptIn(cookies)).includes("5123"));
  }
  for (const reason of ["", "because"]) assert.equal((await ask(orderNumber, { reason })).statusCode, 400);
  for (const origin of ["https://evil.example", null])
    assert.equal((await ask(orderNumber, {}, origin)).statusCode, 403);
  assert.deepEqual(await requestsOf(orderNumber), []);
  await ask(orderNumber, { what: "lines", line: ["1", "2"] });
  const [request] = await requestsOf(orderNumber);
  assert.deepEqual(request.lines, [], "all lines in full are the whole order");
  const refused = await answer(request.id, { answer: "decline", words: "5123456789012346" });
  assert.deepEqual([refused.statusCode, refused.json().fields[0].code], [422, "card_number_misplaced"]);
  assert.equal((await answer(request.id, { answer: "decline" })).json().fields[0].path, "words");
});

test("a form with something wrong that comes too late says that: its page has no form left in which to say more", async () => {
  const [late, waiting] = [await bought(), await bought()];
  assert.equal((await ask(waiting)).statusCode, 303);
  app.clock.advance(14 * dayMs);
  const answers = [];
  for (const orderNumber of [late, waiting]) answers.push(await ask(orderNumber, { words: "ا".repeat(501) }));
  app.clock.advance(-14 * dayMs);
  assert.deepEqual(
    answers.map(({ headers }) => headers["location"]),
    // Of a request that waits the page shows that.
    [`/pay/order/${late}?lang=ar&return=too_late#return`, `/pay/order/${waiting}?lang=ar#return`],
  );
});

test("a request of an erased buyer is answered without words: a text would be kept permanently, and has no reader", async () => {
  const answers = { accept: "accepted", decline: "declined" } as const;
  for (const [word, state] of Object.entries(answers)) {
    const orderNumber = await bought();
    await ask(orderNumber, { words: "الكوب مكسور" });
    const [before] = await requestsOf(orderNumber);
    assert.equal(before.buyer.isErased, false);
    await eraseBuyer(app.db.kysely, { kind: "mobile", value: "+966551234567" }, app.merchantId);
    const [erased] = await requestsOf(orderNumber);
    assert.deepEqual(erased.buyer, { name: null, words: null, isErased: true });
    const refused = await answer(before.id, { answer: word, words: "سنتصل بنورة" });
    assert.deepEqual([refused.statusCode, refused.json().code], [409, "buyer_erased"], refused.body);
    const answered = await answer(before.id, { answer: word });
    assert.deepEqual(
      [answered.statusCode, answered.json().state, answered.json().answer],
      [200, state, null],
    );
  }
});

test("a form that was not taken stays in its browser, whatever it says, until it is taken", async () => {
  const orderNumber = await bought();
  const left = { reason: "other", words: `${"😀".repeat(499)}ا`, what: "lines", quantity_1: "٢" };
  const { cookies } = await ask(orderNumber, left);
  assert.deepEqual(
    cookies.map(({ name, path, httpOnly }) => [name, path, httpOnly]),
    [[draftCookie(form), `/pay/order/${orderNumber}`, true]],
  );
  assert.deepEqual(keptIn(cookies), {
    ...{ reason: ["other"], words: [left.words], what: ["lines"], quantity_1: ["٢"] },
  });
  const partly = await ask(orderNumber, { words: "ا".repeat(501), line: ["2", "1"], quantity_1: "٢" });
  const { line, quantity_1: pieces } = keptIn(partly.cookies) ?? {};
  assert.deepEqual([line, pieces], [["2", "1"], ["٢"]]);
  const taken = await ask(orderNumber, { words: "مكسور" });
  assert.deepEqual([taken.cookies[0]?.name, taken.cookies[0]?.value], [draftCookie(form), ""]);
});

test("a form that was refused as too long comes back as it was written, with its end", async () => {
  const words = `${"كسر الغلاف في الطريق. ".repeat(60)}هذه هي النهاية`;
  const { cookies } = await ask(await bought(), { words });
  assert.deepEqual(keptIn(cookies)?.["words"], [words]);
});

test("events tell of both, without what people wrote; the buyer is notified by the shop's channel", async () => {
  const settings = (await call("GET", "/messages/settings")).json();
  const notices = { emails: ["sales@shop.example.sa"], events: ["return.requested"] };
  await call("PUT", "/messages/settings", { ...settings, channels: ["email"], notices });
  const orderNumber = await bought();
  await ask(orderNumber, { words: "سر" });
  const [request] = await requestsOf(orderNumber);
  await answer(request.id, { answer: "decline", words: "انتهت المدة" });
  await runJobs(app.services);
  await runJobs(app.services);
  const { items } = (await call("GET", "/events?type=return.requested,return.answered&limit=100")).json();
  type Told = { type: string; data: { invoice: { orderNumber: string }; returnRequest: object } };
  const told = items.filter(({ data }: Told) => data.invoice.orderNumber === orderNumber);
  assert.deepEqual(
    told.map(({ type, data }: Told) => [type, data.returnRequest]),
    [
      ["return.requested", { id: request.id, state: "requested", reason: "damaged" }],
      ["return.answered", { id: request.id, state: "declined", reason: "damaged" }],
    ],
  );
  const [mail] = app.mail.list(noura.email).filter(({ subject }) => /طلب الإرجاع/.test(subject ?? ""));
  assert.ok(mail?.text.includes(`/pay/order/${orderNumber}`));
  assert.match(app.mail.list("sales@shop.example.sa")[0]?.subject ?? "", /مشترٍ يطلب إرجاعًا/);
});

test("words go with the buyer's data; that a return was asked for stays", async () => {
  const orderNumber = await bought();
  await ask(orderNumber, { words: "اسمي نورة" });
  const { erased } = await eraseBuyer(app.db.kysely, { kind: "email", value: noura.email }, app.merchantId);
  assert.ok(erased.returnRequests >= 1);
  const [request] = await requestsOf(orderNumber);
  assert.deepEqual([request.state, request.buyer.words], ["requested", null]);
  assert.equal((await answer(request.id, { answer: "accept" })).statusCode, 200);
});

test("the database has the program's states, reasons and moves, and refuses every other change", async () => {
  const { rows: moves } = await app.db.pool.query(
    "select from_state, to_state from return_request_moves order by 1, 2",
  );
  assert.deepEqual(
    moves.map(({ from_state, to_state }) => [from_state, to_state]),
    returnStates.flatMap((from) => returnMoves[from].map((to) => [from, to])).toSorted(),
  );
  const orderNumber = await bought();
  const insert = (reason: string, order = orderNumber) =>
    app.db.pool.query(
      `insert into return_requests (merchant_id, order_id, reason, language, created_at)
       select merchant_id, id, $2, 'ar', now() from orders where order_number = $1 returning id`,
      [order, reason],
    );
  const unpaid = await issueInvoice(app);
  await assert.rejects(insert("other", unpaid), /not paid/);
  await assert.rejects(insert("because"), /check/);
  for (const reason of returnReasons) {
    const { rows } = await insert(reason);
    await assert.rejects(insert(reason), /one_open_return_request_per_order/);
    const set = (text: string) =>
      app.db.pool.query(`update return_requests set ${text} where id = $1`, [rows[0].id]);
    await assert.rejects(set("reason = 'other', language = 'en'"), /may not become/);
    await assert.rejects(set("words = 'not the buyer''s'"), /may not become/);
    await assert.rejects(set("state = 'accepted'"), /an_answer_has_its_time/);
    await assert.rejects(set("state = 'withdrawn'"), /a_withdrawal_has_its_time/);
    await set("state = 'declined', answered_at = created_at, answered_by = 'key 1', answer = 'no'");
    await assert.rejects(set("state = 'accepted'"), /may not become/);
    await assert.rejects(set("answer = 'yes'"), /may not become/);
  }
  await assert.rejects(app.db.pool.query("delete from return_requests"), /append-only/);
});

test("a return that is asked for while all is given back comes first or is refused: it never fails", async () => {
  const orderNumber = await bought();
  await using line = await lockOut(app.db, "return_requests");
  const asking = ask(orderNumber);
  await line.untilWaiting(1);
  const refunding = call("POST", `/invoices/${orderNumber}/refunds`, {});
  // Where the request holds no order, the refund is through before it.
  await Promise.race([refunding, line.untilWaiting(2).catch(() => {})]);
  await line.letGo();
  const [asked, refunded] = await Promise.all([asking, refunding]);
  assert.deepEqual([asked.statusCode, refunded.statusCode], [303, 201]);
});

test("nothing more is written on an order whose buyer was erased: no later erasure would find it", async () => {
  const orderNumber = await bought();
  assert.ok((await pageOf(orderNumber)).askedUntil);
  await eraseBuyer(app.db.kysely, { kind: "mobile", value: "+966551234567" }, null);
  assert.equal((await pageOf(orderNumber)).askedUntil, null);
  const sent = await ask(orderNumber, { words: "نورة، 0551234567" });
  assert.match(String(sent.headers["location"]), /return=too_late/);
  assert.deepEqual(await requestsOf(orderNumber), []);
});
