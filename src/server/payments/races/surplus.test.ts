/** Races of money that cannot be held back: bills and transfers that are paid when and as the buyer likes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { referenceMethods } from "#methods/allowed.ts";
import { issueInvoice, ledger, payByCard, post } from "#test/app-harness.ts";
import {
  actAtBank,
  approveAtBank,
  askForReference,
  askStatus,
  attemptsOf,
  cardPayment,
  comeBack,
  statusOf,
  visitBank,
} from "#test/buyers.ts";
import { type GatedApp, secondServer, startGatedApp } from "#test/gated-app.ts";
import { endSurplus } from "#test/given-back.ts";
import { assertLedgerAgrees } from "#test/ledger-agrees.ts";
import { lockOrderRow } from "#test/order-lock.ts";
import { methodsPaidInParts } from "#test/reference-services.ts";
import { checkDueAttempts } from "../../schedule/jobs.ts";

const pay = { body: /"apiOperation":"PAY"/ };

/** The job, a good minute later: by then it asks about every reference that is out. */
async function runJob(app: GatedApp): Promise<void> {
  app.clock.advance(61_000);
  await checkDueAttempts(app.services);
}

/** A card that pays, whose gateway's answer is on its way until `stop` lets it go. */
async function holdCardAnswer(app: GatedApp, orderNumber: string) {
  const body = await cardPayment(app, orderNumber);
  const stop = app.outward.stop(pay, "answer");
  const byCard = post(app, "/rest/pay/openGateway", body);
  await stop.reached;
  return { stop, byCard };
}

for (const method of referenceMethods) {
  test(`R18: an open ${method} never stands in the way of a card, and money that comes afterwards is surplus`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
    await actAtBank(app, method, "pay");
    await runJob(app);
    const standing = await endSurplus(app, method);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} ${standing}`, "card captured"]);
    assert.ok(app.logLines.some((line) => line.includes("surplus money")));
    await assertLedgerAgrees(app);
  });

  test(`R18: ${method} is paid while a card is with its gateway: the card's answer is waited for, then it is surplus`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    const { stop, byCard } = await holdCardAnswer(app, orderNumber);
    await actAtBank(app, method, "pay");
    await runJob(app);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} offered`, "card in_flight"]);
    stop.letGo();
    assert.equal((await byCard).json().statusCode, 200);
    await runJob(app);
    const standing = await endSurplus(app, method);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} ${standing}`, "card captured"]);
    await assertLedgerAgrees(app);
  });

  test(`R18: ${method} is paid while a card is with its gateway, which then declines: ${method} pays the order`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    const stop = app.outward.stop(pay, "answer");
    const byCard = payByCard(app, orderNumber, { expiry: "05/39" });
    await stop.reached;
    await actAtBank(app, method, "pay");
    await runJob(app);
    stop.letGo();
    assert.equal((await byCard).json().code, "payment_declined");
    await runJob(app);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`, "card declined"]);
    await assertLedgerAgrees(app);
  });

  test(`R18: ${method} is paid while the buyer is at a card's bank: the card is superseded and charges nothing`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    const visit = await visitBank(app, orderNumber);
    await actAtBank(app, method, "pay");
    await runJob(app);
    assert.equal(await statusOf(app, orderNumber), "PAID");
    await approveAtBank(app, visit).catch(() => undefined);
    assert.equal((await comeBack(app, visit)).json().statusCode, 200, "the order is paid, by the bill");
    await runJob(app);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`, "card superseded"]);
    assert.equal((await ledger(app)).length, 1);
    await assertLedgerAgrees(app);
  });
}

/** Every caller that may ask about an order at the same moment, in two processes. */
async function askFromEverywhere(app: GatedApp, orderNumber: string): Promise<void> {
  const other = await secondServer(app);
  app.clock.advance(61_000);
  await Promise.all([
    ...[app, other, app, other].map((process) => askStatus(process, orderNumber)),
    ...[app, other].map((process) => checkDueAttempts(process.services)),
  ]);
  await other.app.close();
}

for (const { method, action } of methodsPaidInParts) {
  test(`R19: ${method} in two parts, asked about from everywhere at once, pays when the second is there`, async () => {
    await using app = await startGatedApp({ poolSize: 20 });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    await actAtBank(app, method, action);
    await askFromEverywhere(app, orderNumber);
    assert.equal(await statusOf(app, orderNumber), "PENDING");
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} offered`]);
    await actAtBank(app, method, action);
    await askFromEverywhere(app, orderNumber);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    await assertLedgerAgrees(app);
  });

  test(`R19: too much by ${method} pays the order once, however often it is asked about`, async () => {
    await using app = await startGatedApp({ poolSize: 20 });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    await actAtBank(app, method, "over");
    for (let round = 0; round < 2; round += 1) await askFromEverywhere(app, orderNumber);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} captured`]);
    assert.deepEqual(
      (await ledger(app)).map(({ amount }) => amount),
      ["126.50"],
    );
    await assertLedgerAgrees(app);
  });

  test(`R19: a part by ${method} that came before a card paid, and one that came after, are surplus and pay nothing`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, method, orderNumber);
    await actAtBank(app, method, action);
    const { stop, byCard } = await holdCardAnswer(app, orderNumber);
    await actAtBank(app, method, action);
    stop.letGo();
    assert.equal((await byCard).json().statusCode, 200);
    await runJob(app);
    // The two are the whole sum, of which any provider says that it came.
    const standing = await endSurplus(app, method);
    assert.deepEqual(await attemptsOf(app, orderNumber), [`${method} ${standing}`, "card captured"]);
    await assertLedgerAgrees(app);
  });
}

for (const action of ["partial", "over"]) {
  test(`R19: a SADAD bill paid "${action}" pays nothing and is kept as surplus; no other start is let in before a person has looked`, async () => {
    await using app = await startGatedApp({ messages: "lost" });
    const orderNumber = await issueInvoice(app);
    await askForReference(app, "sadad", orderNumber);
    await actAtBank(app, "sadad", action);
    await askFromEverywhere(app, orderNumber);
    assert.equal(await statusOf(app, orderNumber), "PENDING");
    assert.deepEqual(await attemptsOf(app, orderNumber), ["sadad surplus"]);
    assert.ok(app.logLines.some((line) => line.includes("surplus money")));
    const second = await askForReference(app, "sadad", orderNumber);
    assert.deepEqual([second.statusCode, second.json().code], [409, "payment_in_progress"]);
    await assertLedgerAgrees(app);
  });
}

test("R19: a bill is found to be paid short while a card stands at the order: the card is sent away", async () => {
  await using app = await startGatedApp({ messages: "lost" });
  const orderNumber = await issueInvoice(app);
  await askForReference(app, "sadad", orderNumber);
  const body = await cardPayment(app, orderNumber);
  await actAtBank(app, "sadad", "partial");
  await using line = await lockOrderRow(app.db, orderNumber);
  const job = runJob(app);
  await line.untilWaiting(1);
  // The card passes every guard, for nothing is written yet; the bill stands before it in the line.
  const byCard = post(app, "/rest/pay/openGateway", body);
  await line.untilWaiting(2);
  await line.letGo();
  await job;
  assert.equal((await byCard).json().code, "payment_in_progress");
  assert.deepEqual(await attemptsOf(app, orderNumber), ["sadad surplus"]);
  assert.ok(!app.outward.passed.some((passage) => pay.body.test(passage.body)));
  await assertLedgerAgrees(app);
});
