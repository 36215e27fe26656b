/** Clients renamed and merged: one entry of the directory, papers as they were, and an erasure that takes all of it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client } from "#contract/clients.ts";
import type { InvoiceSummary } from "#contract/invoices.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { readAudit } from "../audit/audit-log.ts";
import { loadDocumentOrder } from "../documents/order-facts.ts";
import { receiverOfOrder } from "../messages/message-receiver.ts";
import { eraseBuyer } from "../privacy/erase-buyer.ts";

let api: MerchantApi;
let other: TestMerchant;

before(async () => {
  api = await startMerchantApi();
  other = await api.addMerchant();
});
after(async () => await api[Symbol.asyncDispose]());

const get = (path: string, merchant = api.merchant) => api.call("GET", `/api/v1${path}`, { merchant });
const patch = (id: number, body: object, headers: Record<string, string> = {}) =>
  api.call("PATCH", `/api/v1/clients/${id}`, { body, headers });
const merge = (id: number | string, duplicateId: number, options: object = {}) =>
  api.call("POST", `/api/v1/clients/${id}/merge`, {
    body: { duplicateId },
    idempotencyKey: null,
    ...options,
  });
const clientOf = async (id: number): Promise<Client> => (await get(`/clients/${id}`)).json();
const found = async (search: string): Promise<number[]> =>
  (await get(`/clients?search=${encodeURIComponent(search)}`)).json().items.map(({ id }: Client) => id);
const invoicesOf = async (id: number): Promise<string[]> =>
  (await get(`/invoices?client=${id}`)).json().items.map((item: InvoiceSummary) => item.orderNumber);

/** Issues an invoice for a buyer; gives its number and the id of the client. */
async function sold(client: object): Promise<{ readonly orderNumber: string; readonly id: number }> {
  const invoice = await api.issue({ client });
  assert.ok(invoice.client);
  return { orderNumber: invoice.orderNumber, id: invoice.client.id };
}

test("another name and mobile keep the client's id, are on the next invoice, and leave what was issued as it was", async () => {
  const { orderNumber, id } = await sold({
    name: "Reem Old",
    mobile: "0551000001",
    email: "reem@example.com",
  });
  const issued = (await get(`/invoices/${orderNumber}`)).json();
  const paper = await loadDocumentOrder(api.services.db.kysely, { orderNumber });
  const seen = await get(`/clients/${id}`);
  const headers = { "if-match": String(seen.headers.etag) };
  const changed = await patch(id, { name: " Reem New ", mobile: "0551000002" }, headers);
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual(changed.json(), { ...seen.json(), name: "Reem New", mobile: "+966551000002" });
  assert.deepEqual(await clientOf(id), changed.json());
  assert.equal((await patch(id, { name: "Stale" }, headers)).statusCode, 412);
  assert.deepEqual((await get(`/invoices/${orderNumber}`)).json(), issued);
  assert.deepEqual(await loadDocumentOrder(api.services.db.kysely, { orderNumber }), paper);
  const next = await api.issue({ clientId: id });
  assert.deepEqual(
    [next.client?.id, next.client?.name, next.client?.mobile],
    [id, "Reem New", "+966551000002"],
  );
  assert.deepEqual(await invoicesOf(id), [next.orderNumber, orderNumber]);
  // Found by what it was and by what it is, once.
  for (const text of ["Reem Old", "Reem New", "Reem", "0551000001", "0551000002"])
    assert.deepEqual(await found(text), [id], text);
  for (const query of ["name=Reem%20Old", "mobile=0551000002", "email=reem@example.com"])
    assert.equal((await get(`/clients?${query}`)).json().items[0]?.id, id, query);
  // A shop that still states the old facts means the same client.
  assert.equal((await sold({ name: "Reem Old", mobile: "0551000001", email: "reem@example.com" })).id, id);
  // And back.
  const back = await patch(id, { name: "Reem Old", mobile: "0551000001" });
  assert.deepEqual(back.json(), seen.json());
  const rows = await api.db.pool.query("select from clients where id = $1 or merged_into = $1", [id]);
  assert.equal(rows.rowCount, 2);
});

