/** Until when the number of a bill or a transfer is shown to buyers who come back. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#core/outcome.ts";
import { referenceMethods } from "#methods/allowed.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import { issueInvoice, setFault, startTestApp, type TestApp } from "#test/app-harness.ts";
import { actAtBank, askForReference } from "#test/buyers.ts";
import { loadBegunPayment } from "./begun-payment.ts";
import { loadOpenReferences } from "./open-references.ts";
import { applyOutcome } from "./settle.ts";

const hourMs = 60 * 60_000;

/** An order whose number the provider gives in an answer that names nothing of its own. */
async function offerNumber(
  app: TestApp,
  expiresAt: number | null,
  of: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const orderNumber = await issueInvoice(app, of);
  await setFault(app, { simulator: "moyasar", fault: "drop_after_commit", operation: "CREATE_PAYMENT" });
  await askForReference(app, "sadad", orderNumber);
  const { id } = await app.db.kysely.selectFrom("payment_attempts").select("id").executeTakeFirstOrThrow();
  const issued: Outcome = { kind: "reference_issued", reference: "047", details: {}, expiresAt };
  await applyOutcome(app.services, id, issued, "check");
  return orderNumber;
}

const countOpen = async (app: TestApp, orderNumber: string): Promise<number> =>
  (await loadOpenReferences(app.services, orderNumber)).length;

test("a number is shown until the end that its provider states, whatever its details name", async () => {
  await using app = await startTestApp();
  const orderNumber = await offerNumber(app, app.clock.now() + hourMs);
  assert.equal(await countOpen(app, orderNumber), 1);
  app.clock.advance(hourMs + 1);
  assert.equal(await countOpen(app, orderNumber), 0);
});

test("a number without an end is shown as long as it is offered", async () => {
  await using app = await startTestApp();
  const orderNumber = await offerNumber(app, null);
  app.clock.advance(365 * 24 * hourMs);
  assert.equal(await countOpen(app, orderNumber), 1);
});

test("a number that its provider ends sooner than stated is not shown, and stays asked about", async () => {
  await using app = await startTestApp();
  const orderNumber = await offerNumber(app, app.clock.now() + 2 * hourMs);
  const attempt = await app.db.kysely.selectFrom("payment_attempts").select("id").executeTakeFirstOrThrow();
  const expiresAt = app.clock.now() + hourMs;
  const ended: Outcome = { kind: "reference_issued", reference: "047", details: {}, expiresAt };
  await applyOutcome(app.services, attempt.id, ended, "check");
  app.clock.advance(hourMs + 1);
  assert.equal(await countOpen(app, orderNumber), 0);
  const { state, next_check_at } = await app.db.kysely
    .selectFrom("payment_attempts")
    .select(["state", "next_check_at"])
    .executeTakeFirstOrThrow();
  assert.equal(state, "offered");
  assert.ok(next_check_at);
});

test("a returning buyer reads that the number has ended, until there is another", async () => {
  await using app = await startTestApp();
  const begun = async (orderNumber: string) => await loadBegunPayment(app.services, orderNumber, null);
  for (const method of referenceMethods) {
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    assert.equal(await begun(orderNumber), null);
    await actAtBank(app, method, "expire");
    app.clock.advance(hourMs);
    await checkDueAttempts(app.services);
    assert.deepEqual(await begun(orderNumber), { kind: "number_over", method }, "its provider's word");
    await askForReference(app, method, orderNumber);
    assert.equal(await begun(orderNumber), null);
    app.clock.advance(60 * 24 * hourMs);
    assert.deepEqual(await begun(orderNumber), { kind: "number_over", method }, "its own end");
  }
});

test("a number ends with its order where its provider states no end, or a later one", async () => {
  for (const laterMs of [null, 2 * hourMs]) {
    await using app = await startTestApp();
    const end = app.clock.now() + hourMs;
    const stated = laterMs && app.clock.now() + laterMs;
    const orderNumber = await offerNumber(app, stated, { expiresAt: new Date(end).toISOString() });
    assert.equal(await countOpen(app, orderNumber), 1);
    app.clock.advance(hourMs + 1);
    assert.equal(await countOpen(app, orderNumber), 0);
  }
});

test("what earlier releases stored of a bill ends with its last day in Riyadh", async () => {
  await using app = await startTestApp();
  const orderNumber = await offerNumber(app, null);
  await app.db.pool.query(`update payment_attempts set provider_data = '{"lastDay": "2026-08-15"}'`);
  const at = (time: string) => ({
    ...app.services,
    clock: { ...app.services.clock, now: () => Date.parse(time) },
  });
  assert.equal((await loadOpenReferences(at("2026-08-15T20:59:59Z"), orderNumber)).length, 1);
  assert.equal((await loadOpenReferences(at("2026-08-15T21:00:00Z"), orderNumber)).length, 0);
});
