/** Giving a payment up: afterwards nothing may be charged for it. */
import type { Outcome } from "#core/outcome.ts";
import type { AttemptContext } from "../payment-method.ts";
import { whyOf } from "../provider-api/api-call.ts";
import type { TabbyApi } from "./api.ts";
import { readPayment } from "./payment-state.ts";

const closed: Outcome = { kind: "closed", as: "cancelled", providerCode: "cancelled_by_us" };

/**
 * Ends the payment by the way that its state allows: the session of a buyer who has not approved, or the approval.
 * @returns `closed`; `captured` when it is too late; `unknown` when Tabby did not say
 */
export async function cancelPayment(api: TabbyApi, { attempt }: AttemptContext): Promise<Outcome> {
  const { paymentId, sessionId } = attempt.data;
  // The address of the page never reached a buyer.
  if (paymentId === undefined || sessionId === undefined) return closed;
  const found = await api.getPayment(paymentId);
  if (found.kind === "refused" && found.httpStatus === 404) return closed;
  if (found.kind !== "answer") return { kind: "unknown", why: whyOf(found) };
  const state = readPayment(found.value);
  if (state.kind === "authorised") {
    const result = await api.close(paymentId);
    return result.kind === "answer" ? readPayment(result.value) : await lookAgain(api, paymentId);
  }
  if (state.kind === "pending") {
    const result = await api.cancelSession(sessionId);
    return result.kind === "answer" ? closed : await lookAgain(api, paymentId);
  }
  return state;
}

async function lookAgain(api: TabbyApi, paymentId: string): Promise<Outcome> {
  const result = await api.getPayment(paymentId);
  return result.kind === "answer" ? readPayment(result.value) : { kind: "unknown", why: whyOf(result) };
}
