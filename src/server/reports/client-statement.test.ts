/** A client's statement: every entry once, balances in whole minor units by currency, however it is cut and paged. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { type ClientStatement, longestPaper, type StatementEntry } from "#contract/client-statement.ts";
import { groupDigits } from "#core/money.ts";
import { assertContains, inspect } from "#test/drawn-documents.ts";
import {
  type CallOptions,
  type MerchantApi,
  startMerchantApi,
  type TestMerchant,
} from "#test/merchant-api.ts";

let api: MerchantApi;
/** Without a VAT number: it may sell in any currency. */
let shop: TestMerchant;
const call = (method: "GET" | "POST", path: string, options: CallOptions = {}) =>
  api.call(method, `/api/v1${path}`, { merchant: shop, ...options });
/** With a duplicate that was merged into it. */
let client: number;
let duplicate: number;
const days = ["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01", "2026-03-02"] as const;

before(async () => {
  api = await startMerchantApi();
  shop = await api.addMerchant({ vatNumber: null });
  const issue = async (name: string, price: string, currency: string) =>
    await api.issue(
      {
        client: { name, mobile: "0552000001" },
        currency,
        lines: [{ title: "x", quantity: 1, unitPrice: price }],
      },
      { merchant: shop },
    );
  // The same histories in every run: what is drawn is how they are read.
  for (let index = 0; index < 24; index++) {
    const currency = index % 3 === 2 ? "KWD" : "SAR";
    const price = currency === "KWD" ? `${index}.12${index % 10}` : `${index + 1}.${10 + index}`;
    const { orderNumber } = await issue(index % 2 === 0 ? "Statement" : "Statement Double", price, currency);
    const day = `2026-0${1 + (index % 3)}-${index % 2 === 0 ? "01" : "28"}`;
    await age(orderNumber, `${day}T${index % 4 === 0 ? "20:59:59.999999" : "21:00:00"}Z`);
    if (index % 4 === 1) await pay(orderNumber, `2026-03-0${1 + (index % 2)}T10:00:00Z`, index % 8 === 5);
    if (index % 4 === 2) await call("POST", `/invoices/${orderNumber}/cancel`);
    if (index % 8 === 3) await expire(orderNumber);
  }
  const found = (await call("GET", "/clients?search=Statement")).json().items;
  [client, duplicate] = found.map(({ id }: { id: number }) => id);
  const merged = await call("POST", `/clients/${client}/merge`, {
    body: { duplicateId: duplicate },
    idempotencyKey: null,
  });
  assert.equal(merged.statusCode, 200, merged.body);
});
after(async () => await api[Symbol.asyncDispose]());

async function age(orderNumber: string, at: string): Promise<void> {
  await api.db.pool.query("update orders set created_at = $2 where order_number = $1", [orderNumber, at]);
}

async function expire(orderNumber: string): Promise<void> {
  const at = "2026-03-01T00:00:00Z";
  await api.db.pool.query("update orders set expires_at = $2, expired_at = $2 where order_number = $1", [
    orderNumber,
    at,
  ]);
}

/** Pays an invoice; of some a part is given back, one unit of the currency. */
async function pay(orderNumber: string, at: string, isRefunded: boolean): Promise<void> {
  const attempt = await api.addAttempt(orderNumber, "captured");
  // The database refuses to date a settlement: of a history that is older than the test, once.
  const pool = api.db.pool;
  await pool.query("alter table payment_attempts disable trigger settlement_stays");
  await pool.query("update payment_attempts set settled_at = $2 where id = $1", [attempt, at]);
  await pool.query("alter table payment_attempts enable trigger settlement_stays");
  if (!isRefunded) return;
  await api.db.pool.query(
    `with back as (
       insert into refunds (merchant_id, id, order_id, attempt_id, amount, currency, state, updated_at)
       select merchant_id, 'r' || left(id, 20), order_id, id, 1, currency, 'refunded', '2026-03-02T11:00:00Z'
       from payment_attempts where id = $1 returning order_id
     )
     update orders set refunded_total = 1 from back where orders.id = back.order_id`,
    [attempt],
  );
}

