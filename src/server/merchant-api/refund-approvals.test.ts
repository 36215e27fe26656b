/** Refunds above the limits of a shop: who is limited, who decides, and what the database refuses to any caller. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { ProblemField } from "#core/problem.ts";
import { issueInvoice, ledger, payByCard } from "#test/app-harness.ts";
import { type Cookie, type Shop, startShop } from "#test/console.ts";
import { expireRefundApprovals } from "../payments/refund-approvals.ts";

let shop: Shop;
let owner: Cookie;
let manager: Cookie;
let other: Cookie;

before(async () => {
  shop = await startShop();
  owner = await shop.signIn(await shop.addPerson("owner"));
  manager = await shop.signIn(await shop.addPerson("manager"));
  other = await shop.signIn(await shop.addPerson("manager"));
});
after(() => shop?.[Symbol.asyncDispose]());

/** An invoice of SAR 115.00 that a card has paid. */
async function paidInvoice(): Promise<string> {
  const orderNumber = await issueInvoice(shop);
  await payByCard(shop, orderNumber);
  return orderNumber;
}

async function setLimits(perInvoice: string | null, perDay: string | null, appliesTo: readonly string[]) {
  const json = { perInvoice, perDay, appliesTo };
  const answer = await as(owner, "PUT", "/refund-limits", json);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
}

async function as(cookie: Cookie, method: "GET" | "POST" | "PUT", path: string, json?: unknown) {
  const answer = await shop.send(`/api/v1${path}`, { method, cookie, shop: shop.merchantId, json });
  return { status: answer.statusCode, body: answer.json() };
}

const refundAs = (cookie: Cookie, orderNumber: string, wish: object) =>
  as(cookie, "POST", `/invoices/${orderNumber}/refunds`, wish);

const decide = (cookie: Cookie, id: string, how: "approve" | "refuse" | "withdraw", json?: object) =>
  as(cookie, "POST", `/refund-approvals/${id}/${how}`, json ?? (how === "refuse" ? {} : undefined));

