/**
 * What the card steps need to know of a payment: the part of a method's attempt context that matters here. Figures
 * come from the stored order; nothing here comes from the buyer's browser except the request facts.
 */
import type { Minor } from "#core/money.ts";
import type { StepData } from "#core/outcome.ts";
import type { RequestFacts } from "./device.ts";

export type CardPayment = {
  readonly attempt: {
    readonly id: string;
    readonly amount: Minor;
    readonly currency: string;
    readonly step: "start" | "confirm";
    /** Milliseconds since the epoch. */
    readonly createdAt: number;
    readonly earlierCardPayments: number;
    readonly data: StepData;
  };
  readonly order: { readonly orderNumber: string; readonly allowedMethods: readonly string[] };
  readonly payer: RequestFacts;
  readonly language: "ar" | "en";
  readonly returnUrl: string;
  readonly notificationUrl: string;
  /** Whether this card, by its masked number, may be tried now. */
  readonly admitCard?: ((maskedNumber: string) => Promise<boolean>) | undefined;
};

/**
 * The order at the gateway. It takes one payment for each, also where that was given back: an attempt that begins after one by card
 * took money has an order of its own. All the others share the order number, so that the gateway, too, refuses a second payment.
 */
export function gatewayOrderId(orderNumber: string, earlierCardPayments: number): string {
  return earlierCardPayments === 0 ? orderNumber : `${orderNumber}-${earlierCardPayments + 1}`;
}

/** The order at the gateway that an attempt belongs to. */
export const orderIdOf = ({ order, attempt }: CardPayment): string =>
  gatewayOrderId(order.orderNumber, attempt.earlierCardPayments);

/**
 * Ids at the gateway: each of an attempt's operations has a transaction of its own under its order. The attempt's id is in all of
 * them, so that one attempt can never charge twice.
 */
export const transactionIds = {
  authentication: (attemptId: string): string => `a-${attemptId}`,
  payment: (attemptId: string): string => `p-${attemptId}`,
  refund: (refundId: string): string => `r-${refundId}`,
};

/** The attempt that an authentication or payment transaction belongs to; null for all others. */
export function attemptIdOf(transactionId: string): string | null {
  return /^[ap]-([0-9a-z]{8,32})$/.exec(transactionId)?.[1] ?? null;
}

/**
 * What later steps of an attempt need. The session id is an identifier that we treat as sensitive and never log; it
 * may be stored because it is of no use without our API password, and because the payment after 3-D Secure needs it.
 */
export type CardStepData = {
  readonly sessionId: string;
  /** The content that the brand rule has seen: PAY is refused if the card was changed since. */
  readonly sessionVersion: string;
};

/** Reads the stored data; null when the process ended before it was stored. */
export function readStepData(data: StepData): CardStepData | null {
  const { sessionId, sessionVersion } = data;
  return sessionId === undefined || sessionVersion === undefined ? null : { sessionId, sessionVersion };
}
