/** The provider suite finds an approval that would pay an order and guarantees nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Outcome } from "#core/outcome.ts";
import type { PaymentProvider } from "./payment-method.ts";
import { settled, takeMoney } from "./provider-run.ts";
import { context, input } from "./tabby/documented-examples.ts";

const { amount, currency } = context.attempt;
const money = { amount, currency };

/** A provider whose buyer has approved, as its author read the documents. */
function approving(captured: Outcome): PaymentProvider {
  return {
    id: "sample",
    start: async () => ({ kind: "not_sent", why: "not asked" }),
    check: async () => ({ kind: "authorised", reference: "p1", money }),
    capture: async () => captured,
  };
}

const paid = { payment: { context, input }, confirmInput: undefined };

for (const refused of [
  { kind: "declined", reason: "insufficient_funds" },
  { kind: "closed", as: "expired" },
] satisfies Outcome[])
  test(`an approval that was called authorised, and whose capture is then ${refused.kind}, fails in words that say what it is`, async () => {
    const provider = approving(refused);
    const words =
      /said "authorised".*An approval whose capture may be refused is "ready", and its capture call is "confirm"/;
    await assert.rejects(takeMoney(provider, paid), words);
    await assert.rejects(settled(provider, { ...paid, outcome: refused }), words);
  });

test("an approval that was called authorised, and whose capture takes the money or has no answer, is what the capture says", async () => {
  const outcomes: Outcome[] = [
    { kind: "captured", reference: "p1", money },
    { kind: "unknown", why: "no answer" },
  ];
  for (const outcome of outcomes) assert.deepEqual(await takeMoney(approving(outcome), paid), outcome);
});
