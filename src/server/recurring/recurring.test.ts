import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Invoice } from "#contract/invoices.ts";
import { type Recurring, recurring as recurringShape } from "#contract/recurring.ts";
import { runInTransaction } from "#db/open.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { dayAfter, startOfDay, today } from "../reconciliation/riyadh-day.ts";
import { issueRecurring } from "./issue-recurring.ts";
import { setMerchantOpen } from "./open-merchant.ts";

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi();
});
after(async () => await api[Symbol.asyncDispose]());

const hourMs = 60 * 60_000;
const invoice = {
  client: { name: "نورة", mobile: "0551234567" },
  lines: [{ title: "اشتراك شهري", quantity: 1, unitPrice: "100.00", vatRate: "15" }],
};

async function make(more: object = {}): Promise<Recurring> {
  const body = {
    name: "اشتراك",
    invoice,
    every: "month",
    startsOn: today(api.clock.now()),
    hour: 0,
    ...more,
  };
  const reply = await api.call("POST", "/api/v1/recurring-invoices", { body });
  assert.equal(reply.statusCode, 201, reply.body);
  return recurringShape.parse(reply.json());
}

const read = async (id: number): Promise<Recurring> =>
  (await api.call("GET", `/api/v1/recurring-invoices/${id}`)).json();
const act = async (id: number, name: string) =>
  await api.call("POST", `/api/v1/recurring-invoices/${id}/${name}`);

/** Brings the clock to an instant of Riyadh, and does what is due then. */
async function at(day: string, hour = 0): Promise<void> {
  api.clock.advance(Math.max(0, startOfDay(day) + hour * hourMs - api.clock.now()));
  while ((await issueRecurring(api.services)) > 0);
}

/** As the operator's command closes and opens the shop. */
const setOpen = (of: MerchantApi, isOpen: boolean): Promise<void> =>
  runInTransaction(of.db.kysely, (trx) =>
    setMerchantOpen(trx, of.merchant.id, { isOpen, now: of.clock.now() }),
  );

const days = ({ days: all }: Recurring) => all.map(({ day, state }) => `${day} ${state}`);

test("one is issued on its day at its hour of Riyadh, due as was said, and the next on the last day of a shorter month", async () => {
  const startsOn = "2027-01-31";
  const { id } = await make({ startsOn, hour: 9, dueDays: 5 });
  await at(startsOn, 8);
  assert.deepEqual((await read(id)).days, []);
  await at(startsOn, 9);
  const [first] = (await read(id)).days;
  const issued: Invoice = (await api.call("GET", `/api/v1/invoices/${first?.orderNumber}`)).json();
  assert.deepEqual([issued.total, issued.dueDate], ["115.00", "2027-02-05"]);
  assert.equal((await read(id)).nextDay, "2027-02-28");
  await at("2027-03-31", 9);
  assert.deepEqual(days(await read(id)), ["2027-03-31 issued", "2027-02-28 issued", "2027-01-31 issued"]);
  await act(id, "end");
});

test("sixteen processes at the same time issue a day once", async () => {
  const { id } = await make();
  await Promise.all(Array.from({ length: 16 }, () => issueRecurring(api.services)));
  const found = await read(id);
  assert.deepEqual([found.days.length, found.issued], [1, 1]);
  const { rows } = await api.db.pool.query(
    "select count(*)::int as count from orders o join recurring_issues i on i.order_id = o.id where i.recurring_id = $1",
    [id],
  );
  assert.equal(rows[0].count, 1);
  await act(id, "end");
});

test("it ends after its last day, and after as many as were wanted", async () => {
  const startsOn = today(api.clock.now());
  const times = await make({ every: "week", times: 2 });
  const until = await make({ every: "week", endsOn: dayAfter(startsOn, 8) });
  await at(dayAfter(startsOn, 40), 1);
  for (const { id } of [times, until]) {
    const { state, nextDay, issued } = await read(id);
    assert.deepEqual({ state, nextDay, issued }, { state: "ended", nextDay: null, issued: 2 });
    assert.equal((await act(id, "resume")).json().code, "recurring_over");
  }
});

test("paused it issues nothing, resumed it leaves out what was missed, and a day can be skipped", async () => {
  const startsOn = today(api.clock.now());
  const { id } = await make({ every: "week" });
  await at(startsOn, 1);
  await act(id, "pause");
  await at(dayAfter(startsOn, 22), 1);
  assert.deepEqual(days(await read(id)), [`${startsOn} issued`]);
  assert.equal((await act(id, "resume")).json().nextDay, dayAfter(startsOn, 28));
  assert.equal((await act(id, "skip")).json().nextDay, dayAfter(startsOn, 35));
  await at(dayAfter(startsOn, 35), 1);
  assert.deepEqual(days(await read(id)), [
    `${dayAfter(startsOn, 35)} issued`,
    `${dayAfter(startsOn, 28)} skipped`,
    `${startsOn} issued`,
  ]);
  await act(id, "end");
});

