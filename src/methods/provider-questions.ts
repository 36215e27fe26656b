/** The questions of the provider suite, one group per promise. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor } from "#core/money.ts";
import type { Outcome } from "#core/outcome.ts";
import { payableAmount, payableText } from "./payable-amount.ts";
import {
  assertCaptured,
  assertMoved,
  continued,
  factsOfDriver,
  inStep,
  isTakenByBuyer,
  moneyStepOf,
  open,
  pay,
  settled,
  takeMoney,
  toSend,
} from "./provider-run.ts";
import type { PreparedPayment, ProviderDriver } from "./provider-suite.ts";

/** The other questions, and the tests that all methods share, would fail in words that do not lead to the reason. */
export function askAboutSharedAmount(driver: ProviderDriver): void {
  test(`takes the ${payableText} riyals that the shared tests pay`, async (t) => {
    const subject = await open(t, driver);
    const { context, input } = await subject.prepare({ amount: payableAmount });
    const started = await subject.provider.start(context, input);
    const limits = await subject.provider.amountLimits?.("SAR");
    assert.ok(
      !["declined", "closed", "not_sent"].includes(started.kind) &&
        payableAmount >= (limits?.lowest ?? payableAmount) &&
        payableAmount <= (limits?.highest ?? payableAmount),
      `${driver.name} does not take the ${payableText} riyals of the shared tests: state an amount that every method takes in ` +
        `src/methods/payable-amount.ts. Its start: ${JSON.stringify(started)}; its limits: ${JSON.stringify(limits)}`,
    );
  });
}

/** It takes the order's amount or nothing, and says which. */
export function askAboutPaying(driver: ProviderDriver): void {
  for (const amount of driver.amounts) {
    test(`pays ${amount} minor units: the order's amount, once, and says so`, async (t) => {
      const subject = await open(t, driver);
      const paid = await pay(subject, { amount: minor(amount) });
      assertCaptured(paid);
      await assertMoved(subject, paid, 1);
      assert.deepEqual(await subject.provider.check(paid.payment.context), paid.outcome);
    });
  }

  for (const reason of driver.declines) {
    test(`declines with ${reason}, and takes nothing`, async (t) => {
      const subject = await open(t, driver);
      const paid = await pay(subject, { declines: reason });
      assert.equal(
        paid.outcome.kind === "declined" && paid.outcome.reason,
        reason,
        JSON.stringify(paid.outcome),
      );
      await assertMoved(subject, paid, 0);
    });
  }

  if (driver.way === "redirect")
    test("one of its declines is of a buyer who was on the page, so that what its provider says of them is read", async (t) => {
      const subject = await open(t, driver);
      const starts: Outcome["kind"][] = [];
      for (const declines of driver.declines) {
        const { context, input } = await subject.prepare({ declines });
        starts.push((await subject.provider.start(context, input)).kind);
      }
      assert.ok(
        starts.includes("redirect"),
        `none of the declines of ${driver.name}'s driver is made on the page: state its reason, and the button by which it is made (choice)`,
      );
    });

  test("start alone gives the buyer a way on and takes nothing, however often it is asked about", async (t) => {
    const subject = await open(t, driver);
    const payment = await subject.prepare({});
    const started = await subject.provider.start(payment.context, payment.input);
    assert.equal(started.kind, driver.way, "the way on that the driver states");
    const context = continued(payment.context, started);
    for (let question = 0; question < 3; question += 1) {
      const { kind } = await subject.provider.check(context);
      assert.ok(["pending", "ready", "otp_sent", "redirect"].includes(kind), kind);
    }
    assert.deepEqual(await subject.movements(context.order.orderNumber), []);
  });

  test("a status that no document lists, of a payment that was made, is pending, and under way where the buyer alone took the money", async (t) => {
    const subject = await open(t, driver);
    // What is pending is over after a while, and not asked about any more; and on our page, which the flow of an
    // `otp` comes back to, its buyer would read that nothing was paid.
    const mayBePending = !isTakenByBuyer(driver, subject.provider);
    await subject.arm("unlisted_status", moneyStepOf(subject.provider));
    const { outcome } = await pay(subject);
    const isUnderWay = outcome.kind === "unknown" && outcome.isUnderWay === true;
    assert.ok(isUnderWay || (outcome.kind === "pending" && mayBePending), JSON.stringify(outcome));
  });

  test("another amount than the order's is reported as the provider states it", async (t) => {
    const subject = await open(t, driver);
    await subject.arm("amount_mismatch", moneyStepOf(subject.provider));
    const { outcome, payment } = await pay(subject);
    const [movement] = await subject.movements(payment.context.order.orderNumber);
    assert.ok(outcome.kind === "captured" && movement);
    assert.notEqual(outcome.money.amount, payment.context.attempt.amount);
    assert.equal(outcome.money.amount, movement.amount);
  });
}

