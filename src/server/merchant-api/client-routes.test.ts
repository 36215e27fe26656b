/** The directory of clients: found, paged, their invoices, their e-mail address changed; no other merchant's. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "#contract/clients.ts";
import type { InvoiceSummary } from "#contract/invoices.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { loadDocumentOrder } from "../documents/order-facts.ts";
import { eraseBuyer } from "../privacy/erase-buyer.ts";
import { createApiKey } from "./api-keys.ts";

let api: MerchantApi;
let other: TestMerchant;
const noura = { name: "نورة العتيبي", mobile: "0551112223", email: "noura@example.com" };
const company = {
  legalName: "شركة واحة الخليج للتجارة",
  identification: { scheme: "CRN", value: "1010654321" },
  postalAddress: {
    street: "شارع العليا",
    buildingNumber: "7525",
    district: "الورود",
    postalCode: "12252",
    city: "الرياض",
  },
};
const numbers: Record<"first" | "second" | "ofSara" | "ofCompany", string> = {
  first: "",
  second: "",
  ofSara: "",
  ofCompany: "",
};

before(async () => {
  api = await startMerchantApi();
  other = await api.addMerchant();
  const issue = async (client: object): Promise<string> => (await api.issue({ client })).orderNumber;
  numbers.first = await issue(noura);
  numbers.ofSara = await issue({ name: "Sara_100%", mobile: "0559876543" });
  numbers.ofCompany = await issue(company);
  numbers.second = await issue(noura);
  await api.issue({});
  // Equal times: the id decides, and no entry is lost or shown twice.
  await api.db.pool.query("update clients set created_at = '2026-01-01T00:00:00.123456Z'");
});
after(async () => await api[Symbol.asyncDispose]());

const get = (path: string, merchant = api.merchant) => api.call("GET", `/api/v1${path}`, { merchant });
const change = (id: number | string, body: object, merchant = api.merchant) =>
  api.call("PATCH", `/api/v1/clients/${id}`, { body, merchant });

async function found(search: string, merchant = api.merchant): Promise<Client[]> {
  const reply = await get(`/clients?search=${encodeURIComponent(search)}`, merchant);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json().items;
}

async function only(search: string): Promise<Client> {
  const [client, ...more] = await found(search);
  assert.ok(client && more.length === 0, search);
  return client;
}

test("clients are listed page by page, invoices that state the same share one, and each is read by its id", async () => {
  const seen: Client[] = [];
  let cursor = "";
  do {
    const { items, nextCursor } = (await get(`/clients?limit=1${cursor}`)).json();
    assert.equal(items.length, 1);
    seen.push(...items);
    cursor = nextCursor === null ? "" : `&cursor=${nextCursor}`;
  } while (cursor !== "");
  assert.equal(new Set(seen.map(({ id }) => id)).size, 3);
  assert.equal(seen.length, 3);
  for (const client of seen) assert.deepEqual((await get(`/clients/${client.id}`)).json(), client);
  const { id: _id, ...stated } = await only("شركة");
  assert.deepEqual(stated, {
    ...{ name: null, mobile: null, countryCode: "SA", email: null, vatNumber: null, address: null },
    ...company,
    postalAddress: { ...company.postalAddress, additionalNumber: null, country: "SA" },
    notes: null,
    language: null,
    createdAt: "2026-01-01T00:00:00.123Z",
  });
});

test("a client is found by the beginning of a name in any case and by the mobile in any writing", async () => {
  for (const text of ["نورة", "0551112223", "551112223", "+966 55 111 2223", "٠٥٥١١١٢٢٢٣"])
    assert.equal((await only(text)).mobile, "+966551112223", text);
  assert.equal((await only("SARA_1")).name, "Sara_100%");
  // Signs of patterns are letters like all others, and one letter would find a large part of all names.
  for (const text of ["sara%", "_ara", "ن", "العتيبي", "12", "%"])
    assert.deepEqual(await found(text), [], text);
});

test("an invoice names its client's id, by which the list gives all of the client's invoices", async () => {
  const { id } = await only("نورة");
  const invoice = (await get(`/invoices/${numbers.first}`)).json();
  assert.equal(invoice.client.id, id);
  const invoicesOf = async (query: string, merchant = api.merchant): Promise<string[]> =>
    (await get(`/invoices?${query}`, merchant)).json().items.map((item: InvoiceSummary) => item.orderNumber);
  assert.deepEqual(await invoicesOf(`client=${id}`), [numbers.second, numbers.first]);
  assert.deepEqual(await invoicesOf(`client=${id}&status=PAID`), []);
  assert.deepEqual(await invoicesOf(`client=${id}`, other), []);
  assert.equal((await get("/invoices?client=noura")).json().fields[0].path, "client");
});

test("an e-mail address is corrected and taken away with the client's invoices, and papers state what they did", async () => {
  const before = await only("Sara_100%");
  const paper = () => loadDocumentOrder(api.services.db.kysely, { orderNumber: numbers.ofSara });
  const issued = await paper();
  assert.equal(issued?.facts.buyer?.name, "Sara_100%");
  const reply = await change(before.id, { email: " sara@example.com " });
  assert.deepEqual([reply.statusCode, reply.json()], [200, { ...before, email: "sara@example.com" }]);
  assert.deepEqual((await get(`/clients/${before.id}`)).json(), reply.json());
  const invoice = (await get(`/invoices/${numbers.ofSara}`)).json();
  assert.deepEqual([invoice.client.email, invoice.client.name], ["sara@example.com", "Sara_100%"]);
  assert.deepEqual(await paper(), issued);
  assert.deepEqual((await change(before.id, {})).json(), reply.json());
  assert.deepEqual((await change(before.id, { email: null })).json(), before);
});

test("a change that is repeated by its key is done once", async () => {
  const { id } = await only("Sara_100%");
  const send = (email: string) =>
    api.call("PATCH", `/api/v1/clients/${id}`, {
      body: { email },
      headers: { "idempotency-key": "client-change-1" },
    });
  const first = await send("one@example.com");
  await change(id, { email: null });
  const again = await send("one@example.com");
  assert.deepEqual([again.headers["idempotent-replayed"], again.json()], ["true", first.json()]);
  assert.equal((await get(`/clients/${id}`)).json().email, null);
  assert.equal((await send("two@example.com")).json().code, "idempotency_key_reused");
});

test("wrong changes, cursors and searches are refused by their field", async () => {
  const { id } = await only("نورة");
  for (const [body, path, code] of [
    [{ email: "noura" }, "email", "invalid_email"],
    [{ email: " " }, "email", "required"],
    [{ legalName: "Noura" }, "legalName", "unknown_field"],
    [{ vatNumber: "310000000000003" }, "vatNumber", "unknown_field"],
  ] as const) {
    const reply = await change(id, body);
    const [field] = reply.json().fields;
    assert.deepEqual([reply.statusCode, field.path, field.code], [422, path, code]);
  }
  for (const query of [
    "cursor=payments.2026-01-01T00:00:00.000000Z.1",
    "cursor=clients.2026-01-01T00:00:00.000000Z.x",
    "cursor=1",
    "search=",
    "limit=0",
    "name=x",
  ]) {
    const reply = await get(`/clients?${query}`);
    assert.deepEqual([reply.statusCode, reply.json().code], [422, "validation_failed"], query);
  }
  assert.equal((await get(`/clients/${id}`)).json().email, noura.email);
});

test("another merchant finds no client of this one, and cannot tell it from what does not exist", async () => {
  const { id } = await only("نورة");
  assert.deepEqual((await get("/clients", other)).json().items, []);
  for (const text of ["نورة", "0551112223"]) assert.deepEqual(await found(text, other), []);
  const ask = (one: string, merchant: TestMerchant) => [
    get(`/clients/${one}`, merchant),
    change(one, { email: "x@example.com" }, merchant),
  ];
  const answers = await Promise.all([
    ...ask(String(id), other),
    ...ask("999", other),
    ...ask("x", api.merchant),
  ]);
  const said = answers.map((reply) => {
    const { requestId: _one, ...rest } = reply.json();
    return { status: reply.statusCode, ...rest };
  });
  for (const one of said) assert.deepEqual(one, said[0]);
  assert.equal(said[0]?.status, 404);
  assert.equal((await get(`/clients/${id}`)).json().email, noura.email);
});

test("a key that may only read changes no client", async () => {
  const { id } = await only("نورة");
  const key = await createApiKey(api.db.kysely, {
    merchantId: api.merchant.id,
    name: "reader",
    environment: "test",
    scopes: ["read"],
  });
  const reader = { id: api.merchant.id, key };
  assert.equal((await get(`/clients/${id}`, reader)).statusCode, 200);
  assert.equal((await change(id, { email: null }, reader)).json().code, "scope_missing");
});

test("an erased buyer is no longer in the directory, nor in an answer that is kept for repetition", async () => {
  const { orderNumber } = await api.issue({ client: { name: "Huda Erased", mobile: "0557770001" } });
  const { id } = await only("Huda");
  await api.call("PATCH", `/api/v1/clients/${id}`, {
    body: { email: "huda@example.com" },
    headers: { "idempotency-key": "client-change-2" },
  });
  await change(id, { email: "later@example.com" });
  await api.call("POST", `/api/v1/invoices/${orderNumber}/cancel`);
  await eraseBuyer(api.db.kysely, { kind: "email", value: "later@example.com" }, api.merchant.id);
  assert.deepEqual(await found("Huda"), []);
  assert.equal((await get(`/clients/${id}`)).statusCode, 404);
  assert.equal((await change(id, { email: "huda@example.com" })).statusCode, 404);
  const kept = await api.db.pool.query("select from idempotency_keys where body like '%Huda%'");
  assert.equal(kept.rowCount, 0);
});

const add = (body: object, merchant = api.merchant) =>
  api.call("POST", "/api/v1/clients", { body, merchant });

test("a client is added, is there already when stated again with its mobile, and is read at its address", async () => {
  const body = { ...company, name: "Lama", mobile: "0557770100", email: "lama@example.com" };
  const reply = await add(body);
  assert.equal(reply.statusCode, 201, reply.body);
  assert.deepEqual(reply.json().identification, company.identification);
  assert.deepEqual((await api.call("GET", String(reply.headers.location))).json(), reply.json());
  assert.equal((await add(body)).json().id, reply.json().id);
  for (const [wrong, path] of [
    [{}, "name"],
    [{ name: "x", mobile: "12" }, "mobile"],
    [{ name: "x", email: "x" }, "email"],
    [{ name: "x", postalAddress: { postalCode: "1" } }, "postalAddress.postalCode"],
    [{ name: "4111 1111 1111 1111" }, "name"],
    [{ name: "x", isBusiness: true }, "isBusiness"],
  ] as const) {
    const refused = await add(wrong);
    assert.deepEqual([refused.statusCode, refused.json().fields[0].path], [422, path]);
  }
});

test("an invoice for a client of the directory is for that very entry, with or without a mobile, and no other merchant's", async () => {
  for (const body of [
    { ...company, name: "No Mobile" },
    { name: "Maha", mobile: "0557770101" },
  ]) {
    const { id, ...facts } = (await add(body)).json();
    const { createdAt: _at, notes: _notes, language: _language, ...stated } = facts;
    const invoice = await api.issue({ clientId: id });
    assert.deepEqual(invoice.client, { id, ...stated });
    assert.equal(invoice.taxForm, "identification" in body ? "standard" : "simplified");
    assert.equal((await api.issue({ clientId: id })).client?.id, id);
    const issue = (more: object, merchant = api.merchant) =>
      api.call("POST", "/api/v1/invoices", {
        body: { lines: [{ title: "x", quantity: 1, unitPrice: "1.00" }], clientId: id, ...more },
        merchant,
      });
    const [theirs, none] = [await issue({}, other), await issue({ clientId: 7 }, other)];
    assert.deepEqual(theirs.json().fields, none.json().fields);
    assert.equal(theirs.json().fields[0].code, "unknown_client");
    assert.equal((await issue({ client: noura })).json().fields[0].code, "not_together");
  }
});

test("a client that no invoice is for is erased with its answers when its buyer asks for it", async () => {
  const { id } = (await add({ name: "Never Bought", mobile: "0557770102" })).json();
  const report = await eraseBuyer(api.db.kysely, { kind: "mobile", value: "+966557770102" }, api.merchant.id);
  assert.equal(report.erased.clients, 1);
  assert.equal((await get(`/clients/${id}`)).statusCode, 404);
  const kept = await api.db.pool.query("select from idempotency_keys where body like '%Never Bought%'");
  assert.equal(kept.rowCount, 0);
});

test("what a shop notes of a client and its language are its own, change under If-Match, and are erased with it", async () => {
  const { id } = (await add({ name: "Huda", mobile: "0557770199" })).json();
  const before = await get(`/clients/${id}`);
  assert.deepEqual([before.json().notes, before.json().language], [null, null]);
  const patch = (body: object, headers: Record<string, string> = {}, merchant = api.merchant) =>
    api.call("PATCH", `/api/v1/clients/${id}`, { body, headers, merchant });
  const headers = { "if-match": String(before.headers.etag) };
  const changed = await patch({ notes: "تدفع \u202eدائما\nبمدى", language: "ar" }, headers);
  assert.deepEqual(
    [changed.statusCode, changed.json().notes, changed.json().language],
    [200, "تدفع دائما\nبمدى", "ar"],
  );
  assert.equal((await patch({ language: "en" }, headers)).statusCode, 412);
  assert.equal(
    (await patch({ language: "en" }, { "if-match": String(changed.headers.etag) })).statusCode,
    200,
  );
  for (const notes of ["", "\u200f", "5123 4500 0000 0008"])
    assert.equal((await patch({ notes })).statusCode, 422, notes);
  assert.equal((await patch({ notes: "x" }, {}, other)).statusCode, 404);
  const { orderNumber, client } = await api.issue({ clientId: id });
  assert.ok(client && !("notes" in client));
  await api.call("POST", `/api/v1/invoices/${orderNumber}/cancel`);
  await eraseBuyer(api.db.kysely, { kind: "mobile", value: "+966557770199" }, api.merchant.id);
  const kept = await api.db.pool.query("select notes from clients where id = $1", [id]);
  assert.deepEqual(kept.rows, [{ notes: null }]);
});
