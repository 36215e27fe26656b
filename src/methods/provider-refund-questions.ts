/** The questions of the provider suite about money that goes back; asked only of providers that can refund. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Minor, minor, sum, zero } from "#core/money.ts";
import { assertCaptured, giveBack, open, pay, toSend } from "./provider-run.ts";
import type { ProviderDriver } from "./provider-suite.ts";

const id = "rf0000000001";
/** Longer than providers that forget keys remember one, and no longer than a refund may be asked about. */
const weekMs = 7 * 24 * 60 * 60_000;

/** What a failure after a week means. */
const forgotten =
  'a key that the provider forgets is no refundIsRepeatable: the adapter looks for the refund first (docs/methods/provider.md, "Refunds")';

/** Money goes back once per refund. */
export function askAboutRefunds(driver: ProviderDriver): void {
  test("gives money back in parts, each once, however often it is asked to", async (t) => {
    const paid = await refundable(t, driver);
    if (!paid) return t.skip("cannot refund");
    const { total, currency, moved, refund } = paid;
    const part = minor(Math.floor(total / 4));
    const rest = minor(total - part);
    for (let repetition = 0; repetition < 2; repetition += 1) {
      const first = await refund(part);
      assert.ok(first.kind === "refunded", JSON.stringify(first));
      assert.deepEqual([first.amount, first.currency], [part, currency]);
    }
    assert.equal((await refund(rest, "rf0000000002", part)).kind, "refunded");
    assert.deepEqual(
      await moved(),
      [part, rest].map((amount) => ({ kind: "refund", amount, currency })),
    );
    assert.equal((await refund(minor(1), "rf0000000003", total)).kind, "declined");
  });

  test("a refund whose answer was lost is found, or is unknown until it is sent again, and is made once, also when it is sent a week later", async (t) => {
    const paid = await refundable(t, driver);
    if (!paid) return t.skip("cannot refund");
    await paid.subject.arm("drop_after_commit", "refund");
    const first = await paid.refund(paid.total);
    assert.ok(["refunded", "unknown"].includes(first.kind), JSON.stringify(first));
    assert.equal((await paid.refund(paid.total)).kind, "refunded");
    await paid.subject.advance(weekMs);
    assert.equal((await paid.refund(paid.total)).kind, "refunded", forgotten);
    assert.deepEqual(
      await paid.moved(),
      [{ kind: "refund", amount: paid.total, currency: paid.currency }],
      forgotten,
    );
  });

  test("a refund that never arrived is unknown, and is made when it is sent again", async (t) => {
    const paid = await refundable(t, driver);
    if (!paid) return t.skip("cannot refund");
    await paid.subject.arm("drop_before", "refund");
    assert.equal((await paid.refund(paid.total)).kind, "unknown");
    assert.deepEqual(await paid.moved(), []);
    assert.equal((await paid.refund(paid.total)).kind, "refunded");
  });

  test("a refund that was not answered and is refused when it is sent again is not over: the first may still be made", async (t) => {
    const paid = await refundable(t, driver);
    if (!paid) return t.skip("cannot refund");
    await paid.subject.arm("drop_before", "refund");
    assert.equal((await paid.refund(paid.total)).kind, "unknown");
    // All of it goes back under another name, so that nothing is left for the repetition.
    assert.equal((await paid.refund(paid.total, "rf0000000002")).kind, "refunded");
    const again = await paid.refund(paid.total);
    // Without a name of ours it may be taken for the other one: nothing more has moved.
    assert.equal((await paid.moved()).length, 1);
    if (again.kind !== "declined" || again.isOfRequest) return;
    await paid.subject.arm("drop_before", "refund");
    const hint = `docs/methods/provider.md, "Refunds", of ${JSON.stringify(again)}`;
    assert.equal((await paid.refund(paid.total)).kind, "declined", `its books have it as refused: ${hint}`);
  });

  test("a refund that another process sends is not sent", async (t) => {
    const paid = await refundable(t, driver);
    if (!paid) return t.skip("cannot refund");
    const heldBack = { id, amount: paid.total, refundedBefore: zero };
    const { provider } = paid.subject;
    const outcome = await provider.refund?.(paid.context, { ...heldBack, mayBeSent: async () => false });
    assert.equal(outcome?.kind, "not_sent");
    assert.deepEqual(await paid.moved(), []);
  });

  askAboutLaterRefunds(driver);
}

/** Where the provider answers that it is under way, the refund's end is found by asking for the same refund again. */
function askAboutLaterRefunds(driver: ProviderDriver): void {
  test("a refund that is answered with a status that no document lists is not over, and is made once, also when it is asked about a week later", async (t) => {
    const paid = await refundable(t, driver);
    if (!paid) return t.skip("cannot refund");
    const part = minor(Math.floor(paid.total / 4));
    await paid.subject.arm("unlisted_status", "refund");
    const { kind } = await paid.ask(part);
    assert.ok(["pending", "unknown", "refunded"].includes(kind), kind);
    await paid.subject.advance(weekMs);
    assert.equal((await paid.refund(part)).kind, "refunded", forgotten);
    assert.deepEqual(
      await paid.moved(),
      [{ kind: "refund", amount: part, currency: paid.currency }],
      forgotten,
    );
  });

  for (const [fault, end] of [
    ["refund_made_later", "refunded"],
    ["refund_refused_later", "declined"],
  ] as const)
    test(`a refund that is under way is not sent again, and is ${end} once the provider says so`, async (t) => {
      const { laterRefundMs } = driver;
      const paid = await refundable(t, driver);
      if (!paid || laterRefundMs === undefined) return t.skip("its driver states no later refund");
      const part = minor(Math.floor(paid.total / 4));
      const made = { kind: "refund", amount: part, currency: paid.currency } as const;
      await paid.subject.arm(fault, "refund");
      for (let question = 0; question < 3; question += 1)
        assert.equal((await paid.ask(part)).kind, "pending");
      await paid.subject.advance(laterRefundMs);
      for (let question = 0; question < 2; question += 1) assert.equal((await paid.ask(part)).kind, end);
      const before = end === "refunded" ? [made] : [];
      assert.deepEqual(await paid.moved(), before);
      const other = await paid.refund(part, "rf0000000002", sum(before.map(({ amount }) => amount)));
      assert.equal(other.kind, "refunded", "the next one is not held up");
      assert.deepEqual(await paid.moved(), [...before, made]);
    });
}

/** A payment whose money can go back, and the way to give it back; null where the provider has none. */
async function refundable(t: TestContext, driver: ProviderDriver) {
  const subject = await open(t, driver);
  const { refund } = subject.provider;
  if (!refund) return null;
  const paid = await pay(subject);
  assertCaptured(paid);
  const { context } = paid.payment;
  const moved = async () => (await subject.movements(context.order.orderNumber)).slice(1);
  const { amount: total, currency } = context.attempt;
  return {
    subject,
    context,
    total,
    currency,
    moved,
    /** One question. */
    ask: (amount: Minor) => refund(context, toSend({ id, amount, refundedBefore: zero })),
    refund: (amount: Minor, refundId = id, refundedBefore = zero) =>
      giveBack(subject, driver, context, { id: refundId, amount, refundedBefore }),
  };
}
