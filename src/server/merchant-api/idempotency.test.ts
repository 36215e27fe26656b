import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type MerchantApi, oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { canonicalJson, once, removeOldIdempotencyKeys } from "./idempotency.ts";

const path = "/api/v1/invoices";
const body = { lines: [oneLine], externalOrderNumber: "N-1" };

async function countOrders(api: MerchantApi): Promise<number> {
  const { rows } = await api.db.pool.query("select count(*) as orders from orders");
  return rows[0].orders;
}

test("a repeated request gets the same status and bytes, and issues nothing", async () => {
  await using api = await startMerchantApi();
  const idempotencyKey = randomUUID();
  const first = await api.call("POST", path, { body, idempotencyKey });
  assert.equal(first.statusCode, 201);
  assert.equal(first.headers["idempotent-replayed"], undefined);
  // The invoice moves on; the answer that was given stays what it was.
  await api.call("POST", `${path}/${first.json().orderNumber}/cancel`);
  for (let index = 0; index < 3; index += 1) {
    const again = await api.call("POST", path, { body, idempotencyKey });
    assert.equal(again.statusCode, 201);
    assert.deepEqual(again.rawPayload, first.rawPayload);
    assert.equal(again.headers["location"], first.headers["location"]);
    assert.equal(again.headers["content-type"], first.headers["content-type"]);
    assert.equal(again.headers["idempotent-replayed"], "true");
  }
  assert.equal(await countOrders(api), 1);
});

test("the order of members and the white space do not make another request", async () => {
  await using api = await startMerchantApi();
  const idempotencyKey = randomUUID();
  const first = await api.call("POST", path, { body, idempotencyKey });
  const reordered = JSON.stringify(
    { externalOrderNumber: "N-1", lines: [Object.fromEntries(Object.entries(oneLine).toReversed())] },
    null,
    2,
  );
  const again = await api.call("POST", path, { body: reordered, idempotencyKey });
  assert.equal(again.body, first.body);
});

test("requests with one key at the same time make one order, and every caller gets the same answer", async () => {
  await using api = await startMerchantApi();
  for (let round = 0; round < 5; round += 1) {
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.call("POST", path, { body, idempotencyKey })),
    );
    const good = answers.filter(({ statusCode }) => statusCode === 201);
    assert.ok(good.length >= 1);
    assert.equal(new Set(good.map((answer) => answer.body)).size, 1);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 201)) {
      assert.equal(answer.statusCode, 409);
      assert.equal(answer.json().code, "idempotency_in_progress");
      assert.equal(answer.headers["retry-after"], "1");
    }
    const later = await api.call("POST", path, { body, idempotencyKey });
    assert.equal(later.body, good[0]?.body);
    assert.equal(await countOrders(api), round + 1);
  }
});

test("while the first request is at work its twin is refused at once, and gets the answer afterwards", async () => {
  await using api = await startMerchantApi();
  const idempotencyKey = randomUUID();
  // Holds the first request up in the middle of its transaction.
  const gate = await api.db.pool.connect();
  await gate.query("begin");
  await gate.query("lock table order_lines in access exclusive mode");
  const first = api.call("POST", path, { body, idempotencyKey });
  await untilSomebodyWaits(gate);
  const twin = await api.call("POST", path, { body, idempotencyKey });
  assert.equal(twin.statusCode, 409);
  assert.equal(twin.json().code, "idempotency_in_progress");
  await gate.query("commit");
  gate.release();
  const answered = await first;
  assert.equal(answered.statusCode, 201);
  assert.equal((await api.call("POST", path, { body, idempotencyKey })).body, answered.body);
});

