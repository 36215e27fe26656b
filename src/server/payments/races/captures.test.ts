/** Collecting money that a service has approved: one process sends it, and another continues where that one dies. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { payableInvoice } from "#methods/payable-amount.ts";
import { issueInvoice } from "#test/app-harness.ts";
import { approveOnPage, askStatus, attemptsOf } from "#test/buyers.ts";
import { secondProcess, secondServer, startGatedApp } from "#test/gated-app.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { collected, takenByUs } from "#test/redirect-services.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

for (const { method, path } of collected) {
  test(`R37: while one process collects an approval of ${method}, neither a page nor the job of another sends it`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, payableInvoice);
    await approveOnPage(app, method, orderNumber);
    app.clock.advance(1_000);
    const stop = app.outward.stop({ method: "POST", path }, "request");
    const slow = checkDueAttempts(app.services);
    await stop.reached;
    const other = await secondServer(app);
    app.clock.advance(timing.checkFloorMs + 1_000);
    assert.equal((await askStatus(other, orderNumber)).json().statusCode, 200);
    app.clock.advance(timing.attemptLeaseMs);
    await checkDueAttempts(other.services);
    const sent = () => app.outward.passed.filter((request) => path.test(request.path)).length;
    assert.equal(sent(), 1, "by the one that holds the lease");
    stop.letGo();
    await slow;
    assert.equal(sent(), 1);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    await assertLedgerAgrees(app);
  });
}

for (const { method, path } of takenByUs) {
  test(`R37: a process that dies while it takes the money of an approval of ${method} is followed by another one`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app, payableInvoice);
    await approveOnPage(app, method, orderNumber);
    app.clock.advance(60_000);
    const stop = app.outward.stop({ method: "POST", path }, "request");
    const dead = checkDueAttempts(app.services);
    await stop.reached;
    app.clock.advance(timing.captureLeaseMs + timing.attemptLeaseMs);
    await checkDueAttempts(secondProcess(app));
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    stop.letGo();
    await dead;
    await assertLedgerAgrees(app);
  });
}
