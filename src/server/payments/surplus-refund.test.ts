/** A shop records that it has given surplus back itself: once, all of it, and nothing waits for it any longer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { referenceMethods } from "#methods/allowed.ts";
import {
  cards,
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  setFault,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import {
  actAtBank,
  approveAtBank,
  askForReference,
  askStatus,
  attemptsOf,
  comeBack,
  payAtWallet,
  sendCode,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { startGatedApp } from "#test/gated-app.ts";
import { isRefundedByProvider } from "#test/given-back.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { asMerchant } from "#test/product-links.ts";
import { askLateChecks } from "../reconciliation/late-checks.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";

async function runJob(app: TestApp): Promise<void> {
  app.clock.advance(61_000);
  await checkDueAttempts(app.services);
}

const record = (app: TestApp, paymentId: string) =>
  asMerchant(app, "POST", `/payments/${paymentId}/surplus-refund`, { reason: "Transfer 20261127-004" });

const read = async (app: TestApp, path: string) => (await asMerchant(app, "GET", path)).json();

async function surplusOf(app: TestApp): Promise<string> {
  const { items } = await read(app, "/payments?state=surplus");
  assert.equal(items.length, 1);
  return items[0].id;
}

for (const method of referenceMethods)
  test(`surplus by ${method} is recorded as given back once, by whichever of two people is first, and the shop's home forgets it`, async (t) => {
    await using app = await startTestApp();
    if (isRefundedByProvider(app, method)) return t.skip("its provider gives it back");
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
    await actAtBank(app, method, "pay");
    await runJob(app);
    const id = await surplusOf(app);
    const kinds = async () => (await read(app, "/home")).attention.map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(await kinds(), ["surplus_money"]);
    assert.equal((await read(app, `/payments/${id}`)).refundUnderWay, false);
    assert.equal((await loadModel(app, orderNumber)).hasSurplus, true);
    const both = await Promise.all([record(app, id), record(app, id)]);
    const [made, refused] = both.toSorted((a, b) => a.statusCode - b.statusCode);
    assert.deepEqual([made?.statusCode, refused?.statusCode], [201, 409]);
    assert.equal(refused?.json().code, "payment_not_surplus");
    const {
      state,
      byHand,
      ofSurplus,
      amount,
      reason,
      creditNote,
      orderNumber: of,
      lines,
    } = made?.json() ?? {};
    assert.deepEqual(
      [state, byHand, ofSurplus, amount, reason, creditNote, of, lines],
      ["refunded", true, true, "115.00", "Transfer 20261127-004", null, orderNumber, []],
    );
    assert.deepEqual(await kinds(), []);
    assert.equal((await loadModel(app, orderNumber)).hasSurplus, false);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} refunded`, "card captured"]);
    // The order's own money is untouched, and can still be given back.
    const invoice = await read(app, `/invoices/${orderNumber}`);
    assert.deepEqual([invoice.status, invoice.refundedTotal], ["PAID", "0.00"]);
    await runJob(app);
    const { items } = await read(app, `/invoices/${orderNumber}/refunds`);
    assert.equal(items.length, 1);
    await assertLedgerAgrees(app);
  });

for (const action of ["partial", "over"])
  test(`an order whose bill was paid "${action}" is paid again once all that arrived was given back`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    await askForReference(app, "sadad", orderNumber);
    await actAtBank(app, "sadad", action);
    await runJob(app);
    const id = await surplusOf(app);
    // Its buyer reads that it is given back, wherever they ask: not that it is being checked.
    const { hasSurplus, isPaymentInProgress } = await loadModel(app, orderNumber);
    assert.deepEqual([hasSurplus, isPaymentInProgress], [true, true]);
    const { statusCode, surplus, msg } = (await askStatus(app, orderNumber)).json();
    assert.deepEqual([statusCode, surplus], [202, true]);
    assert.match(msg, /وستُعاد إليك/);
    const refused = await payByCard(app, orderNumber);
    assert.equal(refused.json().code, "payment_in_progress");
    const arrived = (await read(app, `/payments/${id}`)).receivedAmount;
    assert.notEqual(arrived, "115.00");
    const made = await record(app, id);
    assert.deepEqual([made.statusCode, made.json().amount], [201, arrived]);
    assert.equal((await loadModel(app, orderNumber)).hasSurplus, false);
    assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
    assert.deepEqual(await attemptsOf(app, orderNumber), ["sadad refunded", "card captured"]);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    // The card gateway has seen no payment of it before: a card that it took after all would share the order, and be refused a second time.
    const captures = (await ledger(app)).filter(({ kind }) => kind === "capture");
    assert.equal(captures.length, 2);
    assert.ok(captures.every(({ orderId }) => orderId === orderNumber));
    await assertLedgerAgrees(app);
  });

for (const cardType of ["card", "amex"] as const)
  test(`an order whose payment by ${cardType} took another sum is paid by ${cardType} again once that was given back, and that payment is refunded alone`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const card = cardType === "amex" ? { cardType, number: cards.amexFrictionless, cvv: "1000" } : {};
    await setFault(app, { fault: "amount_mismatch", operation: "PAY" });
    assert.equal((await payByCard(app, orderNumber, card)).json().code, "outcome_unknown");
    const made = await record(app, await surplusOf(app));
    assert.equal(made.statusCode, 201);
    assert.equal(
      (await payByCard(app, orderNumber, { ...card, expiry: "05/39" })).json().code,
      "payment_declined",
    );
    if (cardType === "amex") assert.equal((await payByCard(app, orderNumber, card)).statusCode, 200);
    else {
      const visit = await visitBank(app, orderNumber);
      await approveAtBank(app, visit);
      assert.equal((await comeBack(app, visit)).json().statusCode, 200);
    }
    assert.deepEqual(await attemptsOf(app, orderNumber), [
      `${cardType} refunded`,
      `${cardType} declined`,
      `${cardType} captured`,
    ]);
    const [wrong, right] = await ledger(app);
    assert.deepEqual(
      [wrong?.orderId, right?.orderId, right?.amount],
      [orderNumber, `${orderNumber}-2`, "115.00"],
    );
    assert.equal((await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, {})).statusCode, 201);
    assert.equal(await statusOf(app, orderNumber), "REFUNDED");
    await assertLedgerAgrees(app);
  });

test("a bill that is paid short after a card was declined leaves no result of a decline: its buyer would pay again", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await askForReference(app, "sadad", orderNumber);
  await payByCard(app, orderNumber, { number: cards.rejected });
  const before = (await askStatus(app, orderNumber)).json();
  assert.deepEqual([before.statusCode, before.declined], [400, true]);
  await actAtBank(app, "sadad", "partial");
  await runJob(app);
  const after = (await askStatus(app, orderNumber)).json();
  assert.deepEqual([after.statusCode, after.surplus, after.declined], [202, true, undefined]);
});

test("surplus that its provider is giving back is not recorded beside that, nor is money that is the order's own", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await sendCode(app, orderNumber)).statusCode, 200);
    app.clock.advance(31_000);
  }
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  const [sentAgain] = await idsOf(app);
  await payAtWallet(app, sentAgain ?? "");
  const stop = app.outward.stop({ path: /refund/i }, "answer");
  const jobs = (async () => {
    for (let hour = 0; hour < 30; hour += 1) {
      await askLateChecks(app.services);
      await checkDueAttempts(app.services);
      app.clock.advance(3_600_000);
    }
  })();
  await stop.reached;
  const id = await surplusOf(app);
  // The shop is not asked to give it back, too.
  assert.equal((await read(app, `/payments/${id}`)).refundUnderWay, true);
  assert.deepEqual((await read(app, "/home")).attention, []);
  assert.equal((await record(app, id)).json().code, "refund_in_progress");
  stop.letGo();
  await jobs;
  for (const one of await idsOf(app))
    assert.equal((await record(app, one)).json().code, "payment_not_surplus");
  assert.equal((await record(app, "nothing")).statusCode, 404);
  assert.deepEqual(await attemptsOf(app, orderNumber), [
    "stcpay refunded",
    "stcpay superseded",
    "card captured",
  ]);
  await assertLedgerAgrees(app);
});

const idsOf = async (app: TestApp): Promise<string[]> =>
  (await app.db.pool.query("select id from payment_attempts order by created_at")).rows.map(({ id }) => id);
