/** Webhooks across processes: whichever process dies, nothing is lost, and what comes twice has the same id. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { issueInvoice, payByCard, startTestApp } from "#test/app-harness.ts";
import { startServerProcess } from "#test/server-process.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { addEndpoint, callerOf, runJobs, typesOf } from "#test/webhook-shop.ts";

test("a process that is killed in a delivery loses nothing: another one makes it, with the same id", async () => {
  await using app = await startTestApp();
  await using receiver = await startWebhookReceiver();
  receiver.answerWith(() => {}); // hangs, so that the process dies in it
  const call = callerOf(app, app.apiKey);
  await addEndpoint(call, receiver.url, { types: ["invoice.created"] });
  await using dying = await startServerProcess(app);
  await issueInvoice(app);
  await receiver.atLeast(1);
  await dying.kill();
  receiver.answerWith((response) => response.writeHead(204).end());
  await runJobs(app.services);
  assert.equal(receiver.received.length, 1, "it is still leased to the dead");
  app.clock.advance(timing.webhookLeaseMs + 1_000);
  await runJobs(app.services);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  assert.equal(ids.length, 2);
  assert.equal(ids[0], ids[1]);
});

test("what was committed by a process that died before sending is delivered by the next, within moments", async () => {
  await using app = await startTestApp();
  await using receiver = await startWebhookReceiver();
  await addEndpoint(callerOf(app, app.apiKey), receiver.url);
  // Nothing sends in this process: as after a crash right after the commit.
  await payByCard(app, await issueInvoice(app));
  assert.equal(receiver.received.length, 0);
  await using next = await startServerProcess(app);
  await receiver.atLeast(4);
  await next.drain();
  assert.deepEqual(typesOf(receiver.received), [
    "invoice.created",
    "invoice.paid",
    "payment.attempted",
    "tax_document.issued",
  ]);
});

test("two processes deliver each event once while both live, soon after it happened", async () => {
  await using app = await startTestApp();
  await using receiver = await startWebhookReceiver();
  await addEndpoint(callerOf(app, app.apiKey), receiver.url);
  await using one = await startServerProcess(app);
  await using two = await startServerProcess(app);
  const issuedAt: number[] = [];
  for (const { url } of [one, two, one, two, one, two]) {
    issuedAt.push(Date.now());
    const made = await fetch(`${url}/api/v1/invoices`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${app.apiKey}`,
        "content-type": "application/json",
        "idempotency-key": `n-${issuedAt.length}`,
      },
      body: JSON.stringify({ lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00", vatRate: "15" }] }),
    });
    assert.equal(made.status, 201);
    await receiver.atLeast(issuedAt.length);
  }
  await Promise.all([one.drain(), two.drain()]);
  assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 6);
  assert.equal(receiver.received.length, 6);
});
