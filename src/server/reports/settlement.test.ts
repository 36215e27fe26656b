/** Fees and what is due at the bank follow from the merchant's own terms; the close of a day is the sum of its parts. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type DailyClose, dailyClose } from "#contract/daily-close.ts";
import { type ReconciliationReport, reconciliationReport } from "#contract/reports.ts";
import { type DueReport, dueReport, type FeesReport, feesReport } from "#contract/settlement.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { dayAfter, startOfDay, today } from "../reconciliation/riyadh-day.ts";

let api: MerchantApi;

before(async () => {
  api = await startMerchantApi();
});
after(async () => await api[Symbol.asyncDispose]());

async function read(merchant: TestMerchant, path: string): Promise<unknown> {
  const reply = await api.call("GET", `/api/v1/${path}`, { merchant });
  assert.equal(reply.statusCode, 200, reply.body);
  return reply.json();
}

const due = async (merchant: TestMerchant): Promise<DueReport> =>
  dueReport.parse(await read(merchant, "reports/due"));
const close = async (merchant: TestMerchant, day: string): Promise<DailyClose> =>
  dailyClose.parse(await read(merchant, `reports/close?day=${day}`));
const fees = async (merchant: TestMerchant, day: string): Promise<FeesReport> =>
  feesReport.parse(await read(merchant, `reports/fees?from=${day}&to=${day}`));
const books = async (merchant: TestMerchant, day: string): Promise<ReconciliationReport> =>
  reconciliationReport.parse(await read(merchant, `reports/reconciliation?from=${day}&to=${day}`));

/** An invoice of 115.00 that was paid by card at an instant. */
async function pay(merchant: TestMerchant, instant: number): Promise<{ id: string; orderNumber: string }> {
  const { orderNumber } = await api.issue({}, { merchant });
  const id = await api.addAttempt(orderNumber, "captured");
  // The database keeps the instant of a settlement; what was long ago is put there without its triggers.
  await api.db.pool.query(
    `begin; alter table payment_attempts disable trigger user;
      update payment_attempts set settled_at = '${new Date(instant).toISOString()}' where id = '${id}';
      alter table payment_attempts enable trigger user; commit`,
  );
  return { id, orderNumber };
}

async function setTerms(merchant: TestMerchant, body: object): Promise<number> {
  return (await api.call("PUT", "/api/v1/account-terms/card", { merchant, body })).statusCode;
}

const usual = { feeRate: "2.20", feeFixed: "1.00", settlementDays: 1 };

/** Moves the clock, forwards. */
const goTo = (instant: number): void => api.clock.advance(instant - api.clock.now());

/** The next day of a weekday (0 is Sunday) in Riyadh. */
function nextWeekday(weekday: number): string {
  let day = dayAfter(today(api.clock.now()), 1);
  while (new Date(day).getUTCDay() !== weekday) day = dayAfter(day, 1);
  return day;
}

test("fees are rounded for each payment, with VAT; without terms they are not known, and terms are checked", async () => {
  const merchant = await api.addMerchant();
  const day = today(api.clock.now());
  await pay(merchant, startOfDay(day));
  await pay(merchant, startOfDay(dayAfter(day, 1)) - 1);
  await pay(merchant, startOfDay(day) - 1);
  assert.deepEqual((await fees(merchant, day)).rows[0]?.expected, null);
  assert.equal(await setTerms(merchant, { ...usual, feeRate: "100.01" }), 422);
  assert.equal(await setTerms(merchant, { ...usual, feeFixed: "1000.01" }), 422);
  assert.equal(await setTerms(merchant, { ...usual, settlementDays: 31 }), 422);
  assert.equal(await setTerms(merchant, usual), 200);
  // 2.2 % of 115.00 and 1.00 are 3.53, whose VAT is 0.53; both payments of the day together 7.06 and 1.06.
  const [row] = (await fees(merchant, day)).rows;
  assert.deepEqual(
    [row?.method, row?.payments, row?.gross, row?.expected, row?.terms?.feeRate],
    ["card", 2, "230.00", { amount: "7.06", vat: "1.06" }, "2.20"],
  );
  const other = await api.addMerchant();
  assert.deepEqual((await fees(other, day)).rows, []);
  assert.deepEqual(await read(other, "account-terms"), { items: [] });
});

