/**
 * How methods are paid, as one table of facts. A flow that is added here compiles only when every fact is answered, and a kind
 * of answer that is new only when each place that tells them apart has a row for it (docs/methods/flow.md; docs/decisions/0335).
 */
import type { WayOn } from "#core/outcome.ts";
import { allMethods } from "./allowed.ts";
import type { PaymentMethod } from "./payment-method.ts";

export type Flow = PaymentMethod["flow"];

/**
 * What a payment that was begun waits for. `bank`: the page of 3-D Secure, whose return this server processes. `code`: a one-time
 * code that we ask for. `page`: a page of the provider, where the buyer may have paid already. `number`: that its number is paid.
 */
export type WaitsFor = "bank" | "code" | "page" | "number";

/**
 * What tries are counted as, by order, mobile and address: judgements of a bank (each wallet of a device for itself), or what was sent to a
 * telephone, which may be a stranger's.
 */
export type Counted = "card" | "wallet" | "code";

export type FlowFacts = {
  /** The way on that its starts give buyers: the provider suite has a driver of each method for it. */
  readonly way: WayOn;
  /** What a begun payment waits for. A `code` that its provider replaced by its own page is a `page` (`whatItWaitsFor`). */
  readonly waitsFor: WaitsFor;
  /** While an attempt awaits its buyer, the money may be there: the buyer reads that it is being checked, not that nothing was paid. */
  readonly mayBePaidMeanwhile: boolean;
  /**
   * A buyer can pay who does not have the answer to our start, since the provider itself asks for the money or a bank shows the number:
   * `check` finds the payment without that answer, and the provider suite asks for it.
   */
  readonly isPaidWithoutAnswer: boolean;
  /**
   * What limits hold back; null where a try neither asks a bank nor sends anything. A flow that sends something to a telephone is never null. The
   * texts of the limits of `code` speak of codes: what is something else has a kind and texts of its own.
   */
  readonly countedAs: Counted | null;
  /** What the buyer brings that is good for one payment: a session of ours with the card, or the token of a wallet. */
  readonly presents: "session" | "token" | null;
  /** Its payments are at the card gateway, which has one number of an order for all of them. */
  readonly isAtCardGateway: boolean;
  /** Receipts name the method beside the card's brand: the digits are the device's own, which the buyer has seen on no card. */
  readonly isNamedBesideBrand: boolean;
};

const none = {
  mayBePaidMeanwhile: false,
  isPaidWithoutAnswer: false,
  countedAs: null,
  presents: null,
  isAtCardGateway: false,
  isNamedBesideBrand: false,
} as const;

export const flowFacts: Readonly<Record<Flow, FlowFacts>> = {
  card: {
    ...none,
    way: "challenge",
    waitsFor: "bank",
    countedAs: "card",
    presents: "session",
    isAtCardGateway: true,
  },
  wallet: {
    ...none,
    way: "ready",
    waitsFor: "bank",
    countedAs: "wallet",
    presents: "token",
    isAtCardGateway: true,
    isNamedBesideBrand: true,
  },
  otp: { ...none, way: "otp_sent", waitsFor: "code", countedAs: "code" },
  redirect: { ...none, way: "redirect", waitsFor: "page", mayBePaidMeanwhile: true },
  reference: { ...none, way: "reference_issued", waitsFor: "number", isPaidWithoutAnswer: true },
};

/** The facts of a method's flow; undefined for a method that is no longer in the catalogue. */
export function flowFactsOf(method: string): FlowFacts | undefined {
  const flow = allMethods.find(({ id }) => id === method)?.flow;
  return flow && flowFacts[flow];
}

/** Every method that is paid through the card gateway: by a card, or by a wallet of the device. */
export const cardGatewayMethods: readonly string[] = allMethods
  .filter(({ flow }) => flowFacts[flow].isAtCardGateway)
  .map(({ id }) => id);
