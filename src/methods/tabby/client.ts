/** Tabby's call from the page: where the buyer continues, or why not (Spec 4 "Tabby", Spec 5, Spec 7). */
import * as timing from "#core/timing.ts";
import { isTabbyName } from "#core/validators.ts";
import type { Call } from "#web/browser/api.ts";
import type { Payer, PayOutcome } from "#web/payment/panel.ts";
import { saudiMobile } from "../buyer-fields/saudi-mobile.ts";
import type { TabbyCalls, TabbyReply } from "./calls.ts";
import { type RejectReason, rejectReason } from "./reject-reasons.ts";

export type TabbyOutcome =
  | PayOutcome
  /** The client's name has letters that Tabby does not take. */
  | { readonly kind: "name" }
  /** Tabby does not take this payment; the page has a text for each reason. */
  | { readonly kind: "rejected"; readonly reason: RejectReason };

export type TabbyRequest = {
  readonly payer: Payer;
  /** As typed, already checked by the method's field table. */
  readonly mobile: string;
  readonly email: string;
  readonly language: "ar" | "en";
};

/** Begins the payment. Nothing is charged before the buyer has approved on Tabby's page. */
export async function authorize(call: Call<TabbyCalls>, request: TabbyRequest): Promise<TabbyOutcome> {
  const { payer, mobile, email, language } = request;
  if (!isTabbyName(payer.clientName)) return { kind: "name" };
  const body = {
    ...payer,
    clientEmail: email.trim(),
    tabbyMobile: saudiMobile(mobile),
    tabbyMobileCountryCode: "966",
    taxAmount: 0 as const,
    defaultLang: language,
  };
  const limit = { timeoutMs: timing.attemptLeaseMs };
  const outcome = await call("POST /rest/pay/tabby/authorize", { body }, limit);
  switch (outcome.kind) {
    case "ok":
      return readReply(outcome.reply);
    case "refused":
      return outcome.refusal.code === "english_name_required" ? { kind: "name" } : outcome;
    case "offline":
      return outcome;
    case "no_answer":
      return { kind: "unknown" };
  }
}

function readReply({ status, url, rejectReason: reason }: TabbyReply): TabbyOutcome {
  if (status === "created" && url !== null) return { kind: "redirect", url };
  return { kind: "rejected", reason: rejectReason(reason) };
}
