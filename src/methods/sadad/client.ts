/** SADAD's call from the page: the bill that the buyer pays at a bank, or why there is none (Spec 4, 7). */
import * as timing from "#core/timing.ts";
import type { Call } from "#web/browser/api.ts";
import type { Payer, PayOutcome } from "#web/payment/panel.ts";
import type { SadadCalls, SadadReply } from "./calls.ts";

export type SadadOutcome = PayOutcome | { readonly kind: "issued"; readonly bill: SadadReply };

export type SadadRequest = {
  readonly payer: Payer;
  /** As typed, already checked by the method's field table. */
  readonly mobile: string;
  readonly nationalId: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** Asks for the bill. This call charges nothing, however often it is made. */
export async function authorize(
  call: Call<SadadCalls>,
  { payer, ...typed }: SadadRequest,
): Promise<SadadOutcome> {
  const body = { ...payer, waslOrderNumber: payer.orderNumber, ...typed };
  const limit = { timeoutMs: timing.attemptLeaseMs };
  const outcome = await call("POST /rest/pay/sadad/authorize", { body }, limit);
  switch (outcome.kind) {
    case "ok":
      return { kind: "issued", bill: outcome.reply };
    case "refused":
    case "offline":
      return outcome;
    case "no_answer":
      return { kind: "unknown" };
  }
}