test("one of a closed shop issues nothing and does not end; opened again, it continues and leaves out what was missed", async () => {
  const startsOn = today(api.clock.now());
  const missed = await make({ every: "week" });
  const short = await make({ every: "week", endsOn: dayAfter(startsOn, 14) });
  await at(startsOn, 1);
  await setOpen(api, false);
  await at(dayAfter(startsOn, 22), 1);
  await setOpen(api, true);
  await at(dayAfter(startsOn, 27), 23);
  assert.deepEqual(days(await read(missed.id)), [`${startsOn} issued`]);
  assert.partialDeepStrictEqual(await read(missed.id), { state: "active", nextDay: dayAfter(startsOn, 28) });
  assert.equal((await read(short.id)).state, "ended", "its last day is over");
  await at(dayAfter(startsOn, 28), 1);
  assert.deepEqual(days(await read(missed.id)), [`${dayAfter(startsOn, 28)} issued`, `${startsOn} issued`]);
  await act(missed.id, "end");
});

test("opening a shop that is open leaves out no day that its server missed", async () => {
  const startsOn = today(api.clock.now());
  const { id } = await make({ every: "week" });
  api.clock.advance(startOfDay(dayAfter(startsOn, 8)) - api.clock.now());
  await setOpen(api, true);
  await at(dayAfter(startsOn, 8), 1);
  assert.equal((await read(id)).issued, 2);
  await act(id, "end");
});

test("it ends with the calendar of calls, whose days are compared as texts", async () => {
  const { id } = await make({ every: "year", interval: 52, startsOn: "2999-12-31" });
  assert.equal((await act(id, "skip")).json().state, "ended");
});

test("what a server missed while it was down is issued, each day", async () => {
  const startsOn = today(api.clock.now());
  const { id } = await make({ every: "week" });
  await at(dayAfter(startsOn, 14), 1);
  assert.equal((await read(id)).issued, 3);
  await act(id, "end");
});

test("a refusal issues nothing and says why, is tried again in an hour, and continues once the shop has put it right", async () => {
  const { id } = await make();
  await api.db.pool.query("update merchants set legal_name = null where id = $1", [api.merchant.id]);
  await issueRecurring(api.services);
  const stuck = await read(id);
  assert.deepEqual([stuck.days, stuck.problem?.code, stuck.state], [[], "seller_incomplete", "active"]);
  await issueRecurring(api.services);
  assert.deepEqual((await read(id)).days, []);
  await api.db.pool.query("update merchants set legal_name = 'مؤسسة النخيل' where id = $1", [
    api.merchant.id,
  ]);
  api.clock.advance(hourMs);
  await issueRecurring(api.services);
  const { problem, issued } = await read(id);
  assert.deepEqual([problem, issued], [null, 1]);
  await act(id, "end");
});

test("one that cannot be issued, whatever the reason, says so to its shop and holds up none after it", async () => {
  const broken = await make();
  const unready = await make();
  const healthy = await make();
  const setBody = "update recurring_invoices set body = body - $2 where id = $1";
  await api.db.pool.query(setBody, [broken.id, "lines"]);
  // A row that the program itself fails on: its day is not one.
  await api.db.pool.query("update recurring_invoices set next_index = 2000000000 where id = $1", [
    unready.id,
  ]);
  while ((await issueRecurring(api.services)) > 0);

  assert.deepEqual((await read(broken.id)).problem?.code, "validation_failed");
  assert.deepEqual((await read(unready.id)).problem?.code, "internal");
  assert.equal((await read(healthy.id)).issued, 1);
  for (const { id } of [broken, unready, healthy]) await act(id, "end");
});

test("what is issued from now on can be changed, and what was wrong is refused when it is typed", async () => {
  const { id } = await make();
  await issueRecurring(api.services);
  const change = (body: object) => api.call("PATCH", `/api/v1/recurring-invoices/${id}`, { body });
  const dearer = {
    ...invoice,
    lines: [{ title: "اشتراك", quantity: 1, unitPrice: "200.00", vatRate: "15" }],
  };
  assert.equal((await change({ invoice: dearer })).json().total, "230.00");
  const wrong = await change({ invoice: { lines: [{ title: "", quantity: 1, unitPrice: "1.00" }] } });
  assert.equal(wrong.statusCode, 422);
  // A year that ISO 8601 has and the calendar does not.
  const never = await change({ endsOn: "0000-01-01" });
  assert.deepEqual([never.statusCode, never.json().fields?.[0].path], [422, "endsOn"]);
  for (const [body, path] of [
    [{ startsOn: "2020-01-01" }, "startsOn"],
    [{ endsOn: "2020-01-01" }, "endsOn"],
    [{ name: "   " }, "name"],
  ] as const) {
    const given = { name: "x", invoice, every: "month", startsOn: today(api.clock.now()), ...body };
    const reply = await api.call("POST", "/api/v1/recurring-invoices", { body: given });
    assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, path]);
  }
  await act(id, "end");
});

test("invoices that repeat need one connection each while they are issued", async () => {
  await using narrow = await startMerchantApi({ poolSize: 1 });
  const body = { name: "اشتراك", invoice, every: "month", startsOn: today(narrow.clock.now()), hour: 0 };
  const made = await narrow.call("POST", "/api/v1/recurring-invoices", { body });
  await issueRecurring(narrow.services);
  const found = await narrow.call("GET", `/api/v1/recurring-invoices/${made.json().id}`);
  assert.equal(found.json().issued, 1);
});
