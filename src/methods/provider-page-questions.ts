/** The question of the provider suite about pages of the provider: how long the core waits for a buyer who is on one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertMoved, begin, open } from "./provider-run.ts";
import type { ProviderDriver } from "./provider-suite.ts";

/** After `awaitingLifetimeMs` the core asks no more about a payment that was not decided: its page must be dead by then. */
export function askAboutPages(driver: ProviderDriver): void {
  test("when the core stops waiting for a buyer, the page has ended and takes nothing any more", async (t) => {
    const subject = await open(t, driver);
    const { payment, started } = await begin(subject);
    const { awaitingLifetimeMs } = subject.provider;
    assert.ok(awaitingLifetimeMs !== undefined);
    await subject.advance(awaitingLifetimeMs);
    const found = await subject.provider.check(payment.context);
    assert.ok(!["pending", "ready"].includes(found.kind), `${found.kind}: a later approval would be lost`);
    // A dead page refuses the buyer in the provider's own way.
    await subject.buyerActs(payment, started).catch(() => undefined);
    assert.equal((await subject.provider.check(payment.context)).kind, found.kind);
    await assertMoved(subject, { payment, outcome: found, confirmInput: undefined }, 0);
  });
}
