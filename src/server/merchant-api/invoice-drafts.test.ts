/** Drafts keep what is typed, however incomplete, become one invoice at most, and go with their buyer's data. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { invoiceDraft, mostDrafts } from "#contract/invoice-drafts.ts";
import { type CallOptions, type MerchantApi, oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { eraseAgedBuyers } from "../privacy/erase-by-age.ts";

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi();
});
after(async () => await api[Symbol.asyncDispose]());

const url = "/api/v1/invoice-drafts";

async function keep(body: unknown, options: CallOptions = {}): Promise<{ id: string; etag: string }> {
  const answer = await api.call("POST", url, { ...options, body });
  assert.equal(answer.statusCode, 201, answer.body);
  assert.equal(answer.headers.location, `${url}/${answer.json().id}`);
  return { id: invoiceDraft.parse(answer.json()).id, etag: String(answer.headers.etag) };
}

test("anything of an invoice that is being typed is kept and read as it was, by the last change first", async () => {
  const bodies = [
    {},
    { lines: [{ title: "تمر", unitPrice: "٨٠" }], client: { name: "نورة" }, externalOrderNumber: "A-7" },
    { lines: "not yet", currency: 7, client: null, discount: { type: "?" } },
  ];
  const kept = [];
  for (const body of bodies) {
    kept.push(await keep(body));
    api.clock.advance(1_000);
  }
  for (const [index, { id, etag }] of kept.entries()) {
    const answer = await api.call("GET", `${url}/${id}`);
    assert.deepEqual(answer.json().invoice, bodies[index]);
    assert.equal(answer.headers.etag, etag);
  }
  const first = (await api.call("GET", `${url}?limit=2`)).json();
  const rest = (await api.call("GET", `${url}?limit=2&cursor=${first.nextCursor}`)).json();
  const listed = [...first.items, ...rest.items];
  assert.deepEqual(
    listed.map(({ id }) => id),
    kept.map(({ id }) => id).toReversed(),
  );
  const { externalOrderNumber, clientName, firstLine, firstPrice, lines } = listed[1];
  const listedAs = [externalOrderNumber, clientName, firstLine, firstPrice, lines];
  assert.deepEqual(listedAs, ["A-7", "نورة", "تمر", "٨٠", 1]);
  assert.equal(
    (await api.call("GET", `${url}?cursor=clients.2026-11-22T00:00:00.000000Z.1`)).statusCode,
    422,
  );
});

test("a draft is replaced only by who has seen it, and keeps no card number, no secret and nothing unknown", async () => {
  const { id, etag } = await keep({ note: "one" });
  const put = (body: unknown, ifMatch?: string) =>
    api.call("PUT", `${url}/${id}`, { body, headers: ifMatch === undefined ? {} : { "if-match": ifMatch } });
  assert.equal((await put({ note: "two" })).statusCode, 428);
  const replaced = await put({ note: "two" }, etag);
  assert.deepEqual([replaced.statusCode, replaced.json().invoice], [200, { note: "two" }]);
  assert.equal((await put({ note: "three" }, etag)).statusCode, 412);
  const refused: readonly [unknown, string][] = [
    [{ note: "card 5123 4500 0000 0008" }, "note"],
    [{ lines: [{ title: "x", description: "٥١٢٣٤٥٠٠٠٠٠٠٠٠٠٨" }] }, "lines.0.description"],
    [{ metadata: { number: 5_123_450_000_000_008 } }, "metadata"],
    [{ client: { password: "x" } }, "client"],
    [{ note: "\u0000" }, "note"],
    [{ note: "\ud800" }, "note"],
    [{ lines: [[[[[[[[[["deep"]]]]]]]]]] }, "lines.0.0.0.0.0.0.0.0"],
    [{ cardNumber: "1" }, "cardNumber"],
    [[], ""],
  ];
  for (const [body, path] of refused) {
    const answer = await put(body, "*");
    assert.deepEqual([answer.statusCode, answer.json().fields?.[0]?.path], [422, path], JSON.stringify(body));
    assert.ok(!answer.body.includes("5123"));
  }
  assert.deepEqual((await api.call("GET", `${url}/${id}`)).json().invoice, { note: "two" });
});

test("issuing a draft names its wrong fields as issuing does, and one that is right becomes one invoice", async () => {
  const { id, etag } = await keep({ lines: [{ title: "تمر" }], client: { mobile: "12" } });
  const issue = (options: CallOptions = {}) => api.call("POST", `${url}/${id}/issue`, options);
  const wrong = await issue();
  const direct = await api.call("POST", "/api/v1/invoices", {
    body: { lines: [{ title: "تمر" }], client: { mobile: "12" } },
  });
  assert.equal(wrong.statusCode, 422);
  assert.deepEqual(wrong.json().fields, direct.json().fields);
  const headers = { "if-match": etag };
  const body = { lines: [oneLine], client: { name: "نورة", mobile: "0551234567" } };
  const replaced = await api.call("PUT", `${url}/${id}`, { body, headers });
  assert.equal(replaced.statusCode, 200, replaced.body);
  assert.equal((await issue({ headers })).statusCode, 412);
  const now = { headers: { "if-match": String(replaced.headers.etag) }, idempotencyKey: "issue-this-draft" };
  const answers = await Promise.all([issue(now), issue()]);
  const issued = answers.filter(({ statusCode }) => statusCode === 201);
  assert.equal(issued.length, 1, answers.map(({ body: text }) => text).join());
  const { orderNumber, total } = issued[0]?.json() ?? {};
  assert.equal(total, "115.00");
  assert.equal((await api.call("GET", `/api/v1/invoices/${orderNumber}`)).statusCode, 200);
  assert.equal((await api.call("GET", `${url}/${id}`)).statusCode, 404);
  const { rows } = await api.db.pool.query(
    "select count(*)::int as count from orders where merchant_id = $1",
    [api.merchant.id],
  );
  assert.deepEqual(rows, [{ count: 1 }]);
  assert.equal((await issue()).statusCode, 404);
});

test("the repetition of an issue gets the same invoice, though its draft is gone", async () => {
  const { id } = await keep({ lines: [oneLine] });
  const again = { idempotencyKey: "once-and-again" };
  const first = await api.call("POST", `${url}/${id}/issue`, again);
  const second = await api.call("POST", `${url}/${id}/issue`, again);
  assert.deepEqual([first.statusCode, second.statusCode], [201, 201]);
  assert.equal(second.headers["idempotent-replayed"], "true");
  assert.equal(second.json().orderNumber, first.json().orderNumber);
  assert.equal((await api.call("POST", `${url}/${id}/issue`, { idempotencyKey: null })).statusCode, 400);
});

test("a draft in another currency is issued with the methods of that currency", async () => {
  const merchant = await api.addMerchant({ vatNumber: null, seller: undefined } as never);
  const { id } = await keep({ lines: [{ ...oneLine, vatRate: undefined }], currency: "USD" }, { merchant });
  const answer = await api.call("POST", `${url}/${id}/issue`, { merchant });
  assert.equal(answer.json().currency ?? answer.json().code, "USD");
});

test("a merchant has two hundred drafts at most, also when they come at the same time, and none of another's", async () => {
  const merchant = await api.addMerchant();
  await api.db.pool.query(
    `insert into invoice_drafts (merchant_id, id, body, created_at, updated_at)
      select $1, 'draft-of-this-test-' || n, '{}', now(), now() from generate_series(1, $2::int) n`,
    [merchant.id, mostDrafts - 1],
  );
  const answers = await Promise.all([1, 2, 3].map(() => api.call("POST", url, { merchant, body: {} })));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [201, 422, 422]);
  assert.equal(answers.find(({ statusCode }) => statusCode === 422)?.json().fields[0].code, "too_many");
  const own = await keep({ note: "mine" });
  const foreign = { merchant, body: { note: "theirs" }, headers: { "if-match": "*" } };
  const path = `${url}/${own.id}`;
  for (const answer of [
    await api.call("GET", path, { merchant }),
    await api.call("PUT", path, foreign),
    await api.call("DELETE", path, { merchant }),
    await api.call("POST", `${path}/issue`, { merchant }),
  ])
    assert.deepEqual([answer.statusCode, answer.json().code], [404, "not_found"]);
  const removed = await api.call("DELETE", path);
  assert.deepEqual([removed.statusCode, removed.json()], [200, { id: own.id }]);
  assert.equal((await api.call("GET", path)).statusCode, 404);
});

test("a draft goes when its buyer asks, by mobile or address in any writing, and by age where a period is set", async () => {
  const texts = async (): Promise<string> => {
    const { rows } = await api.db.pool.query(
      "select (select string_agg(body::text, '') from invoice_drafts) || coalesce((select string_agg(body, '') from idempotency_keys), '') as all",
    );
    return rows[0].all ?? "";
  };
  const named = { client: { name: "سلمى", mobile: "٠٥٤ ٤٤٤ ٣٣٣٢", email: "Salma@Example.com" } };
  for (const buyer of ["+966544443332", "salma@example.com"]) {
    await keep(named);
    assert.match(await texts(), /سلمى/);
    const answer = await api.call("POST", "/api/v1/buyers/erase", { body: { buyer } });
    assert.equal(answer.json().erased.drafts, 1, answer.body);
    assert.doesNotMatch(await texts(), /سلمى/);
  }
  await keep(named);
  const config = { ...api.services.config, buyerDataMonths: 24 };
  await eraseAgedBuyers({ ...api.services, config });
  assert.match(await texts(), /سلمى/);
  api.clock.advance(2 * 366 * 86_400_000);
  await eraseAgedBuyers({ ...api.services, config });
  assert.doesNotMatch(await texts(), /سلمى/);
});
