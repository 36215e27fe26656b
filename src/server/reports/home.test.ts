/** The home figures: days of Riyadh, the same sums as the sales report, and only what waits for this merchant. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Home, home, overdueAges } from "#contract/home.ts";
import { payableStatuses } from "#core/status-groups.ts";
import {
  type AddedState,
  type MerchantApi,
  startMerchantApi,
  type TestMerchant,
} from "#test/merchant-api.ts";
import { dayAfter, startOfDay } from "../reconciliation/riyadh-day.ts";
import { readHome } from "./home.ts";

let api: MerchantApi;

before(async () => {
  api = await startMerchantApi();
});
after(async () => await api[Symbol.asyncDispose]());

const at = async (merchant: TestMerchant, now: number): Promise<Home> =>
  home.parse(await readHome(api.services, { merchantId: merchant.id, livemode: false, now }));

/** An invoice of a merchant with one attempt, begun and ended at an instant. */
async function pay(merchant: TestMerchant, instant: number, state: AddedState = "captured"): Promise<string> {
  const { orderNumber } = await api.issue({}, { merchant });
  const id = await api.addAttempt(orderNumber, state);
  // The database keeps the instant of a settlement; what was long ago is put there without its triggers.
  const then = `'${new Date(instant).toISOString()}'::timestamptz`;
  await api.db.pool.query(
    `begin; alter table payment_attempts disable trigger user; update payment_attempts set created_at = ${then},
      settled_at = case when settled_at is not null then ${then} end where id = '${id}';
      alter table payment_attempts enable trigger user; commit`,
  );
  return id;
}

const paid = ({ totals }: Home["money"]["today"]): [number, string] => [
  totals[0]?.payments ?? 0,
  totals[0]?.gross ?? "0.00",
];

test("money counts from midnight in Riyadh: of the day, of the week since Sunday, of the month", async () => {
  const merchant = await api.addMerchant();
  const sunday = startOfDay("2026-11-22");
  await pay(merchant, sunday - 1);
  await pay(merchant, sunday);
  await pay(merchant, startOfDay("2026-12-01") - 1);
  await pay(merchant, startOfDay("2026-12-01"));
  const counts = async (now: number) => {
    const { today, money } = await at(merchant, now);
    return [today, paid(money.today)[0], paid(money.week)[0], paid(money.month)[0]];
  };
  assert.deepEqual(await counts(sunday - 1), ["2026-11-21", 1, 1, 1]);
  assert.deepEqual(await counts(sunday), ["2026-11-22", 1, 1, 2]);
  assert.deepEqual(await counts(startOfDay("2026-12-01") - 1), ["2026-11-30", 1, 1, 3]);
  // The week began in the month before.
  assert.deepEqual(await counts(startOfDay("2026-12-01")), ["2026-12-01", 1, 2, 1]);
  const { money, methods } = await at(merchant, startOfDay("2026-12-01"));
  assert.deepEqual(
    [money.week.from, money.month.from, money.month.to],
    ["2026-11-29", "2026-12-01", "2026-12-01"],
  );
  assert.deepEqual(
    methods.map(({ method, account, gross, stated }) => [method, account, gross, stated]),
    [["card", "mpgs-cards", "115.00", null]],
  );
});

test("its sums are those of the sales report, also after a refund", async () => {
  const merchant = await api.addMerchant();
  const now = startOfDay("2026-11-18") + 3_600_000;
  const id = await pay(merchant, now - 1_000);
  await pay(merchant, startOfDay("2026-11-02"));
  await api.db.pool.query(
    `begin; alter table refunds disable trigger user; insert into refunds
        (merchant_id, id, order_id, attempt_id, method, amount, currency, state, updated_at)
      select merchant_id, 'refundofhome', order_id, id, method, 1550, currency, 'refunded',
        '${new Date(now).toISOString()}' from payment_attempts where id = '${id}';
      alter table refunds enable trigger user; commit`,
  );
  const { money } = await at(merchant, now);
  const url = "/api/v1/reports/sales?from=2026-11-01&to=2026-11-18";
  const { totals } = (await api.call("GET", url, { merchant })).json();
  assert.deepEqual(money.month.totals, totals);
  assert.deepEqual(
    [money.month.totals[0]?.gross, money.month.totals[0]?.refunds, money.today.totals[0]?.net],
    ["230.00", "15.50", "99.50"],
  );
});

test("unpaid invoices are overdue from the day after their due date, by age; paid, expired and carts are not there", async () => {
  const merchant = await api.addMerchant();
  const today = "2026-11-22";
  const now = startOfDay(today);
  const dueAt = async (daysAgo: number | null): Promise<string> => {
    const { orderNumber } = await api.issue({}, { merchant });
    const day = daysAgo === null ? null : dayAfter(today, -daysAgo);
    await api.db.pool.query("update orders set due_date = $2 where order_number = $1", [orderNumber, day]);
    return orderNumber;
  };
  for (const daysAgo of [null, -3, 0, 1, 7, 8, 30, 31, 60, 61, 400]) await dueAt(daysAgo);
  await api.addAttempt(await dueAt(5), "captured");
  await api.db.pool.query("update orders set expires_at = $2 where order_number = $1", [
    await dueAt(5),
    new Date(now),
  ]);
  const { unpaid } = await at(merchant, now);
  const [riyals] = unpaid;
  assert.deepEqual(
    [unpaid.length, riyals?.currency, riyals?.count, riyals?.amount],
    [1, "SAR", 11, "1265.00"],
  );
  assert.deepEqual([riyals?.overdue.count, riyals?.overdue.amount], [8, "920.00"]);
  assert.deepEqual(
    riyals?.overdue.ages,
    overdueAges.map((days) => ({ ...days, count: 2, amount: "230.00" })),
  );
});

