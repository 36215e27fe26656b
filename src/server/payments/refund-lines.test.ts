/** Refunds by line: the credit note takes back the VAT of what was returned, and nothing of what was kept. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import type { Refund } from "#contract/refunds.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { issueInvoice, ledger, payByCard, setFault, startTestApp, type TestApp } from "#test/app-harness.ts";
import { creditNotesOf } from "../documents/tax-document-store.ts";

const laptopsAndRent = [
  { title: "حاسب محمول", quantity: 3, unitPrice: "4000.00", vatRate: "15" },
  { title: "إيجار", quantity: 1, unitPrice: "6000.00", vatRate: "0", vatExemption: "VATEX-SA-30" },
];

async function refund(app: TestApp, orderNumber: string, payload: object = {}) {
  const headers = { authorization: `Bearer ${app.apiKey}`, "idempotency-key": randomUUID() };
  const url = `/api/v1/invoices/${orderNumber}/refunds`;
  return await app.app.inject({ method: "POST", url, headers, payload });
}

async function paidInvoice(app: TestApp, lines: readonly object[] = laptopsAndRent): Promise<string> {
  const orderNumber = await issueInvoice(app, { lines });
  await payByCard(app, orderNumber);
  return orderNumber;
}

/** What the order's credit notes say, as riyals: taxable, VAT and total of each. */
async function notesOf(app: TestApp, orderNumber: string) {
  const { id } = await app.db.kysely
    .selectFrom("orders")
    .select("id")
    .where("order_number", "=", orderNumber)
    .executeTakeFirstOrThrow();
  return await creditNotesOf(app.db.kysely, { orderId: id, debitNoteId: null });
}

test("one of three laptops comes back: its VAT is credited, the exempt rent is not touched", async () => {
  await using app = await startTestApp();
  const orderNumber = await paidInvoice(app);
  const reply = await refund(app, orderNumber, { lines: [{ position: 1, quantity: 1 }] });
  assert.equal(reply.statusCode, 201, reply.body);
  const made: Refund = reply.json();
  assert.deepEqual([made.state, made.amount], ["refunded", "4600.00"]);
  assert.deepEqual(made.lines, [{ position: 1, quantity: 1, amount: "4600.00" }]);
  const [note] = await notesOf(app, orderNumber);
  assert.ok(note);
  const { facts } = note.content;
  assert.deepEqual([facts.taxable, facts.vat, facts.total], [400_000, 60_000, 460_000]);
  assert.deepEqual(
    facts.lines.map(({ title, qty, net, vat, isPart }) => ({ title, qty, net, vat, isPart })),
    [{ title: "حاسب محمول", qty: wholeQuantity(1), net: 400_000, vat: 60_000, isPart: undefined }],
  );
  const given = (await ledger(app)).filter(({ kind }) => kind === "refund").map(({ amount }) => amount);
  assert.deepEqual(given, ["4600.00"]);
});

test("an amount alone is refused while lines carry different VAT, taken once one rate is left, and always for the rest", async () => {
  await using app = await startTestApp();
  const orderNumber = await paidInvoice(app);
  const refused = await refund(app, orderNumber, { amount: "4600.00" });
  assert.deepEqual([refused.statusCode, refused.json().code], [422, "lines_required"]);
  const unprintable = await refund(app, orderNumber, { amount: "1.00", reason: "退货" });
  assert.deepEqual(unprintable.json().fields[0].code, "not_printable", "it would be on the credit note");
  const rent = await refund(app, orderNumber, { lines: [{ position: 2, quantity: 1 }] });
  assert.equal(rent.json().amount, "6000.00");
  const part = (await refund(app, orderNumber, { amount: "1150.00" })).json();
  assert.deepEqual(part.lines, [{ position: 1, quantity: null, amount: "1150.00" }]);
  assert.equal((await refund(app, orderNumber)).json().amount, "12650.00");
  const notes = await notesOf(app, orderNumber);
  assert.deepEqual(
    notes.map(({ content }) => content.facts.vat),
    [0, 15_000, 165_000],
  );

  const whole = await paidInvoice(app);
  assert.equal((await refund(app, whole, { amount: "19800.00" })).json().state, "refunded");
});

test("lines that are wrong are refused by their place, and nothing is refunded", async () => {
  await using app = await startTestApp();
  const orderNumber = await paidInvoice(app);
  const cases = [
    [{ lines: [{ position: 3, quantity: 1 }] }, "lines.0.position unknown_line"],
    [{ lines: [{ position: 1, quantity: 4 }] }, "lines.0.quantity too_large"],
    [{ lines: [{ position: 2, amount: "6000.01" }] }, "lines.0.amount too_large"],
    [{ lines: [{ position: 2, amount: "1.005" }] }, "lines.0.amount invalid"],
    [{ lines: [{ position: 2, amount: "1.00" }], amount: "1.00" }, "amount invalid"],
    [
      {
        lines: [
          { position: 1, quantity: 1 },
          { position: 1, quantity: 1 },
        ],
      },
      "lines.1.position duplicate",
    ],
  ] as const;
  for (const [payload, expected] of cases) {
    const reply = await refund(app, orderNumber, payload);
    assert.equal(reply.statusCode, 422, reply.body);
    const [field] = reply.json().fields;
    assert.equal(`${field.path} ${field.code}`, expected);
  }
  const both = await refund(app, orderNumber, { lines: [{ position: 1, quantity: 1, amount: "1.00" }] });
  assert.equal(both.statusCode, 422);
  assert.deepEqual(
    (await ledger(app)).filter(({ kind }) => kind === "refund"),
    [],
  );
});

test("lines of a declined refund can be given back again; those of one under way cannot", async () => {
  await using app = await startTestApp();
  const orderNumber = await paidInvoice(app);
  const laptops = { lines: [{ position: 1, quantity: 3 }] };
  await setFault(app, { fault: "drop_before", operation: "REFUND", times: 1 });
  await setFault(app, { fault: "drop_before", operation: "RETRIEVE_TRANSACTION", times: 1 });
  assert.equal((await refund(app, orderNumber, laptops)).json().state, "unknown");
  assert.equal((await refund(app, orderNumber, laptops)).json().code, "refund_in_progress");
  await app.db.pool.query("update refunds set state = 'declined', next_check_at = null");
  assert.equal((await refund(app, orderNumber, laptops)).json().amount, "13800.00");
});

test("the database refuses lines that do not come to their refund, or that give back more than was sold", async () => {
  await using app = await startTestApp();
  const orderNumber = await paidInvoice(app);
  await refund(app, orderNumber, { lines: [{ position: 1, quantity: 1 }] });
  const again = (amount: number, taxable: number, vat: number, quantity: number) =>
    app.db.pool.query(
      `with source as (select * from refunds limit 1), made as (
         insert into refunds (id, order_id, attempt_id, amount, currency, state)
         select 'another0refund', order_id, attempt_id, $1::bigint, currency, 'pending' from source returning *)
       insert into refund_lines (merchant_id, order_id, refund_id, position, qty_thousandths, taxable, vat)
       select o.merchant_id, made.order_id, made.id, 1, $4::int, $2::bigint, $3::bigint
       from made join orders o on o.id = made.order_id`,
      [amount, taxable, vat, quantity],
    );
  await assert.rejects(again(460_000, 400_000, 59_999, 1), /do not come to its amount/);
  await assert.rejects(again(920_001, 800_001, 120_000, 2_000), /more is given back/);
  await assert.rejects(again(100, 100, 0, 3_000), /more is given back/);
  await assert.rejects(app.db.pool.query("delete from refund_lines"), /append-only/);
});
