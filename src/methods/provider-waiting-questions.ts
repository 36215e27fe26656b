/** The questions of the provider suite about time: how long the core waits for buyers who are elsewhere, and for money that is due. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as timing from "#core/timing.ts";
import type { PaymentProvider } from "./payment-method.ts";
import {
  approval,
  approvalsThatEnd,
  assertCaptured,
  assertMoved,
  begin,
  inStep,
  isTakenByBuyer,
  open,
  settled,
} from "./provider-run.ts";
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
    // The end must be there to be found before the last question, not at the instant of it.
    await subject.advance(lifetimeMs(subject.provider) - minuteMs);
    const found = await subject.provider.check(payment.context);
    assert.ok(
      !["pending", "ready"].includes(found.kind),
      `${found.kind} a minute before the core stops to ask: a later approval would be lost. awaitingLifetimeMs is longer than the ` +
        "page and its approval live (docs/methods/redirect.md)",
    );
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

/**
 * An order counts as paid by `authorised`, and its money is collected for as long as that takes: an approval that ends, or that the
 * provider may refuse to collect by then, is `ready`.
 */
export function askAboutOldApprovals(driver: ProviderDriver): void {
  for (const found of ["as soon as it is there", "only then"] as const)
    test(`an approval that counts as paid is still collected after the whole time of a buyer, and a day; found ${found}`, async (t) => {
      const subject = await open(t, driver);
      const { provider } = subject;
      if (!provider.capture) return t.skip("collects nothing");
      const { payment, started } = await begin(subject);
      const confirmInput = await subject.buyerActs(payment, started);
      const paid = { payment: { ...payment, context: inStep(payment.context, provider) }, confirmInput };
      const isPaid =
        found === "as soon as it is there" && (await approval(provider, paid)).kind === "authorised";
      await subject.advance(Math.max(lifetimeMs(provider), dayMs));
      const later = await provider.check(paid.payment.context);
      if (!isPaid && later.kind !== "authorised") return t.skip(`it is ${later.kind} by then`);
      assert.ok(
        later.kind !== "declined" && later.kind !== "closed",
        `${provider.id} said "authorised", which pays the order, and later "${later.kind}". ${approvalsThatEnd}`,
      );
      const outcome = await settled(provider, { ...paid, outcome: later });
      assertCaptured({ ...paid, outcome });
      await assertMoved(subject, { ...paid, outcome }, 1);
    });
}

const minuteMs = 60_000;

/** After a day the shop is shown that its money is not collected. */
const dayMs = 24 * 60 * 60_000;

function lifetimeMs({ awaitingLifetimeMs }: PaymentProvider): number {
  return awaitingLifetimeMs ?? timing.threeDSecureLifetimeMs;
}
