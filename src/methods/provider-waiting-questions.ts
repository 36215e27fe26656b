/** The question of the provider suite about buyers who are elsewhere: how long the core waits for what they do there. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import { assertMoved, begin, isTakenByBuyer, open } from "./provider-run.ts";
import type { ProviderDriver } from "./provider-suite.ts";

/**
 * After `awaitingLifetimeMs` the core asks no more about a payment that was not decided: the provider must have ended it by then. Asked
 * of its pages, and of every other way on by which the buyer alone takes the money.
 */
export function askAboutWaiting(driver: ProviderDriver): void {
  test("when the core stops waiting for a buyer, what was begun has ended and takes nothing any more", async (t) => {
    const subject = await open(t, driver);
    if (driver.way !== "redirect" && !isTakenByBuyer(driver, subject.provider))
      return t.skip("a step of ours takes the money");
    const { payment, started } = await begin(subject);
    await subject.advance(subject.provider.awaitingLifetimeMs ?? timing.threeDSecureLifetimeMs);
    const found = await subject.provider.check(payment.context);
    assert.ok(!["pending", "ready"].includes(found.kind), `${found.kind}: a later approval would be lost`);
    // No answer about the payment: as with a token that was kept for longer than it is good, and never renewed.
    assert.ok(
      !["not_sent", "unknown"].includes(found.kind),
      `nothing was found out: ${JSON.stringify(found)}`,
    );
    // What has ended refuses the buyer in the provider's own way.
    await subject.buyerActs(payment, started).catch(() => undefined);
    assert.equal((await subject.provider.check(payment.context)).kind, found.kind);
    await assertMoved(subject, { payment, outcome: found, confirmInput: undefined }, 0);
  });
}
