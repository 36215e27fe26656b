/**
 * The steps of a card payment at the gateway, shared by every method whose card is in a gateway session:
 * `start` looks at the card and runs 3-D Secure without taking money, `confirm` takes it, `check` asks, `refund`
 * refunds. There is no `cancel`: nothing is ever authorised without being captured, so an attempt that is not
 * confirmed leaves nothing behind.
 *
 * State comes from the gateway's own answers alone; what the buyer's browser brings back from the bank is not read
 * (decision K6).
 */
import { type Outcome, type StartOutcome, startedBy } from "#core/outcome.ts";
import type { Clock } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import { isNotFound, isNotSent, refusalText, whyOf } from "./answer.ts";
import {
  authenticationOutcome,
  type ThreeDSecurePolicy,
  withoutAuthentication,
} from "./authentication-answer.ts";
import { type BrandRule, type CardStart, startCardPayment } from "./card-start.ts";
import type { MpgsClient } from "./client.ts";
import { readNotification } from "./notification.ts";
import { paymentOutcome } from "./payment-answer.ts";
import { type CardPayment, orderIdOf, readStepData, transactionIds } from "./payment-context.ts";
import { type GatewayRefund, type RefundResult, refundPayment } from "./refund.ts";
import { type OrderStatement, stateOrder } from "./statement.ts";
import type { TransactionAnswer } from "./wire.ts";

export type StepOptions = {
  /** Name of the merchant profile, kept on every attempt: `mpgs-cards`. */
  readonly id: string;
  readonly client: MpgsClient;
  readonly clock: Clock;
  readonly threeDSecurePolicy: ThreeDSecurePolicy;
  /** What the gateway sends along with its notifications. */
  readonly webhookSecret: Secret;
  /** Where the sessions hold a wallet's token instead of a card that the buyer typed. */
  readonly walletProvider?: string | undefined;
};

/** The card's bank has approved, or shows its page. */
export const cardWays = ["ready", "challenge"] as const;

export type CardWay = (typeof cardWays)[number];

export type CardProviderOptions = StepOptions & { readonly brandRule: BrandRule };

/**
 * Builds the provider of one merchant profile. All steps give outcomes and never throw for anything the gateway
 * does; `start` and `check` never take money, `confirm` and `refund` may be repeated under the same id.
 */
export function createCardProvider(options: CardProviderOptions) {
  return {
    ...createPaymentSteps(options),
    start: async (payment: CardPayment, input: CardStart): Promise<StartOutcome<CardWay>> =>
      startedBy(cardWays, await startCardPayment(options, payment, input)),
  };
}

/** The steps after `start`: the same for every payment whose card or token is in a session. */
export function createPaymentSteps(options: StepOptions) {
  const { id, client, clock, webhookSecret } = options;
  return {
    id,
    check: (payment: CardPayment): Promise<Outcome> => checkPayment(options, payment),
    confirm: (payment: CardPayment): Promise<Outcome> => takePayment(options, payment),
    refund: (payment: CardPayment, refund: GatewayRefund): Promise<RefundResult> =>
      refundPayment({ client, clock }, payment, refund),
    refundIsRepeatable: true,
    statement: (payment: CardPayment): Promise<OrderStatement> => stateOrder(client, orderIdOf(payment)),
    readWebhook: (request: Parameters<typeof readNotification>[1]) =>
      readNotification(webhookSecret, request),
  };
}

/**
 * The PAY of an attempt that 3-D Secure has let through. Its body depends on nothing but the attempt, so that
 * repeating it gives the first answer again instead of a second charge.
 */
async function takePayment(options: StepOptions, payment: CardPayment): Promise<Outcome> {
  const { client, clock, walletProvider } = options;
  const { attempt } = payment;
  const data = readStepData(attempt.data);
  if (data === null) return { kind: "declined", reason: "other", providerCode: "session_invalid" };
  const ids = { orderId: orderIdOf(payment), transactionId: transactionIds.payment(attempt.id) };
  const paid = await client.pay({
    ...ids,
    amount: attempt.amount,
    currency: attempt.currency,
    session: { id: data.sessionId, version: data.sessionVersion },
    authenticationId: isAuthenticated(payment) ? transactionIds.authentication(attempt.id) : null,
    notificationUrl: payment.notificationUrl,
    walletProvider,
  });
  if (paid.kind === "answer") return paymentOutcome(paid.value, null);
  if (isNotSent(paid)) return { kind: "not_sent", why: whyOf(paid) };
  if (paid.kind !== "refused") return { kind: "unknown", why: whyOf(paid) };
  // A refused PAY took nothing, unless an earlier copy of it did: the gateway also refuses a used id. One that is still
  // on its way it does not know yet.
  const askedAt = clock.now();
  const earlier = await client.retrieveTransaction(ids);
  if (earlier.kind === "answer") return paymentOutcome(earlier.value, askedAt);
  if (!isNotFound(earlier)) return { kind: "unknown", why: whyOf(earlier) };
  return { kind: "declined", reason: "rejected_by_provider", isOfRequest: true, ...refusalText(paid) };
}

/**
 * Asks about the step that was last sent. A payment that the gateway does not know is `not_found` even when its
 * authentication succeeded: the PAY may still be on its way, so only the core's grace period makes it safe.
 */
async function checkPayment(options: StepOptions, payment: CardPayment): Promise<Outcome> {
  const { attempt } = payment;
  const isConfirm = attempt.step === "confirm";
  // No cardholder was asked to authenticate, so there is nothing at the gateway to ask about.
  if (!isConfirm && !isAuthenticated(payment))
    return { kind: "ready", reference: transactionIds.payment(attempt.id), data: attempt.data };
  const askedAt = options.clock.now();
  const result = await options.client.retrieveTransaction({
    orderId: orderIdOf(payment),
    transactionId: transactionIds[isConfirm ? "payment" : "authentication"](attempt.id),
  });
  if (result.kind !== "answer")
    return isNotFound(result) ? { kind: "not_found" } : { kind: "unknown", why: whyOf(result) };
  if (isConfirm) return paymentOutcome(result.value, askedAt);
  return authenticated(options, payment, result.value);
}

/** Whether the buyer went through 3-D Secure; false where the wallet or the policy made that unnecessary. */
function isAuthenticated({ attempt }: CardPayment): boolean {
  return attempt.data["authentication"] !== withoutAuthentication.authentication;
}

/** A retrieved authentication. It is ready for payment only if the session was stored before the answer got lost. */
function authenticated(options: StepOptions, payment: CardPayment, answer: TransactionAnswer): Outcome {
  const { data } = payment.attempt;
  const outcome = authenticationOutcome(answer, payment, { policy: options.threeDSecurePolicy, data });
  // The bank's page is shown once, from the answer to `start`.
  if (outcome.kind === "challenge") return { kind: "pending", reference: outcome.reference, data };
  const isLost = outcome.kind === "ready" && readStepData(data) === null;
  return isLost ? { kind: "closed", as: "expired", providerCode: "session_lost" } : outcome;
}