test("the index of what is unpaid knows every status that may be paid, and the sum reads nothing else", async () => {
  const { rows } = await api.db.pool.query<{ predicate: string }>(
    "select pg_get_expr(indpred, indrelid) as predicate from pg_index where indexrelid = 'orders_unpaid'::regclass",
  );
  const named = [...(rows[0]?.predicate ?? "").matchAll(/'([A-Z_]+)'/g)].map(([, name]) => name);
  assert.deepEqual(named, [...payableStatuses]);
});

test("a failed payment is there with its reason and the next step, the last of each order, until that is paid", async () => {
  const merchant = await api.addMerchant();
  const now = api.clock.now();
  const reasons = {
    insufficient_funds: "offer_other_method",
    wrong_security_code: "send_again",
    rejected_by_provider: "check_account",
    suspected_fraud: "wait",
  };
  for (const [reason, nextStep] of Object.entries(reasons)) {
    const id = await pay(merchant, now - 60_000, "declined");
    await api.db.pool.query("update payment_attempts set decline_reason = $2 where id = $1", [id, reason]);
    const failed = (await at(merchant, now)).failedPayments.find(({ payment }) => payment.id === id);
    assert.deepEqual([failed?.payment.failure?.code, failed?.nextStep], [reason, nextStep]);
    assert.match(failed?.payment.failure?.message.ar ?? "", /[ء-ي]/);
  }
  const { rows } = await api.db.pool.query<{ order_number: string }>(
    "select order_number from orders where merchant_id = $1 order by id limit 1",
    [merchant.id],
  );
  const [{ order_number: orderNumber } = { order_number: "" }] = rows;
  await api.addAttempt(orderNumber, "declined");
  const shown = async () =>
    (await at(merchant, now)).failedPayments.map(({ payment }) => payment.orderNumber);
  assert.equal((await shown()).length, Object.keys(reasons).length);
  await api.addAttempt(orderNumber, "captured");
  assert.ok(!(await shown()).includes(orderNumber));
  assert.deepEqual((await at(merchant, now + 8 * 86_400_000)).failedPayments, []);
});

test("an account that turned away three payments of a day and took none needs a hand, until it takes one", async () => {
  const merchant = await api.addMerchant();
  const now = api.clock.now();
  for (let tries = 0; tries < 3; tries += 1) {
    assert.deepEqual((await at(merchant, now)).attention, []);
    const id = await pay(merchant, now - 1_000, "declined");
    await api.db.pool.query(
      "update payment_attempts set decline_reason = 'other', provider_code = 'not_sent' where id = $1",
      [id],
    );
  }
  const { attention, failedPayments } = await at(merchant, now);
  assert.deepEqual(attention, [
    { kind: "account_refused", count: 3, amounts: [], account: "mpgs-cards", list: null },
  ]);
  assert.deepEqual([...new Set(failedPayments.map(({ nextStep }) => nextStep))], ["check_account"]);
  await pay(merchant, now);
  const later = await at(merchant, now);
  assert.deepEqual(later.attention, []);
  assert.deepEqual([...new Set(later.failedPayments.map(({ nextStep }) => nextStep))], ["wait"]);
});

test("surplus money, stopped units, dead endpoints and failed messages need a hand, of their own merchant alone", async () => {
  const merchant = await api.addMerchant();
  const now = api.clock.now();
  const { orderNumber } = await api.issue({}, { merchant });
  const id = await api.addAttempt(orderNumber, "declined");
  await api.db.pool.query(
    "update payment_attempts set state = 'surplus', received_amount = 4000, next_check_at = null where id = $1",
    [id],
  );
  const statements = [
    `insert into webhook_endpoints (merchant_id, url, version, sealed_secret, secret_since, disabled_at, disabled_reason)
      select $1, 'https://shop.example/hook', '1', sealed_secret, now(), now(), 'failing' from sealed`,
    `insert into messages (merchant_id, order_id, kind, channel, cause, masked_address, address_digest, language, state, class, created_at)
      select $1, id, 'payment_link', 'sms', 'call', '+9665••••67', 'digest', 'ar', 'queued', null, now() from orders
      where order_number = '${orderNumber}'`,
    "update messages set state = 'failed', class = 'account' where merchant_id = $1",
  ];
  const sealed = api.services.sealing.seal("secret", "test");
  await api.db.pool.query("create temporary table sealed as select $1::bytea as sealed_secret", [sealed]);
  for (const statement of statements) await api.db.pool.query(statement, [merchant.id]);
  const url = "/api/v1/home";
  const answer = await api.call("GET", url, { merchant });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.deepEqual(
    home
      .parse(answer.json())
      .attention.map(({ kind, count, amounts, account, list }) => [
        kind,
        count,
        amounts[0]?.amount ?? account,
        list,
      ]),
    [
      ["surplus_money", 1, "40.00", "/api/v1/payments?state=surplus"],
      ["disabled_webhook_endpoint", 1, null, "/api/v1/webhook-endpoints"],
      ["failed_messages", 1, null, "/api/v1/messages?state=failed"],
      ["account_refused", 1, "sms", null],
    ],
  );
  assert.deepEqual((await at(merchant, now + 8 * 86_400_000)).attention.length, 2);
  const other = await api.addMerchant();
  const { money, unpaid, failedPayments, attention } = (
    await api.call("GET", url, { merchant: other })
  ).json();
  assert.deepEqual([money.month.totals, unpaid, failedPayments, attention], [[], [], [], []]);
});
