/**
 * The steps of a payment by the wallet of a device, Apple Pay or Google Pay. The wallet's token goes once into a
 * session at the gateway and is kept nowhere by us; from there on everything is as with a card, and a repetition of
 * PAY is the same to the byte.
 *
 * A token holds either the number that the wallet keeps in the card's place, with a cryptogram that the buyer's
 * device made for this payment, or the card's own number. The first is proof enough (Apple Pay has no other kind);
 * the second, PAN_ONLY of Google Pay, is a card like any and goes through 3-D Secure. Only the gateway can look into
 * the token, so the gateway is asked: it refuses to authenticate a number that stands for a card. Document:
 * {gateway}/api/documentation/integrationGuidelines/supportedFeatures/pickPaymentMethod/devicePayments/GooglePay.html
 */
import type { WalletProvider } from "#core/card/wallet-provider.ts";
import { type Outcome, type StartOutcome, startedBy } from "#core/outcome.ts";
import type { Secret } from "#core/secret/secret.ts";
import { type GatewayResult, isNotSent, whyOf } from "./answer.ts";
import { afterInitiation, initiate } from "./authenticate.ts";
import { withoutAuthentication } from "./authentication-answer.ts";
import { type CardWay, cardWays, createPaymentSteps, type StepOptions } from "./card-steps.ts";
import type { BrowserFacts } from "./device.ts";
import { type CardPayment, type CardStepData, orderIdOf, transactionIds } from "./payment-context.ts";
import type { TransactionAnswer } from "./wire.ts";

/** What the buyer brings: the wallet's token, and what the browser says of itself. */
export type WalletStart = { readonly paymentToken: Secret; readonly browser?: BrowserFacts | undefined };

export type WalletProviderOptions = Omit<StepOptions, "walletProvider"> & {
  readonly walletProvider: WalletProvider;
  /**
   * What its tokens hold: numbers that stand for a card alone, or at times the card's own. `device` only where the wallet's own
   * document rules the card's number out: it pays without 3-D Secure then, and the merchant pays every dispute.
   */
  readonly numbers: "device" | "device or card";
};

/**
 * Builds the provider of one wallet. As with cards, `start` and `check` never take money, and `confirm` and `refund`
 * may be repeated under the same id.
 */
export function createWalletProvider(options: WalletProviderOptions) {
  return {
    ...createPaymentSteps(options),
    start: async (payment: CardPayment, input: WalletStart): Promise<StartOutcome<CardWay>> =>
      startedBy(cardWays, await startWalletPayment(options, payment, input)),
  };
}

async function startWalletPayment(
  options: WalletProviderOptions,
  payment: CardPayment,
  { paymentToken, browser }: WalletStart,
): Promise<Outcome> {
  const { client, walletProvider, numbers, threeDSecurePolicy } = options;
  const kept = await keepToken(options, payment, paymentToken);
  if (kept.kind !== "kept") return kept;
  const { data } = kept;
  if (numbers === "device") return proven(payment, data);
  const initiated = await initiate(client, payment, { data, walletProvider });
  if (isRefusedAsDeviceNumber(initiated)) return proven(payment, data);
  const policy = isDeviceNumber(initiated) ? "if_supported" : threeDSecurePolicy;
  return await afterInitiation({ client, policy }, payment, { initiated, data, browser, walletProvider });
}

/**
 * Puts the token into a session of its own. Nothing that could be charged has been begun before that is done, so
 * whatever goes wrong on the network here is `not_sent`.
 */
async function keepToken(
  { client, walletProvider }: WalletProviderOptions,
  payment: CardPayment,
  paymentToken: Secret,
): Promise<Outcome | { readonly kind: "kept"; readonly data: CardStepData }> {
  const created = await client.createSession();
  if (created.kind !== "answer") return { kind: "not_sent", why: whyOf(created) };
  const { attempt } = payment;
  const updated = await client.updateSessionFromWallet(created.value.session.id, {
    orderId: orderIdOf(payment),
    amount: attempt.amount,
    currency: attempt.currency,
    walletProvider,
    paymentToken,
  });
  // No bank was asked: to the buyer this is a token that cannot be used, not a decline. An account that does not take the wallet takes no other
  // approval of it either.
  const isOfAccount = updated.kind === "refused" && updated.field === "order.walletProvider";
  if (updated.kind === "refused" && !isOfAccount && !isNotSent(updated)) {
    const providerText = whyOf(updated);
    return { kind: "declined", reason: "other", providerCode: "payment_token_invalid", providerText };
  }
  if (updated.kind !== "answer") return { kind: "not_sent", why: whyOf(updated) };
  const { id: sessionId, version: sessionVersion } = updated.value.session;
  return { kind: "kept", data: { sessionId, sessionVersion } };
}

/** The device's cryptogram stands instead of 3-D Secure. */
function proven({ attempt }: CardPayment, data: CardStepData): Outcome {
  return {
    kind: "ready",
    reference: transactionIds.payment(attempt.id),
    data: { ...data, ...withoutAuthentication },
  };
}

const tokenField = "sourceOfFunds.provided.card.devicePayment";
const namesDeviceNumber = /\bDPANs?\b|\bdevice (?:account|primary account|specific) number/i;

/**
 * The answer for a number that stands for a card: 3-D Secure is not supported for it. The document has no words for
 * it, so it must speak of the token as unsupported or of a device's number. Every other refusal, such as a missing
 * privilege of the account, says nothing of the number, and nothing is paid without proof because of it.
 */
function isRefusedAsDeviceNumber(initiated: GatewayResult<TransactionAnswer>): boolean {
  if (initiated.kind !== "refused" || initiated.cause !== "INVALID_REQUEST") return false;
  const { field, validationType, explanation = "" } = initiated;
  if (field?.startsWith(tokenField)) return validationType === "UNSUPPORTED";
  return field === undefined && namesDeviceNumber.test(explanation);
}

function isDeviceNumber(initiated: GatewayResult<TransactionAnswer>): boolean {
  return (
    initiated.kind === "answer" &&
    initiated.value.sourceOfFunds?.provided?.card?.deviceSpecificNumber !== undefined
  );
}
