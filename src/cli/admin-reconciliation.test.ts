/** What the operator reads of reconciliation. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { reconcileDueDays } from "#server/reconciliation/reconcile-day.ts";
import { issueInvoice, payByCard, startTestApp } from "#test/app-harness.ts";
import { showReconciliation } from "./admin-reconciliation.ts";

const dayMs = 24 * 60 * 60_000;

test("an empty installation says so", async () => {
  await using app = await startTestApp();
  assert.match(
    await showReconciliation(app.db),
    /^No day was compared yet\.\n\nNo sums\.\n\nNo difference was found\./,
  );
});

test("days, sums, differences and late checks are shown, and a sum that differs is marked", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await payByCard(app, await issueInvoice(app), { expiry: "05/39" });
  await payByCard(app, orderNumber);
  await reconcileDueDays(app.services);
  await fetch(`${app.simulatorUrl}/_control/reset`, { method: "POST" });
  app.clock.advance(2 * dayMs);
  for (let count = 1; count > 0; ) count = await reconcileDueDays(app.services);
  const shown = await showReconciliation(app.db);
  assert.match(
    shown,
    new RegExp(`payment_unknown_to_provider +mpgs/TESTWASL +nakheel +${orderNumber} +115.00 SAR +0.00 +none`),
  );
  assert.match(shown, /mpgs\/TESTWASL +installation +1 +115.00 SAR +0.00 +0.00 +0.00 +DIFFERS/);
  assert.match(shown, /not asked yet +open +1/);
});
