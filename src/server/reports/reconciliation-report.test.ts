/** A merchant reads what the daily comparison found of its own payments, and nothing of another's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReconciliationReport } from "#contract/reports.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { createApiKey, createMerchant } from "../merchant-api/api-keys.ts";
import { reconcileDueDays } from "../reconciliation/reconcile-day.ts";

const dayMs = 24 * 60 * 60_000;

async function read(app: TestApp, key = app.apiKey): Promise<ReconciliationReport> {
  const day = (days: number) => new Date(app.clock.now() + days * dayMs).toISOString().slice(0, 10);
  const url = `/api/v1/reports/reconciliation?from=${day(-40)}&to=${day(0)}`;
  const response = await app.app.inject({ url, headers: { authorization: `Bearer ${key}` } });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

test("a payment that the provider has no record of is listed for its merchant alone, with the day compared", async () => {
  await using app = await startTestApp();
  const { id } = await createMerchant(app.db.kysely, {
    username: "other",
    shopName: "Other",
    email: "o@example.com",
    phone: "+966112345670",
  });
  const otherKey = await createApiKey(app.db.kysely, { merchantId: id, name: "other", environment: "test" });
  assert.deepEqual((await read(app)).days, []);
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  await reconcileDueDays(app.services);
  await fetch(`${app.simulatorUrl}/_control/reset`, { method: "POST" });
  app.clock.advance(2 * dayMs);
  for (let count = 1; count > 0; ) count = await reconcileDueDays(app.services);
  const report = await read(app);
  const [found] = report.differences;
  assert.equal(report.differences.length, 1);
  assert.deepEqual(
    [found?.kind, found?.account, found?.orderNumber, found?.ours, found?.theirs, found?.currency],
    ["payment_unknown_to_provider", "mpgs/TESTWASL", orderNumber, "115.00", "0.00", "SAR"],
  );
  const day = report.days.find((each) => each.day === found?.day);
  assert.equal(day?.isComplete, true);
  // The account is the installation's: its sums are of all merchants, and no merchant's to read.
  assert.deepEqual(report.sums, []);
  const { differences, sums } = await read(app, otherKey);
  assert.deepEqual([differences, sums], [[], []]);
  await app.db.pool.query(
    `insert into reconciliation_sums (day, merchant_id, account, currency, orders, our_taken, their_taken, our_given_back, their_given_back)
      values ($1, $2, 'tabby', 'SAR', 2, 23000, 11500, 0, null)`,
    [found?.day, app.merchantId],
  );
  assert.deepEqual((await read(app)).sums, [
    {
      day: found?.day,
      account: "tabby",
      currency: "SAR",
      orders: 2,
      taken: { ours: "230.00", theirs: "115.00" },
      givenBack: { ours: "0.00", theirs: null },
    },
  ]);
  assert.deepEqual((await read(app, otherKey)).sums, []);
});