test("a request that missed the answer of its twin by a moment gets it, and leaves nothing of its own", async () => {
  await using api = await startMerchantApi();
  const request = {
    headers: { "idempotency-key": randomUUID() },
    ...{ method: "POST", url: path, body, routeOptions: { config: { status: 201 } } },
  } as unknown as FastifyRequest;
  const answer = (by: string, meanwhile: () => Promise<unknown> = async () => {}) =>
    once(api.services, request, api.merchant.id, async (trx) => {
      await sql`insert into clients (merchant_id, name) values (${api.merchant.id}, ${by})`.execute(trx);
      await meanwhile();
      return { by };
    });
  await answer("twin");
  const { rows } = await api.db.pool.query("delete from idempotency_keys returning *");
  // As if the twin had been answered between the look and the lock: its answer comes while this one is at work.
  const late = await answer("late", () =>
    api.db.pool.query(
      "insert into idempotency_keys select * from jsonb_populate_record(null::idempotency_keys, $1)",
      [{ ...rows[0], request_hash: `\\x${rows[0].request_hash.toString("hex")}` }],
    ),
  );
  assert.deepEqual(late, { status: 201, body: { by: "twin" }, isReplay: true });
  const clients = await api.db.pool.query("select name from clients");
  assert.deepEqual(clients.rows, [{ name: "twin" }]);
});

type Connection = { readonly query: (text: string) => Promise<{ rows: { waiting: number }[] }> };

async function untilSomebodyWaits(connection: Connection): Promise<void> {
  for (;;) {
    const { rows } = await connection.query(
      "select count(*) as waiting from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())",
    );
    if ((rows[0]?.waiting ?? 0) > 0) return;
  }
}

test("another request under the same key is refused, whatever differs", async () => {
  await using api = await startMerchantApi();
  const idempotencyKey = randomUUID();
  const { orderNumber } = (await api.call("POST", path, { body, idempotencyKey })).json();
  const others: readonly (readonly [url: string, body: unknown])[] = [
    [path, { ...body, externalOrderNumber: "N-2" }],
    [path, { ...body, note: "more" }],
    [path, { ...body, lines: [oneLine, oneLine] }],
    [`${path}/${orderNumber}/cancel`, {}],
  ];
  for (const [url, other] of others) {
    const response = await api.call("POST", url, { body: other, idempotencyKey });
    assert.equal(response.statusCode, 422, url);
    assert.equal(response.json().code, "idempotency_key_reused");
  }
  assert.equal(await countOrders(api), 1);
  assert.equal((await api.call("GET", `${path}/${orderNumber}`)).json().status, "CREATED");
});

test("one key does not stand for the same action on two invoices", async () => {
  await using api = await startMerchantApi();
  const [one, two] = [await api.issue(), await api.issue()];
  const cancel = async (orderNumber: string) =>
    await api.call("POST", `${path}/${orderNumber}/cancel`, { body: {}, idempotencyKey: "k" });
  assert.equal((await cancel(one.orderNumber)).statusCode, 200);
  assert.equal((await cancel(two.orderNumber)).json().code, "idempotency_key_reused");
  assert.equal((await api.call("GET", `${path}/${two.orderNumber}`)).json().status, "CREATED");
  assert.equal((await cancel(one.orderNumber)).headers["idempotent-replayed"], "true");
});

test("canonical JSON sorts members at every depth and leaves lists alone", () => {
  const text = canonicalJson({ b: [{ d: 1, c: "x" }, 2, 1], a: null });
  assert.equal(text, '{"a":null,"b":[{"c":"x","d":1},2,1]}');
});

test("merchants do not share keys", async () => {
  await using api = await startMerchantApi();
  const merchant = await api.addMerchant();
  const own = await api.call("POST", path, { body, idempotencyKey: "order-1" });
  const theirs = await api.call("POST", path, { body, idempotencyKey: "order-1", merchant });
  assert.equal(theirs.statusCode, 201);
  assert.notEqual(theirs.json().orderNumber, own.json().orderNumber);
});

test("issuing without a key is refused, and so is a key that cannot be one", async () => {
  await using api = await startMerchantApi();
  const missing = await api.call("POST", path, { body, idempotencyKey: null });
  assert.equal(missing.statusCode, 400);
  assert.equal(missing.json().code, "idempotency_key_required");
  assert.equal((await api.call("POST", path, { body, idempotencyKey: "" })).statusCode, 400);
  for (const idempotencyKey of ["a b", "x".repeat(256), "ключ", "a,\tb"]) {
    const response = await api.call("POST", path, { body, idempotencyKey });
    assert.equal(response.statusCode, 422, idempotencyKey);
    assert.equal(response.json().fields[0].path, "Idempotency-Key");
  }
  assert.equal(await countOrders(api), 0);
  assert.equal((await api.call("POST", path, { body, idempotencyKey: "x".repeat(255) })).statusCode, 201);
});