test("the close of a day has its payments, refunds, fees, invoices and differences, from midnight to midnight", async () => {
  const merchant = await api.addMerchant();
  const day = today(api.clock.now());
  await setTerms(merchant, usual);
  const { id, orderNumber } = await pay(merchant, startOfDay(day));
  await pay(merchant, startOfDay(dayAfter(day, 1)) - 1);
  await pay(merchant, startOfDay(dayAfter(day, 1)));
  await pay(merchant, startOfDay(day) - 1);
  await api.db.pool.query(
    `begin; alter table refunds disable trigger user; insert into refunds
        (merchant_id, id, order_id, attempt_id, method, amount, currency, state, updated_at)
      select merchant_id, 'refundofclose', order_id, id, method, 1550, currency, 'refunded',
        '${new Date(startOfDay(day)).toISOString()}' from payment_attempts where id = '${id}';
      alter table refunds enable trigger user; commit`,
  );
  const open = await close(merchant, day);
  assert.deepEqual(
    [open.isOver, open.refunds, open.state, open.invoices.paid],
    [false, 1, "not_reported", [{ currency: "SAR", count: 2 }]],
  );
  assert.deepEqual(open.totals[0], {
    currency: "SAR",
    payments: 2,
    gross: "230.00",
    refunds: "15.50",
    fees: "0.00",
    net: "214.50",
    expected: { amount: "7.06", vat: "1.06" },
  });
  assert.equal(open.invoices.issued, 4);
  assert.equal((await close(merchant, dayAfter(day, 5))).invoices.issued, 0);

  // The morning after, the provider's books have ten riyals less of one payment.
  await api.db.pool.query(
    `insert into reconciliation_days (day, compared_at) values ('${day}', now()) on conflict (day) do update set compared_at = now()`,
  );
  assert.equal((await close(merchant, day)).state, "agrees");
  assert.deepEqual(
    (await books(merchant, day)).rows.map(({ taken, difference, state, methods }) => [
      taken,
      difference,
      state,
      methods,
    ]),
    [[{ ours: "230.00", theirs: "230.00" }, "0.00", "agrees", ["card"]]],
  );
  const { rows } = await books(merchant, day);
  await api.db.pool.query(
    `insert into reconciliation_differences (found_at, day, merchant_id, order_id, account, kind, reference, currency, ours, theirs)
      select now(), '${day}', merchant_id, id, '${rows[0]?.account}', 'payment_amount', 'ref', 'SAR', 11500, 10500
      from orders where order_number = '${orderNumber}'`,
  );
  const [row] = (await books(merchant, day)).rows;
  assert.deepEqual(
    [row?.taken, row?.difference, row?.differences, row?.state],
    [{ ours: "230.00", theirs: "220.00" }, "-10.00", 1, "differs"],
  );
  const over = await close(merchant, day);
  assert.deepEqual(
    [over.state, over.methods[0]?.state, over.differences[0]?.orderNumber],
    ["differs", "differs", orderNumber],
  );
  const other = await api.addMerchant();
  assert.deepEqual((await books(other, day)).rows, []);
  assert.deepEqual((await close(other, day)).totals, []);
});

test("what was paid on a Thursday is due on Sunday, and no longer due on Monday", async () => {
  const merchant = await api.addMerchant();
  const thursday = nextWeekday(4);
  await pay(merchant, startOfDay(thursday));
  goTo(startOfDay(thursday) + 3_600_000);
  assert.deepEqual((await due(merchant)).withoutTerms, ["card"]);
  await setTerms(merchant, usual);
  const sunday = dayAfter(thursday, 3);
  const [card] = (await due(merchant)).due;
  assert.deepEqual([card?.amount, card?.isOwnAccount, card?.days.length], ["110.94", false, 1]);
  assert.deepEqual(
    [card?.days[0]?.paidOn, card?.days[0]?.arrivesOn, card?.days[0]?.kept],
    [thursday, sunday, "4.06"],
  );
  goTo(startOfDay(dayAfter(sunday, 1)) - 60_000);
  assert.equal((await due(merchant)).due.length, 1);
  goTo(startOfDay(dayAfter(sunday, 1)));
  assert.deepEqual((await due(merchant)).due, []);
});