async function read(query: string, id = client): Promise<ClientStatement> {
  const reply = await call("GET", `/clients/${id}/statement?${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json();
}

/** All pages of a period. */
async function readAll(
  period: string,
  limit: number,
): Promise<{ readonly first: ClientStatement; readonly items: readonly StatementEntry[] }> {
  const first = await read(`${period}&limit=${limit}`);
  const items = [...first.items];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page: ClientStatement = await read(`${period}&limit=${limit}&cursor=${encodeURIComponent(cursor)}`);
    assert.deepEqual(page.balances, first.balances);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return { first, items };
}

/** Whole minor units of a decimal text. */
const units = (text: string): bigint => BigInt(text.replace(".", ""));

test("however a period is cut and paged, each balance is the one before with its entry, by currency", async () => {
  const { items: whole } = await readAll("", 100);
  assert.equal(new Set(whole.map(({ entryId }) => entryId)).size, whole.length);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30 }),
      fc.option(fc.constantFrom(...days)),
      fc.constantFrom(...days),
      async (limit, since, until) => {
        const [from, to] = since !== null && until < since ? [until, since] : [since, until];
        const { first, items } = await readAll(`${from === null ? "" : `from=${from}&`}to=${to}`, limit);
        // Nothing is lost, doubled or in another order than in the whole.
        const ids = new Set(items.map(({ entryId }) => entryId));
        assert.deepEqual(
          items,
          whole.filter(({ entryId }) => ids.has(entryId)),
        );
        for (const { currency, opening, debit, credit, closing } of first.balances) {
          let balance = units(opening);
          const own: readonly StatementEntry[] = items.filter((item) => item.currency === currency);
          for (const item of own) {
            balance += units(item.debit) - units(item.credit);
            assert.equal(units(item.balance), balance, item.entryId);
          }
          assert.equal(units(closing), balance);
          const sum = (side: "debit" | "credit"): bigint =>
            own.reduce((all, item) => all + units(item[side]), 0n);
          assert.deepEqual([units(debit), units(credit)], [sum("debit"), sum("credit")]);
        }
        assert.ok(items.every(({ currency }) => first.balances.some((one) => one.currency === currency)));
      },
    ),
    { numRuns: 25 },
  );
});

test("a period opens with what the one before closed with, at midnight in Riyadh", async () => {
  const until = await read("to=2026-02-01&limit=100");
  const since = await read("from=2026-02-02&to=2026-12-31&limit=100");
  for (const { currency, closing } of until.balances) {
    const next = since.balances.find((one) => one.currency === currency);
    assert.equal(next?.opening, closing);
  }
  // 20:59:59.999999 UTC is the last moment of a day in Riyadh, 21:00 the first of the next one.
  const first = await read("to=2026-01-01&limit=100");
  assert.ok(first.items.length > 0);
  assert.ok(first.items.every(({ at }) => at < "2026-01-01T21:00:00.000Z"));
});

test("what is owed at the end is what unpaid invoices come to", async () => {
  const { balances } = await read("");
  const { rows } = await api.db.pool.query<{ currency: string; due: number }>(
    `select o.currency, sum(o.total)::bigint as due from orders o
     where o.merchant_id = $1 and o.status = 'CREATED' and o.expired_at is null group by 1 order by 1`,
    [shop.id],
  );
  assert.deepEqual(
    balances.map(({ currency, closing }) => ({ currency, due: Number(units(closing)) })),
    rows,
  );
});

test("a refund gives back and takes off the invoice, a cancelled and an expired invoice are owed no longer", async () => {
  const { items } = await readAll("", 100);
  const kinds = new Set(items.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), ["cancelled", "expired", "invoice", "payment", "refund"]);
  const refund = items.find(({ kind }) => kind === "refund");
  assert.ok(refund?.reference);
  assert.equal(refund.debit, refund.credit);
  for (const { kind, debit, credit } of items)
    if (kind !== "refund") assert.equal(units(kind === "invoice" ? credit : debit), 0n);
});

/** An invoice of 100.00 that has expired in a month that is over, with how that month closes. */
async function issueExpired(name: string, mobile: string) {
  const { orderNumber, client: buyer } = await api.issue(
    { client: { name, mobile }, lines: [{ title: "x", quantity: 1, unitPrice: "100.00" }] },
    { merchant: shop },
  );
  await age(orderNumber, "2026-02-10T10:00:00Z");
  await expire(orderNumber);
  const monthOf = async () => (await read("to=2026-03-31", buyer?.id)).balances;
  return { orderNumber, buyer, monthOf, before: await monthOf() };
}

test("a month that is over closes the same once an invoice that expired in it is cancelled", async () => {
  const { orderNumber, buyer, monthOf, before } = await issueExpired("Ended twice", "0552000008");
  assert.equal(before[0]?.closing, "0.00");
  const cancelled = await call("POST", `/invoices/${orderNumber}/cancel`);
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  assert.deepEqual(await monthOf(), before);
  const { items } = await read("", buyer?.id);
  assert.deepEqual(
    items.map(({ kind }) => kind),
    ["invoice", "expired"],
    "it is owed no longer since it expired",
  );
});

test("a month that is over closes the same once an invoice that expired in it is paid, as by a bill that was out", async () => {
  const { orderNumber, buyer, monthOf, before } = await issueExpired("Paid late", "0552000007");
  await pay(orderNumber, "2026-04-02T10:00:00Z", false);
  assert.deepEqual(await monthOf(), before);
  const { items, balances } = await read("", buyer?.id);
  assert.deepEqual(
    items.map(({ kind, debit, credit, balance }) => [kind, debit, credit, balance]),
    [
      ["invoice", "100.00", "0.00", "100.00"],
      ["expired", "0.00", "100.00", "0.00"],
      ["paid_late", "100.00", "0.00", "100.00"],
      ["payment", "0.00", "100.00", "0.00"],
    ],
  );
  assert.equal(balances[0]?.closing, "0.00");
});

test("money that is no invoice's is what the shop owes the client, until it is given back", async () => {
  const { orderNumber, client: buyer } = await api.issue(
    {
      client: { name: "Surplus", mobile: "0552000009" },
      lines: [{ title: "x", quantity: 1, unitPrice: "115.00" }],
    },
    { merchant: shop },
  );
  const attempt = await api.addAttempt(orderNumber, "declined");
  await api.db.pool.query(
    `with moved as (
      update payment_attempts set state = 'surplus', event_count = event_count + 1 where id = $1
      returning merchant_id, id, event_count
    )
    insert into attempt_events (merchant_id, attempt_id, sequence, from_state, to_state, cause)
    select merchant_id, id, event_count, 'declined', 'surplus', 'test' from moved`,
    [attempt],
  );
  await call("POST", `/invoices/${orderNumber}/cancel`);
  const id = buyer?.id ?? 0;
  assert.equal((await read("", id)).balances[0]?.closing, "-115.00");
  await api.db.pool.query(
    `insert into refunds (merchant_id, id, order_id, attempt_id, amount, currency, state, is_surplus)
     select merchant_id, 'r' || left(id, 20), order_id, id, amount, currency, 'refunded', true
     from payment_attempts where id = $1`,
    [attempt],
  );
  const { balances, items } = await read("", id);
  assert.equal(balances[0]?.closing, "0.00");
  assert.deepEqual(items.map(({ kind }) => kind).sort(), ["cancelled", "invoice", "refund", "surplus"]);
});

test("a merged id reads the same statement; days the wrong way round, another list's cursor and strangers are refused", async () => {
  assert.deepEqual(await read("limit=5", duplicate), await read("limit=5"));
  for (const [query, path] of [
    ["from=2026-02-02&to=2026-02-01", "to"],
    ["cursor=clients.2026-01-01T00:00:00.000000Z.1", "cursor"],
    ["from=yesterday", "from"],
  ] as const) {
    const reply = await call("GET", `/clients/${client}/statement?${query}`);
    assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, path]);
  }
  const other = await api.addMerchant();
  const reply = await call("GET", `/clients/${client}/statement`, {
    merchant: other,
  });
  assert.equal(reply.json().code, "not_found");
});

async function readPaper(query: string, id = client) {
  const reply = await call("GET", `/clients/${id}/statement/pdf?${query}`);
  assert.equal(reply.statusCode, 200, reply.body);
  assert.equal(reply.headers["content-type"], "application/pdf");
  return { headers: reply.headers, ...(await inspect(reply.rawPayload, `statement-${id}-${query}`)) };
}

test("a paper states what the call does, in both languages, with a masked mobile, and is no tax document", async () => {
  const { first, items } = await readAll("from=2026-02-01&to=2026-12-31", 100);
  for (const [lang, words] of [
    ["ar", ["كشف حساب", "وليس مستندًا ضريبيًا"]],
    ["en", ["Statement of account", "not a tax document"]],
  ] as const) {
    const { text, headers } = await readPaper(`from=2026-02-01&to=2026-12-31&lang=${lang}`);
    assert.match(
      String(headers["content-disposition"]),
      /attachment; filename="statement-\d+-2026-02-01-2026-12-31\.pdf"/,
    );
    assertContains(text, ["Opening balance", "Amount due", "001", ...words]);
    assert.ok(!text.includes("552000001"));
    for (const { opening, debit, credit, closing } of first.balances)
      assertContains(text, [opening, debit, credit, closing].map(groupDigits));
    for (const { orderNumber, balance } of items) assertContains(text, [orderNumber, groupDigits(balance)]);
  }
  const none = await readPaper("from=2000-01-01&to=2000-01-31");
  assertContains(none.text, ["في هذه الفترة", "No entries in this period"]);
  const { rows } = await api.db.pool.query(
    "select count(*)::int as written from admin_acts where act = 'GET /api/v1/clients/:clientId/statement/pdf' and merchant_id = $1",
    [shop.id],
  );
  assert.equal(rows[0].written, 3);
});

test("a paper has a thousand entries on numbered sheets; more are refused, with what to do instead", async () => {
  const { orderNumber, client: buyer } = await api.issue(
    {
      client: { name: "Long", mobile: "0552000008" },
      lines: [{ title: "x", quantity: 1, unitPrice: "115.00" }],
    },
    { merchant: shop },
  );
  const attempt = await api.addAttempt(orderNumber, "captured");
  const giveBack = async (count: number): Promise<void> => {
    await api.db.pool.query(
      `with back as (
         insert into refunds (merchant_id, id, order_id, attempt_id, amount, currency, state)
         select merchant_id, lpad(n::text, 6, 'r') || lpad($2::text, 6, 'x') || left(id, 9), order_id, id, 1, currency, 'refunded'
         from payment_attempts, generate_series(1, $2::int) n where id = $1 returning order_id
       )
       update orders set refunded_total = refunded_total + $2::int
       where id = (select order_id from back limit 1)`,
      [attempt, count],
    );
  };
  const id = buyer?.id ?? 0;
  await giveBack(longestPaper - 2);
  const { pages } = await readPaper("lang=en", id);
  assert.ok(pages.length > 20, `${pages.length}`);
  assertContains(pages.at(-1)?.text ?? "", [`Page ${pages.length} of ${pages.length}`, "Amount due"]);
  await giveBack(1);
  const refused = await call("GET", `/clients/${id}/statement/pdf`);
  assert.deepEqual([refused.statusCode, refused.json().fields[0].code], [422, "out_of_range"]);
});