test("a message is sent to a buyer under a key alone, as it is documented", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue({ client: { name: "Noura", mobile: "0551234567" } });
  const sending = { body: { channel: "sms", kind: "payment_link" }, idempotencyKey: null };
  const answer = await api.call("POST", `${path}/${orderNumber}/messages`, sending);
  assert.deepEqual([answer.statusCode, answer.json().code], [400, "idempotency_key_required"]);
});

test("a refused request leaves its key free", async () => {
  await using api = await startMerchantApi();
  const idempotencyKey = randomUUID();
  const wrong = { lines: [{ ...oneLine, unitPrice: "0" }] };
  assert.equal((await api.call("POST", path, { body: wrong, idempotencyKey })).statusCode, 422);
  assert.equal((await api.call("POST", path, { body, idempotencyKey })).statusCode, 201);
});

test("a failure at the very end leaves neither an order nor an answer, and the key free", async () => {
  await using api = await startMerchantApi();
  const idempotencyKey = randomUUID();
  await api.db.pool.query("alter table idempotency_keys add constraint broken check (status is null)");
  const failed = await api.call("POST", path, { body, idempotencyKey });
  assert.equal(failed.statusCode, 500);
  assert.equal(failed.json().code, "internal");
  assert.equal(await countOrders(api), 0);
  await api.db.pool.query("alter table idempotency_keys drop constraint broken");
  assert.equal((await api.call("POST", path, { body, idempotencyKey })).statusCode, 201);
  assert.equal(await countOrders(api), 1);
});

test("a connection that dies in the middle leaves nothing behind, and the repetition succeeds", async () => {
  await using api = await startMerchantApi();
  const idempotencyKey = randomUUID();
  const gate = await api.db.pool.connect();
  await gate.query("begin");
  await gate.query("lock table idempotency_keys in access exclusive mode");
  const first = api.call("POST", path, { body, idempotencyKey });
  await untilSomebodyWaits(gate);
  await gate.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  assert.equal((await first).statusCode, 503);
  await gate.query("commit");
  gate.release();
  assert.equal(await countOrders(api), 0);
  assert.equal((await api.call("POST", path, { body, idempotencyKey })).statusCode, 201);
});

test("an answer of an earlier release, which lacks what the contract has had since, is repeated as it was given", async () => {
  await using api = await startMerchantApi();
  const idempotencyKey = randomUUID();
  const first = await api.call("POST", path, { body, idempotencyKey });
  const { dueTotal, ...earlier } = first.json();
  assert.ok(dueTotal);
  await api.db.pool.query("update idempotency_keys set body = $1", [JSON.stringify(earlier)]);
  const again = await api.call("POST", path, { body, idempotencyKey });
  assert.deepEqual([again.statusCode, again.json()], [201, earlier]);
  assert.equal(again.headers["content-type"], first.headers["content-type"]);
  assert.equal(again.headers["idempotent-replayed"], "true");
});

test("answers are kept for thirty days and then forgotten", async () => {
  await using api = await startMerchantApi();
  const dayMs = 24 * 60 * 60_000;
  const first = await api.call("POST", path, { body, idempotencyKey: "k" });
  api.clock.advance(30 * dayMs - 60_000);
  assert.equal(await removeOldIdempotencyKeys(api.services), 0);
  assert.equal((await api.call("POST", path, { body, idempotencyKey: "k" })).body, first.body);
  api.clock.advance(2 * 60_000);
  assert.equal(await removeOldIdempotencyKeys(api.services), 1);
});

test("a repetition is answered even when the request would no longer be valid", async () => {
  await using api = await startMerchantApi();
  const expiring = { ...body, expiresAt: new Date(Date.now() + 60_000).toISOString() };
  const first = await api.call("POST", path, { body: expiring, idempotencyKey: "k" });
  api.clock.advance(3_600_000);
  assert.equal((await api.call("POST", path, { body: expiring, idempotencyKey: "k" })).body, first.body);
});