test("a change that leaves no name and no mobile, or one of another country, is refused by its field", async () => {
  const { id } = await sold({ name: "Wrong Ways", mobile: "0551000003" });
  for (const [body, path] of [
    [{ mobile: "12" }, "mobile"],
    [{ name: null, mobile: null }, "name"],
    [{ name: "5123 4500 0000 0008" }, "name"],
    [{ countryCode: "KW" }, "mobile"],
    [{ countryCode: "XX" }, "countryCode"],
  ] as const) {
    const reply = await patch(id, body);
    assert.deepEqual([reply.statusCode, reply.json().fields?.[0]?.path], [422, path], JSON.stringify(body));
  }
  assert.equal((await patch(id, { mobile: null })).json().mobile, null);
});

test("messages about every invoice go to where the client is reached now", async () => {
  const { orderNumber, id } = await sold({ name: "Moved", mobile: "0551000004" });
  await patch(id, { mobile: "0551000005", email: "moved@example.com" });
  const { rows } = await api.db.pool.query("select id from orders where order_number = $1", [orderNumber]);
  const receiver = await receiverOfOrder(api.db.kysely, { merchantId: api.merchant.id, orderId: rows[0].id });
  assert.deepEqual([receiver.mobile, receiver.email], ["+966551000005", "moved@example.com"]);
});

test("a merged duplicate is read as the client it went into, and each invoice keeps the name on it", async () => {
  const one = await sold({ name: "Double One", mobile: "0551000010" });
  const two = await sold({ name: "Double Two", mobile: "0551000011", email: "two@example.com" });
  const three = await sold({ name: "Double Three" });
  await patch(one.id, { notes: "kept" });
  await patch(two.id, { notes: "joined", name: "Double Deux", language: "ar" });
  const merged = await merge(one.id, two.id);
  assert.equal(merged.statusCode, 200, merged.body);
  const { id, name, mobile, email, notes, language } = merged.json();
  assert.deepEqual([id, name, mobile], [one.id, "Double One", "+966551000010"]);
  assert.deepEqual([email, notes, language], ["two@example.com", "kept\njoined", "ar"]);
  assert.deepEqual(await clientOf(two.id), merged.json());
  assert.equal((await get(`/clients/${two.id}`)).headers.etag, merged.headers.etag);
  // Merged on, and merged again: all ids lead to the last one.
  assert.equal((await merge(three.id, two.id)).json().id, three.id);
  assert.equal((await merge(three.id, one.id)).json().id, three.id);
  for (const each of [one, two, three]) {
    assert.equal((await clientOf(each.id)).id, three.id);
    assert.deepEqual(await invoicesOf(each.id), [three.orderNumber, two.orderNumber, one.orderNumber]);
  }
  for (const [each, printed] of [
    [one, "Double One"],
    [two, "Double Two"],
  ] as const) {
    const { client } = (await get(`/invoices/${each.orderNumber}`)).json();
    assert.deepEqual([client.id, client.name], [three.id, printed]);
  }
  for (const text of ["Double One", "Double Deux", "0551000011"])
    assert.deepEqual(await found(text), [three.id]);
  assert.equal((await patch(one.id, { name: "Changed By Old Id" })).json().id, three.id);
  assert.equal((await api.issue({ clientId: two.id })).client?.id, three.id);
});

test("a merge is refused for itself, for another merchant's and under a stale If-Match, and is in the audit log", async () => {
  const one = await sold({ name: "Merge Guards", mobile: "0551000020" });
  const two = await sold({ name: "Merge Guards 2", mobile: "0551000021" });
  const theirs = (await api.issue({ client: { name: "Theirs" } }, { merchant: other })).client?.id ?? 0;
  const codeOf = async (reply: ReturnType<typeof merge>) => {
    const { code, fields } = (await reply).json();
    return fields?.[0]?.code ?? code;
  };
  assert.equal(await codeOf(merge(one.id, one.id)), "same_client");
  assert.equal(await codeOf(merge(one.id, theirs)), "unknown_client");
  assert.equal(await codeOf(merge(one.id, 7)), "unknown_client");
  assert.equal(await codeOf(merge(theirs, one.id)), "not_found");
  assert.equal(await codeOf(merge(one.id, two.id, { merchant: other })), "not_found");
  assert.equal(
    await codeOf(merge(one.id, two.id, { headers: { "if-match": '"x"' } })),
    "precondition_failed",
  );
  assert.equal((await merge(one.id, two.id)).statusCode, 200);
  const acts = await readAudit(api.db.kysely, { merchantId: api.merchant.id, most: 1 });
  assert.deepEqual(
    acts.map(({ act, subject, result }) => [act, subject, result]),
    [["POST /api/v1/clients/:clientId/merge", String(one.id), "done"]],
  );
  const { rows } = await api.db.pool.query("select details from admin_acts order by id desc limit 1");
  assert.deepEqual(rows[0].details, {
    before: { client: String(two.id) },
    after: { client: String(one.id) },
  });
});