/** An answer that got lost is unknown, never a decline and never a second charge. */
export function askAboutLostAnswers(driver: ProviderDriver): void {
  for (const fault of ["drop_after_commit", "500_after_commit"] as const) {
    test(`an answer lost after the money was taken (${fault}) is unknown, and a question finds the money`, async (t) => {
      const subject = await open(t, driver);
      await subject.arm(fault, moneyStepOf(subject.provider));
      const paid = await pay(subject);
      assert.equal(paid.outcome.kind, "unknown", JSON.stringify(paid.outcome));
      const outcome = await settled(subject.provider, paid);
      assertCaptured({ ...paid, outcome });
      await assertMoved(subject, paid, 1);
    });
  }

  test("a request lost before the provider read it is unknown, and a question finds nothing taken", async (t) => {
    const subject = await open(t, driver);
    await subject.arm("drop_before", moneyStepOf(subject.provider));
    const paid = await pay(subject);
    assert.equal(paid.outcome.kind, "unknown", JSON.stringify(paid.outcome));
    const { kind } = await subject.provider.check(paid.payment.context);
    assert.ok(["not_found", "pending", "authorised", "ready", "captured"].includes(kind), kind);
    if (moneyStepOf(subject.provider) !== "check") {
      assert.notEqual(kind, "captured");
      await assertMoved(subject, paid, 0);
    }
  });

  test("a busy provider is never called a decline, and the same request goes through later", async (t) => {
    const subject = await open(t, driver);
    await subject.arm("status_503", moneyStepOf(subject.provider));
    const paid = await pay(subject);
    assert.ok(["not_sent", "unknown"].includes(paid.outcome.kind), JSON.stringify(paid.outcome));
    if (moneyStepOf(subject.provider) !== "check") await assertMoved(subject, paid, 0);
    assertCaptured({ ...paid, outcome: await takeMoney(subject.provider, paid) });
    await assertMoved(subject, paid, 1);
  });
}

/** Asked where a buyer can pay who does not have the answer to our start, by the way that is the method's own. */
export function askAboutLostStarts(driver: ProviderDriver): void {
  const { way, isPaidWithoutAnswer } = factsOfDriver(driver);
  if (!isPaidWithoutAnswer || way !== driver.way) return;
  test("a payment whose start was not answered, and that its buyer has made all the same, is found by a question", async (t) => {
    const subject = await open(t, driver);
    const payment = await subject.prepare({});
    // The attempt knows what it had before: no reference, nothing stored.
    const lost = await subject.provider.start(payment.context, payment.input);
    await subject.buyerActs(payment, lost);
    const outcome = await subject.provider.check(payment.context);
    const paid = { payment, outcome, confirmInput: undefined };
    assertCaptured(paid);
    await assertMoved(subject, paid, 1);
  });
}

/** An answer about a payment is believed only where it names the attempt that was asked about. */
export function askAboutAnotherPayment(driver: ProviderDriver): void {
  test("the money of another payment is never this one's, whatever is stored of it", async (t) => {
    const subject = await open(t, driver);
    const paid = await pay(subject);
    assertCaptured(paid);
    const { reference, data } = paid.payment.context.attempt;
    const { context } = await subject.prepare({});
    const mixed = { ...context, attempt: { ...context.attempt, reference, data } };
    const outcome = await subject.provider.check(mixed);
    assert.ok(!["captured", "authorised"].includes(outcome.kind), JSON.stringify(outcome));
    // Its books name an attempt as the provider does, not as they were asked.
    const books = await subject.provider.statement?.(mixed);
    const claimed = books?.kind === "stated" ? books.payments : [];
    for (const { attemptId, taken } of claimed)
      assert.ok(attemptId !== mixed.attempt.id || taken === 0, `its books: ${JSON.stringify(books)}`);
  });
}

/** The test of an account asks so: only a provider that has answered proves that the account's settings are right. */
export function askAboutUnknownPayment(driver: ProviderDriver): void {
  test("a question about a payment of which nothing is stored is sent, and the provider does not know it, today and tomorrow", async (t) => {
    const subject = await open(t, driver);
    const { context } = await subject.prepare({});
    const requests = () => subject.written().match(/^http\.request /gm)?.length ?? 0;
    const before = requests();
    const outcome = await subject.provider.check(context);
    assert.ok(requests() > before, `${JSON.stringify(outcome)}, and nothing was asked`);
    assert.equal(outcome.kind, "not_found", JSON.stringify(outcome));
    // What the account was given at first, such as a token, is not good any more.
    await subject.advance(dayMs);
    const later = await subject.provider.check(context);
    assert.equal(later.kind, "not_found", JSON.stringify(later));
  });
}

