/**
 * What every payment form knows of its press and its buyer, whatever page it stands on: the tick, who pays, the proof
 * of the e-mail address, the method that was pressed last. Pure: use-pay-form.ts holds it and touches the page.
 */
import type { PaymentChannel } from "#contract/payment.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { PaymentOrder } from "./payment-order.ts";

/** What a payment may wait for. The server may ask for it, too: after-pay.ts has ends of the same names. */
export type Need = "agreement" | "payer" | "email";

/** What each page has a place to ask for. For all else its buyer goes to the payment page, which has one for each. */
const asked: Readonly<Record<PaymentChannel, readonly Need[]>> = {
  info: ["agreement", "payer", "email"],
  frame: ["agreement", "payer", "email"],
  applePay: ["agreement"],
  // Spec 2.7: pressing Pay there accepts the terms of sale.
  simple: [],
};

/** Whether a page asks for something itself. */
export function asksFor(channel: PaymentChannel, need: Need): boolean {
  return asked[channel].includes(need);
}

export type PayFormState = {
  /** The terms of sale are accepted, where the page asks for that. */
  readonly isAgreed: boolean;
  /** Pay was pressed without the tick. */
  readonly isAgreementMissing: boolean;
  /** The page has fields for name and mobile. */
  readonly isPayerAsked: boolean;
  /** The window that asks for an e-mail address is open, or on its way. */
  readonly isEmailAsked: boolean;
  /** What that window came to; null before. */
  readonly emailProof: string | null;
  /** The method whose button was pressed last; null after one of the wallets', and before any. */
  readonly pressed: MethodId | null;
  /** Methods whose service did not answer a moment ago. */
  readonly down: readonly MethodId[];
};

/** A form before anything is pressed. `asksPayer`: its page shows the fields of name and mobile from the start. */
export function payFormStart(
  order: Pick<PaymentOrder, "needsEmail" | "emailSignature">,
  { channel, asksPayer }: { readonly channel: PaymentChannel; readonly asksPayer: boolean },
): PayFormState {
  return {
    isAgreed: !asksFor(channel, "agreement"),
    isAgreementMissing: false,
    isPayerAsked: asksPayer,
    isEmailAsked: asksFor(channel, "email") && order.needsEmail && order.emailSignature === null,
    emailProof: null,
    pressed: null,
    down: [],
  };
}

type Move = (state: PayFormState) => PayFormState;

/** All that may happen to a form. Each gives the state after it. */
export const moves = {
  /** The tick was set or taken away. */
  tick:
    (isAgreed: boolean): Move =>
    (state) => ({ ...state, isAgreed, isAgreementMissing: false }),
  /** A payment begins: by a method with a panel, or by a wallet (null). */
  press:
    (pressed: MethodId | null): Move =>
    (state) => ({ ...state, pressed }),
  /** A press came to nothing because of this, or the server says so. */
  ask:
    (need: Need): Move =>
    (state) => ({ ...state, ...asking[need] }),
  /** The e-mail address is confirmed. */
  sign:
    (emailProof: string): Move =>
    (state) => ({ ...state, emailProof, isEmailAsked: false }),
  /** The service of the pressed method cannot be reached. */
  fail: (): Move => (state) =>
    state.pressed === null ? state : { ...state, down: [...state.down, state.pressed] },
} as const;

const asking: Readonly<Record<Need, Partial<PayFormState>>> = {
  agreement: { isAgreementMissing: true },
  payer: { isPayerAsked: true },
  email: { isEmailAsked: true },
};

/** The reducer. */
export function afterMove(state: PayFormState, move: Move): PayFormState {
  return move(state);
}

/** The tick is missing: buttons look locked, and a press says why (Spec 5). */
export function isLocked(state: PayFormState, order: Pick<PaymentOrder, "hasAgreement">): boolean {
  return order.hasAgreement && !state.isAgreed;
}

/** What must be settled before a press looks at any field; null when nothing is. */
export function needBefore(
  state: PayFormState,
  order: Pick<PaymentOrder, "hasAgreement">,
): "email" | "agreement" | null {
  if (state.isEmailAsked) return "email";
  return isLocked(state, order) ? "agreement" : null;
}
