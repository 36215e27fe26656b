/** An invoice that is not paid in time: reported once, and not while money may be on its way. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { insertAttemptAt, standingsOfUnpaid } from "#test/attempt-standings.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { expireInvoices } from "./expire-invoices.ts";

const hourMs = 60 * 60_000;

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi();
});
after(() => api[Symbol.asyncDispose]());

/** Issues an invoice that ends in an hour. */
async function issueForAnHour(): Promise<string> {
  const { orderNumber } = await api.issue({ expiresAt: new Date(api.clock.now() + hourMs).toISOString() });
  return orderNumber;
}

async function endOf(orderNumber: string) {
  const { rows } = await api.db.pool.query<{ ended: Date | null; end: Date; told: number }>(
    `select o.expired_at as ended, o.expires_at as end, (select count(*)::int from events e
      where e.merchant_id = o.merchant_id and e.order_id = o.id and e.type = 'invoice.expired') as told
    from orders o where o.order_number = $1`,
    [orderNumber],
  );
  const [row] = rows;
  assert.ok(row);
  return row;
}

test("an invoice does not expire while a payment is under way or in doubt, and does at the next look after it came to nothing", async () => {
  for (const { state, step, blocksStart } of standingsOfUnpaid) {
    const orderNumber = await issueForAnHour();
    const id = await insertAttemptAt(api.db.pool, orderNumber, { state, step });
    api.clock.advance(2 * hourMs);
    assert.equal(await expireInvoices(api.services), blocksStart ? 0 : 1, `${state} ${step}`);
    if (!blocksStart) continue;
    assert.deepEqual((await endOf(orderNumber)).told, 0, `${state} ${step}`);
    await api.db.pool.query("update payment_attempts set state = 'declined' where id = $1", [id]);
    api.clock.advance(24 * hourMs);
    assert.deepEqual([await expireInvoices(api.services), await expireInvoices(api.services)], [1, 0]);
    const { ended, end, told } = await endOf(orderNumber);
    // It ended when its time was over: nothing could be begun since.
    assert.deepEqual([ended, told], [end, 1], `${state} ${step}`);
  }
});

test("an invoice whose payment was under way at its end never expires once it is paid", async () => {
  const orderNumber = await issueForAnHour();
  await api.addAttempt(orderNumber, "captured");
  api.clock.advance(2 * hourMs);
  assert.equal(await expireInvoices(api.services), 0);
  assert.deepEqual((await endOf(orderNumber)).told, 0);
});

test("a hundred payments in doubt hold up no other invoice", async () => {
  const numbers: string[] = [];
  for (let count = 0; count < 3; count += 1) numbers.push(await issueForAnHour());
  const [inDoubt = "", other = ""] = numbers;
  await api.addAttempt(inDoubt, "unknown");
  // A hundred copies of the one in doubt, each with an earlier end than the others.
  await api.db.pool.query(
    `insert into orders (order_number, merchant_id, source, currency, sub_total, discount, vat, vat_bps, total, allowed_methods,
        status, created_at, expires_at)
      select upper(lpad(to_hex(n), 16, '0')), merchant_id, source, currency, sub_total, discount, vat, vat_bps, total,
        allowed_methods, 'PENDING', created_at, expires_at - interval '1 minute'
      from orders, generate_series(1, 100) n where order_number = $1`,
    [inDoubt],
  );
  await api.db.pool.query(
    `insert into payment_attempts (id, order_id, method, provider, state, step, amount, currency, return_token)
      select 'copied' || lpad(id::text, 4, '0'), id, 'card', 'mpgs-cards', 'unknown', 'confirm', total, currency, 'copied' || id
      from orders where order_number like '00000000000000%'`,
  );
  api.clock.advance(2 * hourMs);
  assert.equal(await expireInvoices(api.services), 2);
  assert.deepEqual((await endOf(other)).told, 1);
});