const dayMs = 24 * 60 * 60_000;

/** The same step under the same key takes the money once. */
export function askAboutRepetition(driver: ProviderDriver): void {
  test("the step that takes the money, sent again under the same key, takes it once", async (t) => {
    const subject = await open(t, driver);
    const paid = await pay(subject);
    assertCaptured(paid);
    assertCaptured({ ...paid, outcome: await takeMoney(subject.provider, paid) });
    await assertMoved(subject, paid, 1);
  });

  test("the step that takes the money, sent five times at once, takes it once", async (t) => {
    const subject = await open(t, driver);
    await subject.arm("drop_before", moneyStepOf(subject.provider));
    const paid = await pay(subject);
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => takeMoney(subject.provider, paid)));
    for (const { kind } of outcomes) assert.ok(["captured", "unknown", "pending"].includes(kind), kind);
    assertCaptured({ ...paid, outcome: await settled(subject.provider, paid) });
    await assertMoved(subject, paid, 1);
  });

  test("start, sent again under the same key, leads to one payment", async (t) => {
    const subject = await open(t, driver);
    const payment = await subject.prepare({});
    const first = await subject.provider.start(payment.context, payment.input);
    const second = await subject.provider.start(payment.context, payment.input);
    assert.equal(
      second.kind,
      first.kind,
      `started again (docs/methods/provider.md, "start"): ${JSON.stringify(second)}`,
    );
    const again: PreparedPayment = { ...payment, context: continued(payment.context, second) };
    const confirmInput = await subject.buyerActs(again, second);
    const paid = { payment: { ...again, context: inStep(again.context, subject.provider) }, confirmInput };
    const outcome = await takeMoney(subject.provider, paid);
    assertCaptured({ ...paid, outcome });
    await assertMoved(subject, { ...paid, outcome }, 1);
  });
}

/** A notification names an attempt if it is genuine, and nothing else; asked only where there are any. */
export function askAboutNotifications(driver: ProviderDriver): void {
  test("a genuine notification names its attempt; a forged one names nothing", async (t) => {
    const subject = await open(t, driver);
    const { readWebhook } = subject.provider;
    if (!readWebhook) return t.skip("sends no notifications");
    if (driver.hasOwnTestsOfNotifications) return t.skip("asked by tests of its own");
    assert.ok(
      subject.notifications,
      `${driver.name} reads notifications: its driver must give them (openMethod does), or say that its own tests ask (hasOwnTestsOfNotifications)`,
    );
    const paid = await pay(subject);
    // What was not paid is not notified of: the driver would wait.
    assertCaptured(paid);
    const genuine = await subject.notifications(paid.payment);
    for (const notification of genuine) {
      const event = readWebhook(notification);
      assert.ok(event !== "forged");
      const { id, reference } = paid.payment.context.attempt;
      assert.ok(
        event.attemptId === id || (event.reference !== undefined && event.reference === reference),
        `${JSON.stringify(event)} names neither ${id} nor ${reference}`,
      );
      assert.deepEqual(readWebhook(notification), event, "a replay reads the same");
      assert.equal(readWebhook({ ...notification, headers: {} }), "forged");
      for (const forgery of subject.forgeries?.(notification) ?? [])
        assert.equal(readWebhook(forgery), "forged");
    }
    assert.ok(genuine.length > 0);
  });
}

/** Card numbers, codes and passwords are on the wire and nowhere else. */
export function askAboutSecrets(driver: ProviderDriver): void {
  test("what is written down of a payment, a decline and a refund contains no secret", async (t) => {
    const subject = await open(t, driver);
    const paid = await pay(subject);
    const declined = await pay(subject, { ...(driver.declines[0] && { declines: driver.declines[0] }) });
    const refunded = await subject.provider.refund?.(
      paid.payment.context,
      toSend({ id: "rf0000000009", amount: minor(1) }),
    );
    // The step data is stored by design; everything else of an outcome may reach logs and people.
    const outcomes = [paid.outcome, declined.outcome, refunded].map((outcome) =>
      JSON.stringify({ ...outcome, data: null }),
    );
    const text = [subject.written(), ...outcomes].join("\n");
    assert.ok(subject.written().length > 0);
    for (const { payment } of [paid, declined]) {
      for (const secret of subject.secrets(payment))
        assert.ok(!text.includes(secret), `${secret} was written down`);
    }
  });
}
