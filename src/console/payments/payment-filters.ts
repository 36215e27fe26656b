/** How the list of payments is narrowed down. */
import { type AttemptState, attemptStates } from "#core/attempt-status.ts";

export const paymentKinds = ["failed", "taken", "refunded", "open", "guaranteed", "surplus"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

export type PaymentFilters = {
  readonly show?: PaymentKind;
  /** Of the invoice of this number. */
  readonly order?: string;
};

/** At most one state of each kind, since the call takes one; what has no kind (null) is found among all payments alone. */
export const kindOfState: Readonly<Record<AttemptState, PaymentKind | null>> = {
  in_flight: null,
  awaiting_buyer: null,
  offered: null,
  unknown: "open",
  authorised: "guaranteed",
  captured: "taken",
  declined: "failed",
  cancelled: null,
  expired: null,
  superseded: null,
  surplus: "surplus",
  refunded: "refunded",
};

/** What a kind asks of the call. */
export function stateOfKind(kind: PaymentKind): AttemptState | undefined {
  return attemptStates.find((state) => kindOfState[state] === kind);
}

/** Reads the filters of an address. */
export function readPaymentFilters(search: Readonly<Record<string, unknown>>): PaymentFilters {
  const show = paymentKinds.find((kind) => kind === search["show"]);
  const order = search["order"];
  return { ...(show && { show }), ...(typeof order === "string" && /^\w{1,40}$/.test(order) && { order }) };
}
