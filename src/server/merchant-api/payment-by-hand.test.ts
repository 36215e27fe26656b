/** Recording what a shop was paid without a provider: papers and sums as of every payment, kept apart, undone by a refund alone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi();
});
after(() => api[Symbol.asyncDispose]());

type Body = Readonly<Record<string, unknown>>;

const record = (orderNumber: string, change: Body = {}) =>
  api.call("POST", `/api/v1/invoices/${orderNumber}/payments`, {
    body: { amount: "115.00", way: "cash", ...change },
  });

const refund = (orderNumber: string, body: Body) =>
  api.call("POST", `/api/v1/invoices/${orderNumber}/refunds`, { body });

test("the invoice is paid then, with receipt, tax invoice and event, and says by what and by whom", async () => {
  const { orderNumber } = await api.issue();
  const answer = await record(orderNumber, {
    way: "card_terminal",
    reference: "RRN 4471",
    note: "عند الفرع",
  });
  assert.equal(answer.statusCode, 201, answer.body);
  const invoice = answer.json();
  assert.deepEqual([invoice.status, invoice.paidTotal, invoice.dueTotal], ["PAID", "115.00", "0.00"]);
  assert.ok(invoice.receiptUrl && invoice.taxInvoice.number);
  assert.deepEqual(
    invoice.payments.map(({ method, state, amount }: Body) => [method, state, amount]),
    [["card_terminal", "captured", "115.00"]],
  );
  const [payment] = (await api.call("GET", `/api/v1/payments?order=${orderNumber}`)).json().items;
  assert.match(payment.byHand.recordedBy, /^key \d+$/);
  assert.deepEqual([payment.byHand.reference, payment.byHand.note], ["RRN 4471", "عند الفرع"]);
  const { rows } = await api.db.pool.query(
    `select type, public_id is not null as told from events where order_id =
      (select id from orders where order_number = $1) order by id`,
    [orderNumber],
  );
  const told = rows.filter((row) => row.told).map(({ type }) => type);
  assert.deepEqual(told.toSorted(), ["invoice.created", "invoice.paid", "tax_document.issued"]);
  const audit = await api.db.pool.query(
    "select act, subject, details from admin_acts order by id desc limit 1",
  );
  assert.equal(audit.rows[0].subject, orderNumber);
  assert.deepEqual(audit.rows[0].details.after, { way: "card_terminal", amount: "115.00" });
});

test("only what is due can be recorded, once, and only while the invoice is open, expired or not", async () => {
  const { orderNumber } = await api.issue();
  for (const amount of ["114.99", "115.01", "0.00"]) {
    const wrong = await record(orderNumber, { amount });
    assert.deepEqual([wrong.statusCode, wrong.json().fields[0].path], [422, "amount"], wrong.body);
  }
  for (const change of [{ way: "mada" }, { amount: "115.001" }, { amount: 115 }, { paidBy: "x" }])
    assert.equal((await record(orderNumber, change)).statusCode, 422);
  assert.equal((await record(orderNumber)).statusCode, 201);
  assert.equal((await record(orderNumber)).json().code, "order_already_paid");
  const { orderNumber: cancelled } = await api.issue();
  await api.call("POST", `/api/v1/invoices/${cancelled}/cancel`, { body: {} });
  assert.equal((await record(cancelled)).json().code, "order_cancelled");
  const expiresAt = new Date(api.clock.now() + 60_000).toISOString();
  const { orderNumber: expired } = await api.issue({ expiresAt });
  api.clock.advance(61_000);
  assert.equal((await record(expired)).statusCode, 201);
});

test("nothing is recorded while a payment has no answer, or money is owed back to the buyer", async () => {
  for (const state of ["unknown", "surplus"] as const) {
    const { orderNumber } = await api.issue();
    await api.addAttempt(orderNumber, state);
    const refused = await record(orderNumber);
    assert.deepEqual([refused.statusCode, refused.json().code], [409, "payment_in_progress"], state);
  }
});

test("a card number is no reference, no note and no reason: it is refused by its field, and nothing is booked", async () => {
  const { orderNumber } = await api.issue();
  const card = "بطاقة 4508 7500 1574 1019";
  const refused = { status: 422, code: "card_number_misplaced" };
  for (const path of ["reference", "note"]) {
    const answer = await record(orderNumber, { way: "card_terminal", [path]: card });
    const [field] = answer.json().fields;
    assert.deepEqual({ status: answer.statusCode, ...field }, { ...field, ...refused, path }, answer.body);
  }
  assert.equal((await record(orderNumber, { reference: "RRN 633512004471" })).statusCode, 201);
  const kept = await refund(orderNumber, { reason: card });
  const [field] = kept.json().fields;
  assert.deepEqual(
    { status: kept.statusCode, ...field },
    { ...field, ...refused, path: "reason" },
    kept.body,
  );
  assert.deepEqual((await api.call("GET", `/api/v1/invoices/${orderNumber}/refunds`)).json().items, []);
});

test("the same request again gets the same answer and records nothing", async () => {
  const { orderNumber } = await api.issue();
  const url = `/api/v1/invoices/${orderNumber}/payments`;
  const options = { body: { amount: "115.00", way: "cash" }, idempotencyKey: "once-and-again" };
  const [first, again] = [await api.call("POST", url, options), await api.call("POST", url, options)];
  assert.deepEqual(
    [first.statusCode, again.statusCode, again.headers["idempotent-replayed"]],
    [201, 201, "true"],
  );
  assert.equal(again.json().payments.length, 1);
});

test("a refund by hand alone takes it back, in parts or as a whole, with its credit note", async () => {
  const { orderNumber } = await api.issue();
  await record(orderNumber, { way: "bank_transfer" });
  assert.equal((await refund(orderNumber, { amount: "15.00" })).json().code, "refund_not_supported");
  assert.equal((await refund(orderNumber, { amount: "15.00", byHand: true })).statusCode, 201);
  const rest = await refund(orderNumber, { byHand: true });
  assert.equal(rest.json().amount, "100.00");
  const invoice = (await api.call("GET", `/api/v1/invoices/${orderNumber}`)).json();
  assert.deepEqual(
    [invoice.status, invoice.refundedTotal, invoice.creditNotes.length],
    ["REFUNDED", "115.00", 2],
  );
});

test("sums have it, each way by itself and apart from providers, and none is owed by a provider", async () => {
  const merchant = await api.addMerchant();
  const pay = async (way: string): Promise<void> => {
    const { orderNumber } = await api.issue({}, { merchant });
    const body = { amount: "115.00", way };
    await api.call("POST", `/api/v1/invoices/${orderNumber}/payments`, { body, merchant });
  };
  for (const way of ["cash", "cash", "card_terminal"]) await pay(way);
  const { orderNumber } = await api.issue({}, { merchant });
  await api.addAttempt(orderNumber, "captured");
  const read = async (path: string) => (await api.call("GET", `/api/v1/${path}`, { merchant })).json();
  const day = new Date(api.clock.now() + 3 * 60 * 60_000).toISOString().slice(0, 10);
  const { rows } = await read(`reports/sales?from=${day}&to=${day}&by=method`);
  const byHand = rows.filter(({ account }: Body) => account === "by-hand");
  assert.deepEqual(byHand.map(({ method, payments, gross }: Body) => [method, payments, gross]).toSorted(), [
    ["card_terminal", 1, "115.00"],
    ["cash", 2, "230.00"],
  ]);
  assert.equal(rows.length, 3);
  const close = await read(`reports/close?day=${day}`);
  assert.equal(close.totals[0].gross, "460.00");
  const { health } = await read("home");
  assert.ok(health.every(({ account }: Body) => account !== "by-hand"));
  const { withoutTerms } = await read("reports/due");
  assert.ok(!withoutTerms.includes("cash"));
});

test("the database refuses a payment by hand that is not whole, another word about it, and a provider's refund of it", async () => {
  const { orderNumber } = await api.issue();
  await record(orderNumber);
  const other = await api.issue();
  const attemptId = await api.addAttempt(other.orderNumber, "captured");
  const { rows } = await api.db.pool.query(
    `select a.* from payment_attempts a join orders o on o.id = a.order_id where o.order_number = $1`,
    [orderNumber],
  );
  const [own] = rows;
  const refused = async (sql: string, values: unknown[] = [], why = /hand|is of/): Promise<void> => {
    await assert.rejects(api.db.pool.query(sql, values), why, sql);
  };
  await refused("update payments_by_hand set note = 'another'");
  await refused("update payments_by_hand set recorded_by = 'key 99'");
  await refused("delete from payments_by_hand");
  await refused("update payment_attempts set provider = 'by-hand' where id = $1", [attemptId]);
  await refused("update payment_attempts set provider = 'mpgs-cards', method = 'card' where id = $1", [
    own.id,
  ]);
  await refused("update payment_attempts set method = 'cash' where id = $1", [attemptId]);
  await refused(
    `insert into payments_by_hand (merchant_id, attempt_id, order_id, recorded_by, recorded_at)
      select merchant_id, id, order_id, 'key 1', now() from payment_attempts where id = $1`,
    [attemptId],
  );
  await refused(
    `insert into refunds (merchant_id, id, order_id, attempt_id, amount, currency, state)
      values ($1, 'refund0000001', $2, $3, 100, 'SAR', 'in_flight')`,
    [own.merchant_id, own.order_id, own.id],
  );
});
