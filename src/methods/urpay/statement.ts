/** What the books of UR Pay say of a payment, for both drivers. They do not tell what was refunded of one. */
import type { Outcome } from "#core/outcome.ts";
import type { AttemptContext, Statement } from "../payment-method.ts";

/** @param check the driver's question about the attempt */
export async function stateByCheck(
  check: () => Promise<Outcome>,
  { attempt }: AttemptContext,
): Promise<Statement> {
  const outcome = await check();
  if (outcome.kind === "not_sent" || outcome.kind === "unknown") return { kind: "unknown", why: outcome.why };
  if (outcome.kind !== "captured") return { kind: "stated", payments: [] };
  const { reference, money } = outcome;
  return {
    kind: "stated",
    payments: [
      { reference, attemptId: attempt.id, currency: money.currency, taken: money.amount, givenBack: null },
    ],
  };
}
