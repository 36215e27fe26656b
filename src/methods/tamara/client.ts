/** Tamara's call from the page: where the buyer continues, or why not (Spec 4 "Tamara", Spec 7). */
import * as timing from "#core/timing.ts";
import type { Call } from "#web/browser/api.ts";
import type { Payer, PayOutcome } from "#web/payment/panel.ts";
import { saudiMobile } from "../buyer-fields/saudi-mobile.ts";
import type { TamaraCalls, TamaraReply } from "./calls.ts";

type RejectReason = NonNullable<TamaraReply["rejectReason"]>;

export type TamaraOutcome =
  | PayOutcome
  /** Tamara does not take this payment; the page has a text for each reason. */
  | { readonly kind: "rejected"; readonly reason: RejectReason };

export type TamaraRequest = {
  readonly payer: Payer;
  /** As typed, already checked by the method's field table. */
  readonly mobile: string;
  readonly email: string;
  readonly city: string;
  readonly line1: string;
};

/** Begins the payment. Nothing is charged before the buyer has approved on Tamara's page. */
export async function authorize(call: Call<TamaraCalls>, request: TamaraRequest): Promise<TamaraOutcome> {
  const { payer, mobile, email, city, line1 } = request;
  // Spec 7 has one mobile in this call, and it is Tamara's: a Saudi one.
  const body = {
    ...payer,
    clientEmail: email.trim(),
    clientMobile: saudiMobile(mobile),
    clientCountryCode: "SA",
    city: city.trim(),
    line1: line1.trim(),
  };
  const limit = { timeoutMs: timing.attemptLeaseMs };
  const outcome = await call("POST /rest/pay/tamara/authorize", { body }, limit);
  switch (outcome.kind) {
    case "ok":
      return readReply(outcome.reply);
    case "refused":
    case "offline":
      return outcome;
    case "no_answer":
      return { kind: "unknown" };
  }
}

/** Spec 4: status "new" with a checkout's id leads to its address. */
function readReply({ status, checkoutId, checkoutUrl, rejectReason }: TamaraReply): TamaraOutcome {
  if (status === "new" && checkoutId && checkoutUrl) return { kind: "redirect", url: checkoutUrl };
  return { kind: "rejected", reason: rejectReason ?? "not_available" };
}
