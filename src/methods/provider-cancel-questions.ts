/** The questions of the provider suite about payments that are given up; asked only of providers that can cancel. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Outcome } from "#core/outcome.ts";
import { assertCaptured, assertMoved, begin, inStep, open, pay, takeMoney } from "./provider-run.ts";
import type { PreparedPayment, ProviderDriver, ProviderUnderTest } from "./provider-suite.ts";

/** What is said to be closed can be paid no more, and money that was there before is reported. */
export function askAboutCancelling(driver: ProviderDriver): void {
  test("a payment that was given up is paid no more, or is not said to be closed", async (t) => {
    const begun = await beginCancellable(t, driver);
    if (!begun) return t.skip("cannot cancel");
    const outcome = await begun.cancel();
    assert.equal((await begun.cancel()).kind, outcome.kind, "given up again, it is the same");
    assert.ok(["closed", "pending"].includes(outcome.kind), JSON.stringify(outcome));
    await assertIsAsSaid(begun, outcome);
  });

  test("a payment that was given up while the provider did not answer is paid no more, or is not said to be closed", async (t) => {
    const begun = await beginCancellable(t, driver);
    if (!begun) return t.skip("cannot cancel");
    await begun.subject.arm("drop_before", "check");
    const outcome = await begun.cancel();
    // The fault is used up where giving up asked nothing.
    await begun.subject.provider.check(begun.payment.context);
    await assertIsAsSaid(begun, outcome);
  });

  test("a payment that is given up after it was paid is captured, with all of its money", async (t) => {
    const subject = await open(t, driver);
    if (!subject.provider.cancel) return t.skip("cannot cancel");
    const paid = await pay(subject);
    assertCaptured(paid);
    assertCaptured({ ...paid, outcome: await subject.provider.cancel(paid.payment.context) });
    await assertMoved(subject, paid, 1);
  });
}

type Begun = {
  readonly subject: ProviderUnderTest;
  readonly payment: PreparedPayment;
  readonly started: Outcome;
  readonly cancel: () => PromiseLike<Outcome>;
};

/** A payment that waits for its buyer, and the way to give it up; null where the provider has none. */
async function beginCancellable(t: TestContext, driver: ProviderDriver): Promise<Begun | null> {
  const subject = await open(t, driver);
  const { cancel } = subject.provider;
  if (!cancel) return null;
  const begun = await begin(subject);
  return { subject, ...begun, cancel: () => cancel(begun.payment.context) };
}

/** The buyer, who knows of nothing, pays now: that takes no money where it is closed, and all of it elsewhere. */
async function assertIsAsSaid({ subject, payment, started }: Begun, said: Outcome): Promise<void> {
  // A dead page or number refuses the buyer in the provider's own way.
  const confirmInput = await subject.buyerActs(payment, started).catch(() => undefined);
  const late = { payment: { ...payment, context: inStep(payment.context, subject.provider) }, confirmInput };
  const paid = { ...late, outcome: await takeMoney(subject.provider, late) };
  if (said.kind !== "closed") assertCaptured(paid);
  await assertMoved(subject, paid, said.kind === "closed" ? 0 : 1);
}
