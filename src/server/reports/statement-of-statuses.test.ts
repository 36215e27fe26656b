/** Which statuses of unpaid invoices a client's statement calls owed. What was paid follows its payments and refunds, never a status. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OrderStatus, orderStatuses, orderStatusFacts } from "#core/order-status.ts";
import { payableStatuses } from "#core/status-groups.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { bringUnpaid } from "#test/order-in-sql.ts";

/** A status that is added says so, also one in which an invoice is only stopped: docs/adding-a-status.md, "Lists". */
const isOwed: Readonly<Record<OrderStatus, boolean>> = {
  CREATED: true,
  PENDING: true,
  PAID: false,
  PAID_LINK: false,
  COMPLETED_INVOICE: false,
  COMPLETED_ORDER: false,
  CANCELLED: false,
  REFUNDED: false,
};

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi();
});
after(async () => await api[Symbol.asyncDispose]());

/** What the client of an invoice of 115.00 owes once that is in a status. */
async function owedIn(status: OrderStatus, index: number): Promise<string> {
  const { orderNumber, client } = await api.issue({
    client: { name: status, mobile: `055200010${index}` },
    lines: [{ title: "x", quantity: 1, unitPrice: "100.00" }],
  });
  await bringUnpaid(api.db.pool, orderNumber, status);
  const statement = await api.call("GET", `/api/v1/clients/${client?.id}/statement`);
  assert.equal(statement.statusCode, 200, statement.body);
  const [balance] = statement.json().balances;
  assert.ok(
    balance,
    "its entry stays: what ends a claim is an entry of its own, with its time (adding-a-status.md, Lists)",
  );
  return balance.closing;
}

for (const [index, status] of orderStatuses.filter((one) => !orderStatusFacts[one].wasPaid).entries())
  test(`an unpaid invoice that is ${status} is ${isOwed[status] ? "owed" : "owed no longer"} in its client's statement`, async () => {
    assert.equal(await owedIn(status, index), isOwed[status] ? "115.00" : "0.00");
  });

test("what may be paid is owed, and what was paid is not: home asks for the first alone", () => {
  const owed = orderStatuses.filter((status) => isOwed[status]);
  assert.deepEqual(
    payableStatuses.filter((status) => !owed.includes(status)),
    [],
  );
  assert.deepEqual(
    owed.filter((status) => orderStatusFacts[status].wasPaid),
    [],
  );
});