test("two merges that cross end with one client, whichever comes first", async () => {
  const [one, two, three] = [
    await sold({ name: "Crossing", mobile: "0551000030" }),
    await sold({ name: "Crossing", mobile: "0551000031" }),
    await sold({ name: "Crossing", mobile: "0551000032" }),
  ];
  const replies = await Promise.all([
    merge(one.id, two.id),
    merge(two.id, one.id),
    merge(two.id, three.id),
    merge(three.id, one.id),
    patch(two.id, { name: "Crossing Renamed" }),
  ]);
  for (const reply of replies) assert.equal(reply.statusCode, 200, reply.body);
  const entries = new Set([
    (await clientOf(one.id)).id,
    (await clientOf(two.id)).id,
    (await clientOf(three.id)).id,
  ]);
  assert.equal(entries.size, 1);
  assert.deepEqual(await found("Crossing"), [...entries]);
});

test("an erasure by one mobile takes every row of a merged client, once all of its invoices have ended", async () => {
  const one = await sold({ name: "Gone One", mobile: "0551000040" });
  const two = await sold({ name: "Gone Two", mobile: "0551000041" });
  await patch(two.id, { name: "Gone Zwei" });
  await merge(one.id, two.id);
  await api.call("POST", `/api/v1/invoices/${one.orderNumber}/cancel`);
  const erase = () => eraseBuyer(api.db.kysely, { kind: "mobile", value: "+966551000040" }, api.merchant.id);
  // The other invoice may still be paid: the client stays, and can be asked for again.
  assert.deepEqual((await erase()).kept.openOrders, [two.orderNumber]);
  assert.equal((await clientOf(two.id)).name, "Gone One");
  await api.call("POST", `/api/v1/invoices/${two.orderNumber}/cancel`);
  assert.deepEqual((await erase()).kept.openOrders, []);
  for (const { id } of [one, two]) assert.equal((await get(`/clients/${id}`)).statusCode, 404);
  assert.deepEqual(await found("Gone"), []);
  const { rows } = await api.db.pool.query(
    "select name, mobile, stated_by from clients where id = $1 or merged_into = $1",
    [one.id],
  );
  assert.equal(rows.length, 3);
  for (const row of rows) assert.deepEqual(row, { name: null, mobile: null, stated_by: null });
  const kept = await api.db.pool.query("select from idempotency_keys where body like '%Gone %'");
  assert.equal(kept.rowCount, 0);
});

test("clients that no invoice is for are erased with all that was merged into them", async () => {
  const add = async (body: object): Promise<number> =>
    (await api.call("POST", "/api/v1/clients", { body })).json().id;
  const [one, two] = [
    await add({ name: "Never A", mobile: "0551000050" }),
    await add({ name: "Never B", mobile: "0551000051" }),
  ];
  await merge(one, two);
  const report = await eraseBuyer(api.db.kysely, { kind: "mobile", value: "+966551000051" }, null);
  assert.equal(report.erased.clients, 2);
  const left = await api.db.pool.query("select from clients where id = any($1)", [[one, two]]);
  assert.equal(left.rowCount, 0);
});

test("the database refuses a client that is merged into a merged one, or stated by another's row", async () => {
  const [one, two, three] = [
    await sold({ name: "Chain A" }),
    await sold({ name: "Chain B" }),
    await sold({ name: "Chain C" }),
  ];
  await merge(one.id, two.id);
  for (const [column, value] of [
    ["merged_into", two.id],
    ["stated_by", two.id],
    ["merged_into", three.id],
  ] as const)
    await assert.rejects(
      api.db.pool.query(`update clients set ${column} = $1 where id = $2`, [value, three.id]),
      { code: "23514" },
    );
});
