/** The provider suite's question about currencies. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { continued, inStep, open, takeMoney } from "./provider-run.ts";
import type { ProviderDriver } from "./provider-suite.ts";

/** Money in the currency of the attempt or none: an account in riyals never takes the number of dollars in riyals. */
export function askAboutCurrency(driver: ProviderDriver): void {
  test("an attempt in dollars takes its dollars once, or ends without any money", async (t) => {
    const subject = await open(t, driver);
    const { context, input } = await subject.prepare({});
    const asked = { ...context, attempt: { ...context.attempt, currency: "USD" } };
    const started = await subject.provider.start(asked, input);
    const moved = async () => await subject.movements(context.order.orderNumber);
    if (["declined", "closed", "not_sent"].includes(started.kind)) {
      assert.deepEqual(await moved(), []);
      return;
    }
    const payment = { context: continued(asked, started), input };
    const confirmInput = await subject.buyerActs(payment, started);
    const paid = {
      payment: { ...payment, context: inStep(payment.context, subject.provider) },
      confirmInput,
    };
    const outcome = await takeMoney(subject.provider, paid);
    const taken = { kind: "capture", amount: context.attempt.amount, currency: "USD" } as const;
    assert.deepEqual(await moved(), outcome.kind === "captured" ? [taken] : []);
  });
}
