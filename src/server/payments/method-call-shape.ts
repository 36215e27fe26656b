/** What the contract says of a call that a payment method brings: the same for the route and for the OpenAPI document. */
import type { CallShape } from "#contract/contract.ts";
import { confirmProblems, startProblems } from "#contract/payment-problems.ts";
import type { MethodCall } from "#methods/method-server.ts";

/** The entry of one call of a method. */
export function shapeOfMethodCall({ summary, step, body, reply, problems = [] }: MethodCall) {
  return {
    summary,
    audience: "buyer",
    body,
    replies: { 200: reply },
    problems: [...(step === "start" ? startProblems : confirmProblems), ...problems],
  } as const satisfies CallShape;
}
