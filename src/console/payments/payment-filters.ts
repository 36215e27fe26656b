/** How the list of payments is narrowed down. */
import type { AttemptState } from "#core/attempt-status.ts";

export const paymentKinds = ["failed", "taken", "refunded", "open", "surplus"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export type PaymentFilters = {
  readonly show?: PaymentKind;
  /** Of the invoice of this number. */
  readonly order?: string;
};

/** One state for each: the call takes one. */
export const stateOfKind: Readonly<Record<PaymentKind, AttemptState>> = {
  failed: "declined",
  taken: "captured",
  refunded: "refunded",
  open: "unknown",
  surplus: "surplus",
};

/** Reads the filters of an address. */
export function readPaymentFilters(search: Readonly<Record<string, unknown>>): PaymentFilters {
  const show = paymentKinds.find((kind) => kind === search["show"]);
  const order = search["order"];
  return { ...(show && { show }), ...(typeof order === "string" && /^\w{1,40}$/.test(order) && { order }) };
}