async function refundByKey(orderNumber: string, payload: object, key: string = randomUUID()) {
  const answer = await shop.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${orderNumber}/refunds`,
    headers: { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": key },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const givenBack = async () =>
  (await ledger(shop))
    .filter(({ kind }) => kind === "refund")
    .reduce((sum, { amount }) => sum + Number(amount), 0);

test("without limits one person gives everything back, and who sets limits is an owner", async () => {
  const orderNumber = await paidInvoice();
  assert.equal((await refundAs(manager, orderNumber, {})).status, 201);
  const limits = { perInvoice: "1.00", perDay: null, appliesTo: ["manager"] };
  assert.equal((await as(manager, "PUT", "/refund-limits", limits)).body.code, "permission_missing");
  const nobody = await as(owner, "PUT", "/refund-limits", { ...limits, appliesTo: [] });
  assert.equal(nobody.body.code, "validation_failed");
});

test("above the limit nothing is given back until a second person approves exactly that, once", async () => {
  await setLimits("50.00", null, ["manager", "key"]);
  const orderNumber = await paidInvoice();
  const before = await givenBack();
  const asked = await refundAs(manager, orderNumber, { amount: "50.01", reason: "damaged" });
  assert.equal(asked.status, 202);
  const { id } = asked.body;
  assert.deepEqual(
    [asked.body.state, asked.body.amount, asked.body.limit, asked.body.isYours, asked.body.refund],
    ["requested", "50.01", "per_invoice", true, null],
  );
  assert.equal(await givenBack(), before);
  // Another request for the invoice waits its turn; the home of the shop names the one there is.
  assert.equal((await refundAs(manager, orderNumber, { amount: "60.00" })).body.code, "approval_pending");
  const { attention } = (await as(owner, "GET", "/home")).body;
  const waiting = attention.find(({ kind }: { kind: string }) => kind === "refund_approvals");
  assert.deepEqual([waiting.count, waiting.amounts], [1, [{ currency: "SAR", amount: "50.01" }]]);

  assert.equal((await decide(manager, id, "approve")).body.code, "own_approval");
  const approved = await decide(other, id, "approve");
  assert.equal(approved.status, 200, JSON.stringify(approved.body));
  assert.deepEqual([approved.body.state, approved.body.refund.state], ["approved", "refunded"]);
  assert.equal(approved.body.endedBy.name, "manager 3");
  assert.equal(await givenBack(), before + 50.01);
  assert.equal((await decide(owner, id, "approve")).body.code, "approval_over");
  assert.equal((await decide(manager, id, "withdraw")).body.code, "approval_over");
  assert.equal(await givenBack(), before + 50.01);
  const { rows } = await shop.db.pool.query(
    "select act, result, details from admin_acts where act like '%/approve' order by id desc limit 3",
  );
  assert.deepEqual(
    rows.map(({ result }) => result),
    ["refused approval_over", "done", "refused own_approval"],
  );
  assert.equal(rows[1].details.after.amount, "50.01");
});

test("a sum is not split: small refunds of one invoice, and of one day, add up by who makes them", async () => {
  await setLimits("50.00", "80.00", ["manager"]);
  const [first, second] = [await paidInvoice(), await paidInvoice()];
  const person = await shop.signIn(await shop.addPerson("manager"));
  assert.equal((await refundAs(person, first, { amount: "30.00" })).status, 201);
  const split = await refundAs(person, first, { amount: "20.01" });
  assert.deepEqual([split.status, split.body.limit], [202, "per_invoice"]);
  assert.equal((await refundAs(person, second, { amount: "50.00" })).status, 201);
  const third = await paidInvoice();
  const day = await refundAs(person, third, { amount: "0.01" });
  assert.deepEqual([day.status, day.body.limit], [202, "per_day"]);
  // Another day, and another person, have their own.
  await shop.db.pool.query(
    "update refunds set created_at = created_at - interval '1 day' where order_id in (select id from orders where order_number = any($1))",
    [[first, second]],
  );
  assert.equal((await decide(person, day.body.id, "withdraw")).body.state, "withdrawn");
  assert.equal((await refundAs(person, third, { amount: "50.00" })).status, 201);
  assert.equal((await refundAs(owner, second, {})).status, 201);
});

test("a request that waits ends once another person has given back so much that less is left than it asks for", async () => {
  await setLimits("50.00", null, ["manager"]);
  const orderNumber = await paidInvoice();
  const { id } = (await refundAs(manager, orderNumber, { amount: "60.00" })).body;
  const stateNow = async () => (await as(owner, "GET", `/refund-approvals/${id}`)).body.state;
  assert.equal((await refundAs(owner, orderNumber, { amount: "55.00" })).status, 201);
  assert.equal(await stateNow(), "requested", "60.00 are left");
  assert.equal((await refundAs(owner, orderNumber, { amount: "0.01" })).status, 201);
  assert.equal(await stateNow(), "expired");
  const waiting = (await as(owner, "GET", "/refund-approvals?state=requested")).body.items;
  assert.ok(!waiting.some((one: { readonly id: string }) => one.id === id));
  const { rows } = await shop.db.pool.query(
    "select type, data->>'state' as state from events where data->>'id' = $1 order by id",
    [id],
  );
  assert.deepEqual(rows, [
    { type: "refund.approval_requested", state: "requested" },
    { type: "refund.approval_ended", state: "expired" },
  ]);
});

test("two refunds at once do not both fit into what is left of a day", async () => {
  await setLimits(null, "60.00", ["manager"]);
  const person = await shop.signIn(await shop.addPerson("manager"));
  const invoices = [await paidInvoice(), await paidInvoice()];
  const answers = await Promise.all(invoices.map((number) => refundAs(person, number, { amount: "40.00" })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 202]);
});

test("a key is limited as a person is, asks once however often it repeats, and decides nothing", async () => {
  await setLimits("10.00", null, ["key"]);
  const orderNumber = await paidInvoice();
  const asked = await refundByKey(orderNumber, { amount: "11.00" }, "once-and-again");
  const again = await refundByKey(orderNumber, { amount: "11.00" }, "once-and-again");
  assert.deepEqual([asked.status, again.status, again.body.id], [202, 202, asked.body.id]);
  assert.equal(asked.body.requestedBy.kind, "key");
  const headers = { authorization: `Bearer ${shop.apiKey}` };
  for (const how of ["approve", "refuse"]) {
    const url = `/api/v1/refund-approvals/${asked.body.id}/${how}`;
    const answer = await shop.app.inject({ method: "POST", url, headers, payload: {} });
    assert.equal(answer.statusCode, 404);
  }
  // What a colleague asked for is not the manager's to withdraw.
  assert.equal((await decide(manager, asked.body.id, "withdraw")).status, 404);
  const withCard = await decide(manager, asked.body.id, "refuse", { note: "card 4111 1111 1111 1111" });
  assert.deepEqual(
    [withCard.status, withCard.body.fields.map(({ path, code }: ProblemField) => [path, code])],
    [422, [["note", "card_number_misplaced"]]],
  );
  const refused = await as(manager, "POST", `/refund-approvals/${asked.body.id}/refuse`, {
    note: "wrong buyer",
  });
  assert.deepEqual(
    [refused.body.state, refused.body.note, refused.body.refund],
    ["refused", "wrong buyer", null],
  );
  const { rows } = await shop.db.pool.query(
    "select type, data from events where type like 'refund.approval%' order by id desc limit 2",
  );
  assert.deepEqual(
    rows.map(({ type, data }) => [type, data.state]),
    [
      ["refund.approval_ended", "refused"],
      ["refund.approval_requested", "requested"],
    ],
  );
});

test("the database refuses an approval of one's own, a second use, another amount, and a change of what was asked", async () => {
  await setLimits("10.00", null, ["manager"]);
  const orderNumber = await paidInvoice();
  const { id, requestedBy } = (await refundAs(manager, orderNumber, { amount: "20.00" })).body;
  const end = (by: string, to = "approved") =>
    `update refund_approvals set state = '${to}', ended_by = '${by}', ended_at = now() where id = '${id}'`;
  const refund = (columns: { amount?: number; currency?: string; maker?: string; approval?: string }) =>
    `insert into refunds (id, merchant_id, order_id, attempt_id, amount, currency, state, made_by, approval_id)
     select '${randomUUID().slice(0, 8)}', o.merchant_id, o.id, a.id, ${columns.amount ?? 2000}, '${columns.currency ?? "SAR"}', 'declined',
       '${columns.maker ?? `person ${requestedBy.id}`}', '${columns.approval ?? id}'
     from orders o join payment_attempts a on a.order_id = o.id where o.order_number = '${orderNumber}'`;
  const second = "person 999";
  const refused: readonly (readonly [readonly string[], RegExp])[] = [
    [[end(`person ${requestedBy.id}`), refund({})], /nobody_decides_on_their_own/],
    [[end("key 1"), refund({})], /nobody_decides_on_their_own/],
    [[end(second, "withdrawn")], /who_asked_withdraws/],
    [[end(second)], /do not agree/],
    [[refund({})], /do not agree/],
    [[end(second, "refused"), refund({})], /do not agree/],
    [[end(second), refund({ amount: 2001 })], /do not agree/],
    [[end(second), refund({ currency: "USD" })], /do not agree/],
    [[end(second), refund({ maker: second })], /do not agree/],
    [[end(second), refund({}), refund({})], /an_approval_is_used_once/],
    [[end(second), refund({}), end(second, "refused")], /may not become/],
    [[`update refund_approvals set amount = 1 where id = '${id}'`], /may not become/],
    [
      [end(second), refund({}), `update refunds set approval_id = null where approval_id = '${id}'`],
      /does not change/,
    ],
    [[`delete from refund_approvals where id = '${id}'`], /append-only/],
  ];
  for (const [statements, why] of refused) {
    const client = await shop.db.pool.connect();
    try {
      await client.query("begin");
      const run = async () => {
        for (const statement of [...statements, "set constraints all immediate"])
          await client.query(statement);
      };
      await assert.rejects(run(), why, statements.join("\n"));
    } finally {
      await client.query("rollback");
      client.release();
    }
  }
  assert.equal((await decide(owner, id, "approve")).body.state, "approved");
});

test("an approval is of the amount that was seen, and one without a decision expires", async () => {
  await setLimits("10.00", null, ["manager"]);
  const line = { title: "Dates", quantity: 1, unitPrice: "50.00", vatRate: "15" };
  const orderNumber = await issueInvoice(shop, { lines: [line, line] });
  await payByCard(shop, orderNumber);
  const all = await refundAs(manager, orderNumber, { lines: [{ position: 1, quantity: 1 }] });
  assert.equal(all.body.amount, "57.50");
  // A part of the line goes back otherwise; as much as was asked for is left of the invoice.
  assert.equal(
    (await refundAs(owner, orderNumber, { lines: [{ position: 1, amount: "15.00" }] })).status,
    201,
  );
  assert.equal((await decide(owner, all.body.id, "approve")).body.code, "approval_outdated");
  shop.clock.advance(7 * 24 * 60 * 60_000);
  const [later, asker] = [
    await shop.signIn("owner1@shop.example"),
    await shop.signIn("manager2@shop.example"),
  ];
  assert.equal((await decide(later, all.body.id, "approve")).body.code, "approval_over");
  assert.ok((await expireRefundApprovals(shop.services)) >= 1);
  assert.equal(await expireRefundApprovals(shop.services), 0);
  assert.equal((await as(asker, "GET", `/refund-approvals/${all.body.id}`)).body.state, "expired");
  assert.equal((await refundAs(asker, orderNumber, { amount: "100.00" })).status, 202);
});
