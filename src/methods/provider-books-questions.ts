/** The questions of the provider suite about the provider's own books, which the daily comparison reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { minor, sum, zero } from "#core/money.ts";
import type { AttemptContext, Statement } from "./payment-method.ts";
import { assertCaptured, giveBack, open, pay } from "./provider-run.ts";
import type { ProviderDriver } from "./provider-suite.ts";

function totals(statement: Statement | undefined) {
  assert.ok(statement?.kind === "stated", JSON.stringify(statement));
  const { payments } = statement;
  const returned = payments.map(({ givenBack }) => givenBack).filter((amount) => amount !== null);
  return {
    taken: sum(payments.map(({ taken }) => taken)),
    givenBack: returned.length === payments.length ? sum(returned) : null,
  };
}

/** The day of Riyadh on which a payment was begun: "2026-11-22". */
function dayOf({ attempt }: AttemptContext): string {
  return new Date(attempt.createdAt + 3 * 3_600_000).toISOString().slice(0, 10);
}

/** What the books state is what was moved, no more and no less. */
export function askAboutBooks(driver: ProviderDriver): void {
  test("its books state nothing of a payment that was never begun, nor of one that was declined", async (t) => {
    const subject = await open(t, driver);
    const { context } = await subject.prepare({});
    assert.equal(totals(await subject.provider.statement?.(context)).taken, 0);
    const [reason] = driver.declines;
    if (reason === undefined) return;
    const declined = await pay(subject, { declines: reason });
    assert.equal(totals(await subject.provider.statement?.(declined.payment.context)).taken, 0);
  });

  test("its books state what was taken, and what was refunded where they tell that at all", async (t) => {
    const subject = await open(t, driver);
    const paid = await pay(subject);
    assertCaptured(paid);
    const { context } = paid.payment;
    const { amount } = context.attempt;
    const before = totals(await subject.provider.statement?.(context));
    assert.equal(before.taken, amount);
    assert.ok(before.givenBack === 0 || before.givenBack === null);
    if (!subject.provider.refund) return;
    const part = minor(Math.ceil(amount / 2));
    await giveBack(subject, driver, context, { id: "rf0000000001", amount: part, refundedBefore: zero });
    const after = totals(await subject.provider.statement?.(context));
    // A purchase at UR Pay's gateway is found by its name, and what was refunded of it is not part of it.
    assert.deepEqual(after, { taken: amount, givenBack: before.givenBack === null ? null : part });
  });

  test("its list of the day has the payment once, by the attempt's name; asked where there is a list", async (t) => {
    const subject = await open(t, driver);
    const { report } = subject.provider;
    if (!report) return t.skip("has no list");
    const day = dayOf((await subject.prepare({})).context);
    assert.deepEqual(await report(day), { kind: "stated", payments: [] });
    const paid = await pay(subject);
    assertCaptured(paid);
    const { id, amount, currency } = paid.payment.context.attempt;
    const list = await report(day);
    assert.ok(list.kind === "stated", JSON.stringify(list));
    assert.deepEqual(
      list.payments.map(({ reference, ...payment }) => payment),
      [{ attemptId: id, currency, taken: amount, givenBack: 0 }],
    );
    assert.deepEqual(await report("2020-01-01"), { kind: "stated", payments: [] });
  });

  test("books that cannot be read prove nothing", async (t) => {
    const subject = await open(t, driver);
    // The card gateway is asked for the whole order, not as `check` asks: gateways/mpgs/statement.test.ts.
    if (subject.provider.account !== undefined) return t.skip("another question");
    const paid = await pay(subject);
    await subject.arm("drop_before", "check");
    const statement = await subject.provider.statement?.(paid.payment.context);
    assert.equal(
      statement?.kind,
      "unknown",
      "its statement sends another call than the driver's operation `check`: let both ask by one, or name that one there",
    );
  });
}
