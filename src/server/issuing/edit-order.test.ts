/** An unpaid invoice is changed: what changes, what stays, when it is refused, and that no buyer pays for what was before. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Invoice } from "#contract/invoices.ts";
import {
  type AddedState,
  type CallOptions,
  type MerchantApi,
  oneLine,
  startMerchantApi,
  type TestMerchant,
} from "#test/merchant-api.ts";
import { loadDocumentOrder } from "../documents/order-facts.ts";
import { placeEvents } from "../events/place-events.ts";

let api: MerchantApi;
let other: TestMerchant;

before(async () => {
  api = await startMerchantApi();
  other = await api.addMerchant();
});
after(async () => await api[Symbol.asyncDispose]());

const address = (orderNumber: string) => `/api/v1/invoices/${orderNumber}`;
const get = (orderNumber: string, options: CallOptions = {}) =>
  api.call("GET", address(orderNumber), options);
const change = (orderNumber: string, body: unknown, { ifMatch = "*", ...options }: Change = {}) =>
  api.call("PATCH", address(orderNumber), {
    ...options,
    body,
    headers: { ...(ifMatch !== null && { "if-match": ifMatch }), ...options.headers },
  });
type Change = CallOptions & { readonly ifMatch?: string | null };

async function changed(orderNumber: string, body: unknown): Promise<Invoice> {
  const reply = await change(orderNumber, body);
  assert.equal(reply.statusCode, 200, reply.body);
  assert.deepEqual((await get(orderNumber)).json(), reply.json());
  return reply.json();
}

async function column<Value>(orderNumber: string, name: string): Promise<Value> {
  const { rows } = await api.db.pool.query(`select ${name} as value from orders where order_number = $1`, [
    orderNumber,
  ]);
  return rows[0].value;
}

const versionOf = (orderNumber: string) => column<number>(orderNumber, "version");

const full = {
  externalOrderNumber: "NK-1",
  client: { name: "نورة العتيبي", mobile: "0551234567", email: "noura@example.com" },
  lines: [oneLine, { title: "كتاب", quantity: "1.5", unit: "KGM", unitPrice: "20.00", vatRate: "15" }],
  discount: { type: "PERCENTAGE", value: "10" },
  note: "مع الشكر",
  callbackUrl: "http://127.0.0.1:5000/done",
  agreement: { title: "الشروط", text: "لا يُرد المبيع بعد فتحه." },
  allowedMethods: ["mada", "creditcard"],
  dueDate: "2999-01-01".replace("2999", String(new Date().getUTCFullYear() + 1)),
  expiresAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  metadata: { shopOrder: "6735", channel: "instagram" },
};

test("what is sent is changed, amounts are computed again, and all else stays as it was", async () => {
  const issued = await api.issue(full);
  const lines = [{ ...oneLine, quantity: 3 }];
  const after = await changed(issued.orderNumber, { lines, note: null, externalOrderNumber: "NK-2" });
  assert.deepEqual(
    [issued.total, after.subTotal, after.discount?.amount, after.total],
    [...["134.55", "150.00", "15.00", "155.25"]],
  );
  const { lines: _one, subTotal, discount, vat, total, dueTotal, note, externalOrderNumber, ...rest } = after;
  // It has the total in its text.
  const derived = ["updatedAt", "whatsappLink"];
  assert.deepEqual([note, externalOrderNumber, dueTotal, vat], [null, "NK-2", total, "20.25"]);
  for (const [name, value] of Object.entries(rest))
    if (!derived.includes(name)) assert.deepEqual(value, issued[name as keyof Invoice], name);
  assert.deepEqual([subTotal, discount?.value], ["150.00", "10.00"]);
});

test("each field can be changed alone, and taken away where it may be missing", async () => {
  const { orderNumber } = await api.issue(full);
  const later = new Date(Date.now() + 60 * 86_400_000).toISOString();
  for (const [name, sent, answered] of [
    ["note", "شكرًا", "شكرًا"],
    ["supplyDate", "2026-01-31", "2026-01-31"],
    ["callbackUrl", "http://127.0.0.1:5000/other", "http://127.0.0.1:5000/other"],
    ["cancelUrl", "http://127.0.0.1:5000/cart", "http://127.0.0.1:5000/cart"],
    ["dueDate", full.dueDate, full.dueDate],
    ["expiresAt", later, later],
  ] as const) {
    assert.equal((await changed(orderNumber, { [name]: sent }))[name], answered, name);
    assert.equal((await changed(orderNumber, { [name]: null }))[name], null, name);
  }
  const terms = { title: "شروط أخرى", text: "يُرد المبيع خلال أسبوع." };
  assert.deepEqual((await changed(orderNumber, { agreement: terms })).agreement, {
    version: 2,
    ...terms,
    english: null,
  });
  assert.equal((await changed(orderNumber, { agreement: null })).agreement, null);
  const sara = { name: "سارة", mobile: "0559876543" };
  assert.equal((await changed(orderNumber, { client: sara })).client?.mobile, "+966559876543");
  assert.equal((await changed(orderNumber, { client: null })).client, null);
  assert.deepEqual((await changed(orderNumber, { allowedMethods: ["mada"] })).allowedMethods, ["mada"]);
  assert.ok((await changed(orderNumber, { allowedMethods: null })).allowedMethods.length > 2);
  assert.equal((await changed(orderNumber, { discount: null })).discount, null);
  assert.equal((await changed(orderNumber, { pricesIncludeVat: true })).total, "130.00");
});

test("a change that touches no amount leaves every figure, whatever the merchant's rates are by now", async () => {
  const shop = await api.addMerchant({ commissionRateBps: 250 });
  const issued = await api.issue({ clientPaysFees: true }, { merchant: shop });
  await api.db.pool.query("update merchants set commission_rate_bps = 500 where id = $1", [shop.id]);
  const options = { merchant: shop, headers: { "if-match": "*" } };
  const url = address(issued.orderNumber);
  const noted = (await api.call("PATCH", url, { ...options, body: { note: "x" } })).json();
  assert.deepEqual([noted.total, noted.commissionRate, noted.lines], [issued.total, "2.50", issued.lines]);
  const priced = (await api.call("PATCH", url, { ...options, body: { lines: [oneLine] } })).json();
  assert.equal(priced.commissionRate, "5.00");
  assert.notEqual(priced.total, issued.total);
});

test("a due date that is past, and a method whose account is gone, do not stop another change", async () => {
  const { orderNumber } = await api.issue({ ...full, dueDate: undefined });
  await api.db.pool.query("update orders set due_date = '2026-01-01' where order_number = $1", [orderNumber]);
  const after = await changed(orderNumber, { note: "x" });
  assert.equal(after.dueDate, "2026-01-01");
  const refused = await change(orderNumber, { dueDate: "2026-01-02" });
  assert.deepEqual(
    [refused.statusCode, refused.json().fields],
    [422, [{ path: "dueDate", code: "out_of_range", message: "must be from today to five years from now" }]],
  );
});

test("an invoice that has expired is payable again with a later end, and its next end is logged", async () => {
  const { orderNumber } = await api.issue(full);
  await api.db.pool.query(
    "update orders set expires_at = now() - interval '1 day', expired_at = now() where order_number = $1",
    [orderNumber],
  );
  await changed(orderNumber, { note: "still over" });
  assert.notEqual(await column(orderNumber, "expired_at"), null);
  const again = await changed(orderNumber, { expiresAt: full.expiresAt });
  assert.equal(again.expiresAt, full.expiresAt);
  assert.equal(await column(orderNumber, "expired_at"), null);
});

test("metadata changes name by name, without a new version of the content, also of a paid invoice", async () => {
  const { orderNumber } = await api.issue(full);
  const after = await changed(orderNumber, { metadata: { channel: null, agent: "هدى" } });
  assert.deepEqual(after.metadata, { shopOrder: "6735", agent: "هدى" });
  assert.equal(await versionOf(orderNumber), 1);
  await api.addAttempt(orderNumber, "captured");
  const paid = await changed(orderNumber, { metadata: { delivered: "yes" } });
  assert.deepEqual([paid.status, paid.metadata["delivered"]], ["PAID", "yes"]);
  const many = Object.fromEntries(Array.from({ length: 48 }, (_, index) => [`n${index}`, "x"]));
  const refused = await change(orderNumber, { metadata: many });
  assert.deepEqual([refused.statusCode, refused.json().fields[0].code], [422, "too_many"]);
});

test("metadata of a new invoice is texts by plain names, and what is too long or too much is refused", async () => {
  for (const metadata of [
    { "a b": "x" },
    { ["n".repeat(41)]: "x" },
    { a: "x".repeat(501) },
    { a: "" },
    { a: 1 },
    { a: "half a pair \udc00" },
    { a: "\0" },
    Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`n${index}`, "x"])),
  ]) {
    const reply = await api.call("POST", "/api/v1/invoices", { body: { lines: [oneLine], metadata } });
    assert.deepEqual([reply.statusCode, reply.json().code], [422, "validation_failed"], reply.body);
  }
});

test("a change needs the state that its caller knows: none is 428, one of before is 412, and nothing is changed", async () => {
  const issued = await api.call("POST", "/api/v1/invoices", { body: { lines: [oneLine] } });
  const { orderNumber } = issued.json();
  const tag = String(issued.headers.etag);
  assert.match(tag, /^"[\w-]{22}"$/);
  assert.equal((await get(orderNumber)).headers.etag, tag);
  const missing = await change(orderNumber, { note: "x" }, { ifMatch: null });
  assert.deepEqual([missing.statusCode, missing.json().code], [428, "if_match_required"]);
  const first = await change(orderNumber, { note: "one" }, { ifMatch: `"other", ${tag}` });
  assert.equal(first.statusCode, 200, first.body);
  const second = await change(orderNumber, { note: "two" }, { ifMatch: tag });
  assert.deepEqual([second.statusCode, second.json().code], [412, "precondition_failed"]);
  assert.equal((await get(orderNumber)).json().note, "one");
  // A proxy that compresses marks tags as weak.
  const third = await change(orderNumber, { note: "three" }, { ifMatch: `W/${first.headers.etag}` });
  assert.equal(third.statusCode, 200);
  assert.notEqual(third.headers.etag, first.headers.etag);
});

test("of two who change at once from the same state one is refused because it has changed", async () => {
  const { orderNumber } = await api.issue();
  const ifMatch = String((await get(orderNumber)).headers.etag);
  const replies = await Promise.all(
    ["a", "b", "c"].map((note) => change(orderNumber, { note }, { ifMatch })),
  );
  assert.deepEqual(replies.map(({ statusCode }) => statusCode).toSorted(), [200, 412, 412]);
  assert.equal(await versionOf(orderNumber), 2);
});

test("a change that is repeated by its key is done once", async () => {
  const { orderNumber } = await api.issue();
  const ifMatch = String((await get(orderNumber)).headers.etag);
  const send = () =>
    change(orderNumber, { note: "once" }, { ifMatch, headers: { "idempotency-key": "edit-1" } });
  const [first, again] = [await send(), await send()];
  assert.deepEqual([again.headers["idempotent-replayed"], again.json()], ["true", first.json()]);
  assert.equal(await versionOf(orderNumber), 2);
});

const ofAttempt: readonly (readonly [AddedState, string])[] = [
  ["in_flight", "payment_in_progress"],
  ["unknown", "payment_in_progress"],
  ["authorised", "order_already_paid"],
  ["captured", "order_already_paid"],
  ["offered", "reference_open"],
  ["awaiting_buyer", "superseded"],
  ["declined", "declined"],
  ["surplus", "payment_in_progress"],
];

test("nothing is changed while money may be on its way, is owed back or a bill is out, and what waits for its buyer is superseded", async () => {
  for (const [state, after] of ofAttempt) {
    const { orderNumber } = await api.issue();
    await api.addAttempt(orderNumber, state, state === "offered" ? "sadad" : "card");
    const before = (await get(orderNumber)).json();
    const reply = await change(orderNumber, { lines: [{ ...oneLine, quantity: 5 }] });
    if (reply.statusCode === 200) assert.equal(reply.json().attempts[0].state, after, state);
    else {
      assert.deepEqual([reply.statusCode, reply.json().code], [409, after], state);
      assert.deepEqual((await get(orderNumber)).json(), before, state);
    }
  }
});

test("a closed invoice and one of a product link keep their content", async () => {
  const { orderNumber } = await api.issue();
  await api.call("POST", `${address(orderNumber)}/cancel`);
  assert.equal((await change(orderNumber, { note: "x" })).json().code, "order_cancelled");
  const linked = await api.issue();
  await api.db.pool.query("update orders set source = 'link' where order_number = $1", [linked.orderNumber]);
  assert.equal((await change(linked.orderNumber, { note: "x" })).json().code, "invoice_of_link");
  assert.equal((await change(linked.orderNumber, { metadata: { a: "b" } })).statusCode, 200);
});

test("wrong changes are refused by their field, and nothing is changed", async () => {
  const dollars = await api.issue({
    currency: "USD",
    foreignEquivalent: { currency: "SAR", amount: "375.00" },
  });
  const unequal = (await change(dollars.orderNumber, { lines: [oneLine] })).json();
  assert.deepEqual([unequal.fields[0].path, unequal.fields[0].code], ["foreignEquivalent", "required"]);
  const { orderNumber } = await api.issue();
  const before = (await get(orderNumber)).json();
  for (const [body, path] of [
    [{ currency: "SAR" }, "currency"],
    [{ status: "PAID" }, "status"],
    [{ lines: [] }, "lines"],
    [{ lines: [{ ...oneLine, unitPrice: "1.001" }] }, "lines.0.unitPrice"],
    [{ client: {} }, "client.name"],
    [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
    [{ note: "4111 1111 1111 1111" }, "note"],
  ] as const) {
    const reply = await change(orderNumber, body);
    const paths = (reply.json().fields ?? []).map((field: { path: string }) => field.path);
    assert.equal(reply.statusCode, 422, reply.body);
    assert.ok(paths.includes(path), `${path}: ${reply.body}`);
  }
  assert.equal((await change(orderNumber, { lines: [{ ...oneLine, unitPrice: "0" }] })).statusCode, 422);
  assert.deepEqual((await get(orderNumber)).json(), before);
});

test("another buyer gets the form of tax invoice that the law wants, and papers name the new one", async () => {
  const issued = await api.issue(full);
  assert.equal(issued.taxForm, "simplified");
  const company = {
    legalName: "شركة واحة الخليج للتجارة",
    identification: { scheme: "CRN", value: "1010654321" },
  };
  const refused = await change(issued.orderNumber, { client: company });
  assert.equal(refused.json().fields[0].path, "client.postalAddress.street");
  const postalAddress = {
    ...{ street: "شارع العليا", buildingNumber: "7525", district: "الورود" },
    ...{ postalCode: "12252", city: "الرياض" },
  };
  const after = await changed(issued.orderNumber, { client: { ...company, postalAddress } });
  assert.deepEqual([after.taxForm, after.client?.legalName], ["standard", company.legalName]);
  const paper = await loadDocumentOrder(api.db.kysely, { orderNumber: issued.orderNumber });
  assert.equal(paper?.facts.buyer?.name, company.legalName);
  // The row of the first buyer still says what it said.
  const { rows } = await api.db.pool.query("select name from clients where id = $1", [issued.client?.id]);
  assert.equal(rows[0].name, "نورة العتيبي");
});

test("terms that are replaced count as not accepted", async () => {
  const { orderNumber } = await api.issue(full);
  await api.db.pool.query(
    `update orders set agreement_accepted_at = now(), agreement_accepted_sha256 = repeat('a', 64)
      where order_number = $1`,
    [orderNumber],
  );
  assert.notEqual((await changed(orderNumber, { note: "x" })).agreementAcceptance, null);
  const terms = { title: "الشروط", text: "شروط جديدة." };
  assert.equal((await changed(orderNumber, { agreement: terms })).agreementAcceptance, null);
});

test("the event says what changed, with the invoice as it is afterwards", async () => {
  const { orderNumber } = await api.issue(full);
  await changed(orderNumber, { dueDate: null, metadata: { channel: null } });
  await changed(orderNumber, {});
  await placeEvents(api.services);
  const { items } = (await api.call("GET", "/api/v1/events?type=invoice.updated&limit=100")).json();
  const mine = items.filter(
    (item: { data: { invoice: { orderNumber: string } } }) => item.data.invoice.orderNumber === orderNumber,
  );
  assert.equal(mine.length, 1);
  const { changed: names, invoice } = mine[0].data;
  assert.deepEqual(names, ["dueDate", "metadata"]);
  assert.deepEqual([invoice.dueDate, invoice.metadata], [null, { shopOrder: "6735" }]);
});

test("another merchant changes nothing of it, and cannot tell it from what does not exist", async () => {
  const { orderNumber } = await api.issue();
  const ask = async (number: string) => {
    const { requestId: _id, ...said } = (
      await change(number, { note: "theirs" }, { merchant: other })
    ).json();
    return said;
  };
  const said = await ask(orderNumber);
  assert.equal(said.code, "order_not_found");
  assert.deepEqual(said, await ask("0000000000000000"));
  assert.equal((await get(orderNumber)).json().note, null);
});

test("the database lets no content change under its version, of a closed order, or while money is on its way", async () => {
  const { orderNumber } = await api.issue();
  const raise = (more = "") =>
    api.db.pool.query(
      `update orders set sub_total = sub_total + 100, total = total + 100 ${more} where order_number = $1`,
      [orderNumber],
    );
  await assert.rejects(raise(), /changes under the version/);
  await raise(", version = version + 1");
  await api.addAttempt(orderNumber, "in_flight");
  await assert.rejects(raise(", version = version + 1"), /closed, or being paid/);
  const drop = "delete from order_lines where order_id = (select id from orders where order_number = $1)";
  await assert.rejects(api.db.pool.query(drop, [orderNumber]), /closed, or being paid/);
});
