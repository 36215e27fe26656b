/** A2A's call from the page: the account that the buyer sends the money to, or why there is none (Spec 4, 7). */
import * as timing from "#core/timing.ts";
import type { Call } from "#web/browser/api.ts";
import type { Payer, PayOutcome } from "#web/payment/panel.ts";
import type { A2aCalls, A2aReply } from "./calls.ts";

export type A2aOutcome = PayOutcome | { readonly kind: "opened"; readonly transfer: A2aReply };

export type A2aRequest = {
  readonly payer: Payer;
  /** As typed, already checked by the method's field table. */
  readonly mobile: string;
  readonly email: string;
};

/** Asks for the account. This call charges nothing, however often it is made. */
export async function authorize(
  call: Call<A2aCalls>,
  { payer, mobile, email }: A2aRequest,
): Promise<A2aOutcome> {
  const body = { ...payer, waslOrderNumber: payer.orderNumber, clientEmail: email.trim(), mobile };
  const limit = { timeoutMs: timing.attemptLeaseMs };
  const outcome = await call("POST /rest/pay/a2a/authorize", { body }, limit);
  switch (outcome.kind) {
    case "ok":
      return { kind: "opened", transfer: outcome.reply };
    case "refused":
    case "offline":
      return outcome;
    case "no_answer":
      return { kind: "unknown" };
  }
}
