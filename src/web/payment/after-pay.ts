/**
 * What the page does after one press of Pay: one table for every method. The rule behind it: "try again" is said
 * only when it is certain that nothing was charged. Everything in doubt goes to the result page, which asks the
 * server until it knows (decision S3).
 */
import type { ReactNode } from "react";
import type { PaymentResult } from "#contract/payment.ts";
import type { OrderRefusal } from "#core/order-status.ts";
import type { ProblemCode } from "#core/problem.ts";
import * as timing from "#core/timing.ts";
import { buyerText, type Refusal } from "../browser/api.ts";
import {
  checkingAddress,
  type ErrorReason,
  errorAddress,
  resultAddress,
  threeDSecureAddress,
} from "../browser/navigation.ts";
import type { PayOutcome } from "./panel.ts";
import type { PaymentOrder } from "./payment-order.ts";

/** Addresses of the pages that a payment leads to. */
export type Ways = {
  readonly result: (result: PaymentResult) => string;
  readonly checking: (order: Pick<PaymentOrder, "orderNumber" | "webUrl">) => string;
  readonly threeDSecure: typeof threeDSecureAddress;
  /** One of the error pages of Spec 2.9; null where none can be shown, so that the words stay in the form. */
  readonly error: (reason: ErrorReason, orderNumber: string) => string | null;
  /** The page is the whole window, so that the shop's own page may take its place. */
  readonly mayEndAtShop?: true;
  /** How long a wallet's result stands before the page continues. */
  readonly standsMs: number;
};

/** Those of a page that is the whole window. */
export const pageWays: Ways = {
  result: resultAddress,
  checking: checkingAddress,
  threeDSecure: threeDSecureAddress,
  error: errorAddress,
  mayEndAtShop: true,
  standsMs: timing.walletResultRedirectMs,
};

/** Spec 9: results stand for two seconds on the simple page, for three elsewhere. */
export const simplePageWays: Ways = { ...pageWays, standsMs: timing.simplePageRedirectMs };

/** A message for the live region: a text of ours by its key, or words that came from our server. */
export type Message =
  | { readonly key: "errorProcessingCard" | "offline" | "orderChanged" }
  | { readonly text: string };

export type AfterPay =
  | { readonly kind: "leave"; readonly address: string; readonly delayMs: number }
  | {
      readonly kind: "message";
      readonly message: Message;
      readonly field?: string;
      /** The service of the method cannot be reached now: another method may be. */
      readonly isMethodDown?: true;
    }
  /** The panel has marked its fields; the first of them gets the focus. */
  | { readonly kind: "fields"; readonly field: string }
  /** The tick under the terms of sale is missing. */
  | { readonly kind: "agreement" }
  /** Name or mobile is missing. */
  | { readonly kind: "payer" }
  /** The e-mail address has to be confirmed first, or again. */
  | { readonly kind: "email" }
  /** What the page shows is out of date: load the order again, then the buyer decides again. */
  | { readonly kind: "reload_order"; readonly message: Message }
  /** The order is closed: the page says so when it is loaded again. */
  | { readonly kind: "reload_page" }
  | { readonly kind: "next_step"; readonly field?: string }
  | { readonly kind: "instructions"; readonly content: ReactNode };

/** The next move of the page for one outcome of a panel. */
export function afterPay(outcome: PayOutcome, order: PaymentOrder, ways: Ways = pageWays): AfterPay {
  switch (outcome.kind) {
    case "result": {
      const { result } = outcome;
      if (result.statusCode < 300)
        return leave(shopAddress(outcome, ways) ?? ways.result(result), outcome.stands && ways.standsMs);
      // The order says why, and no other method may pay it.
      if (result.closed) return { kind: "reload_page" };
      return { kind: "message", message: serverMessage(result.msg) };
    }
    case "challenge":
      return {
        kind: "leave",
        address: ways.threeDSecure(order, outcome),
        delayMs: timing.threeDRedirectDelayMs,
      };
    case "redirect":
      return leave(outcome.url);
    case "refused":
      return afterRefusal(outcome.refusal, order, ways);
    case "failed":
      return {
        kind: "message",
        message: { text: outcome.text },
        ...(outcome.field !== undefined && { field: outcome.field }),
      };
    case "offline":
      return { kind: "message", message: { key: "offline" } };
    case "unknown":
      return leave(ways.checking(order));
    case "fields":
    case "next_step":
    case "instructions":
      return outcome;
  }
}

/**
 * Where the shop wants its buyer back, once a wallet's result has stood for its while (Spec 7 "callbackUrl or a
 * result", Spec 9). Null while the payment is not certain, and for what has no while: the result page has one.
 */
function shopAddress({ result, stands }: Extract<PayOutcome, { kind: "result" }>, ways: Ways): string | null {
  const hasStood = stands && result.statusCode === 200;
  return hasStood && ways.mayEndAtShop ? result.callbackUrl : null;
}

type RefusalKind =
  | "checking"
  | "closed"
  | "changed"
  | "expired"
  | "country"
  | "three_ds"
  | "agreement"
  | "payer"
  | "email"
  | "down";

/** Refusals that need more than their text. Every other code is shown as the server words it. */
const refusalKinds: Readonly<
  Partial<Record<ProblemCode | "unknown", RefusalKind>> & Record<OrderRefusal, "closed">
> = {
  payment_in_progress: "checking",
  outcome_unknown: "checking",
  idempotency_in_progress: "checking",
  // A fault of ours, at an unknown moment: the money may have moved.
  internal: "checking",
  order_already_paid: "closed",
  order_cancelled: "closed",
  order_refunded: "closed",
  order_not_found: "closed",
  order_changed: "changed",
  signature_invalid: "changed",
  amount_mismatch: "changed",
  method_not_allowed_for_order: "changed",
  qr_expired: "expired",
  link_expired: "expired",
  country_not_allowed: "country",
  three_ds_not_enabled: "three_ds",
  agreement_required: "agreement",
  client_required: "payer",
  email_not_verified: "email",
  gateway_unavailable: "down",
};

function afterRefusal(refusal: Refusal, order: PaymentOrder, ways: Ways): AfterPay {
  const leaveOrTell = (reason: ErrorReason): AfterPay => {
    const address = ways.error(reason, order.orderNumber);
    return address === null ? { kind: "message", message: serverMessage(refusal.text) } : leave(address);
  };
  switch (refusalKinds[refusal.code]) {
    case "checking":
      return leave(ways.checking(order));
    case "closed":
      return { kind: "reload_page" };
    case "changed":
      return {
        kind: "reload_order",
        message: refusal.code === "order_changed" ? { key: "orderChanged" } : serverMessage(refusal.text),
      };
    case "expired":
      return leaveOrTell("expired-qr");
    case "country":
      return leaveOrTell("not-allowed-country");
    case "three_ds":
      return leaveOrTell("s3d-not-enabled");
    case "agreement":
      return { kind: "agreement" };
    case "payer":
      return { kind: "payer" };
    case "email":
      return { kind: "email" };
    case "down":
      return { kind: "message", message: serverMessage(refusal.text), isMethodDown: true };
    default:
      return { kind: "message", message: serverMessage(refusal.text) };
  }
}

/** Spec 8: words that may not be shown are replaced by the general text. */
function serverMessage(text: string | null): Message {
  const shown = buyerText(text);
  return shown === null ? { key: "errorProcessingCard" } : { text: shown };
}

function leave(address: string, delayMs = 0): AfterPay {
  return { kind: "leave", address, delayMs };
}
