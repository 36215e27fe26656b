/**
 * 3-D Secure for whatever is in a session, up to the point where the bank has approved or needs to show its page.
 * Two calls under one transaction id: INITIATE_AUTHENTICATION asks whether the card takes part, AUTHENTICATE_PAYER
 * asks the bank. No money is taken here.
 */
import type { Outcome } from "#core/outcome.ts";
import { type GatewayResult, isNotSent, type NoAnswer, whyOf } from "./answer.ts";
import {
  authenticationOutcome,
  initiationOutcome,
  type ThreeDSecurePolicy,
} from "./authentication-answer.ts";
import type { MpgsClient } from "./client.ts";
import { type BrowserFacts, describeDevice } from "./device.ts";
import { type CardPayment, type CardStepData, orderIdOf, transactionIds } from "./payment-context.ts";
import type { TransactionAnswer } from "./wire.ts";

type Options = { readonly client: MpgsClient; readonly policy: ThreeDSecurePolicy };

type Subject = {
  readonly data: CardStepData;
  readonly browser: BrowserFacts | undefined;
  readonly walletProvider?: string | undefined;
};

/** Both calls. Gives challenge, ready, pending, declined, not_sent or unknown, the open ones with step data. */
export async function authenticate(
  options: Options,
  payment: CardPayment,
  subject: Subject,
): Promise<Outcome> {
  const initiated = await initiate(options.client, payment, subject);
  return await afterInitiation(options, payment, { ...subject, initiated });
}

/** The first call alone. */
export function initiate(
  client: MpgsClient,
  payment: CardPayment,
  { data, walletProvider }: Omit<Subject, "browser">,
): Promise<GatewayResult<TransactionAnswer>> {
  return client.initiateAuthentication({
    ...idsOf(payment),
    session: { id: data.sessionId, version: data.sessionVersion },
    currency: payment.attempt.currency,
    notificationUrl: payment.notificationUrl,
    walletProvider,
  });
}

/** What follows from the answer to the first call: the second, or the end. */
export async function afterInitiation(
  { client, policy }: Options,
  payment: CardPayment,
  { initiated, data, browser }: Subject & { readonly initiated: GatewayResult<TransactionAnswer> },
): Promise<Outcome> {
  if (initiated.kind !== "answer") return unfinished(initiated, data);
  const initiation = initiationOutcome(initiated.value, payment, { policy, data });
  if (initiation !== null) return initiation;

  const { attempt } = payment;
  const authentication = await client.authenticatePayer({
    ...idsOf(payment),
    sessionId: data.sessionId,
    amount: attempt.amount,
    currency: attempt.currency,
    returnUrl: payment.returnUrl,
    device: describeDevice(browser, payment.payer, payment.language),
  });
  if (authentication.kind !== "answer") return unfinished(authentication, data);
  return authenticationOutcome(authentication.value, payment, { policy, data });
}

function idsOf(payment: CardPayment) {
  return { orderId: orderIdOf(payment), transactionId: transactionIds.authentication(payment.attempt.id) };
}

/**
 * 3-D Secure was begun and its answer is missing. A request that the gateway refused was not carried out: no bank was
 * asked, so no bank has declined.
 */
function unfinished(result: NoAnswer, data: CardStepData): Outcome {
  if (isNotSent(result) || result.kind === "refused") return { kind: "not_sent", why: whyOf(result) };
  return { kind: "unknown", why: whyOf(result), data };
}
