/**
 * The start of a card payment: look at the card in the session, then run 3-D Secure up to the point where the bank
 * has approved or needs to show its page. No money is taken here.
 */
import type { Outcome } from "#core/outcome.ts";
import { isNotSent, whyOf } from "./answer.ts";
import { authenticate } from "./authenticate.ts";
import type { ThreeDSecurePolicy } from "./authentication-answer.ts";
import type { MpgsClient } from "./client.ts";
import type { BrowserFacts } from "./device.ts";
import type { CardPayment, CardStepData } from "./payment-context.ts";

/** What the buyer brings: the gateway session that holds the card, and what the browser says of itself. */
export type CardStart = { readonly sessionId: string; readonly browser?: BrowserFacts | undefined };

/** Brands as the gateway's session states them. */
export type SessionCardBrands = {
  readonly brand?: string | undefined;
  readonly localBrand?: string | undefined;
};

/** Why a profile or an order does not take a card; these are the codes that the buyer's texts depend on. */
export type BrandRefusal = "mada_not_allowed" | "credit_not_allowed" | "brand_not_supported";

/** Whether a card of these brands may pay an order with these allowed methods; null when it may. */
export type BrandRule = (card: SessionCardBrands, allowedMethods: readonly string[]) => BrandRefusal | null;

type StartOptions = {
  readonly client: MpgsClient;
  readonly brandRule: BrandRule;
  readonly threeDSecurePolicy: ThreeDSecurePolicy;
};

/** Runs the start. Gives challenge, ready, pending, declined, not_sent or unknown, the open ones with step data. */
export async function startCardPayment(
  { client, brandRule, threeDSecurePolicy: policy }: StartOptions,
  payment: CardPayment,
  input: CardStart,
): Promise<Outcome> {
  const { allowedMethods } = payment.order;
  const look = await lookAtCard(client, input.sessionId, (card) => brandRule(card, allowedMethods));
  if (look.kind !== "card") return look;
  const { data, maskedNumber } = look;
  if (payment.admitCard && !(await payment.admitCard(maskedNumber)))
    return { kind: "not_sent", why: "held back" };
  return await authenticate({ client, policy }, payment, { data, browser: input.browser });
}

type SeenCard = { readonly kind: "card"; readonly data: CardStepData; readonly maskedNumber: string };

/**
 * The card of a session and the version of what was seen. Nothing has been begun yet, so whatever goes wrong on the
 * network here is `not_sent`: there is nothing to ask about later.
 */
async function lookAtCard(
  client: MpgsClient,
  sessionId: string,
  refusalOf: (card: SessionCardBrands) => BrandRefusal | null,
): Promise<Outcome | SeenCard> {
  const invalid: Outcome = { kind: "declined", reason: "other", providerCode: "session_invalid" };
  if (!/^[0-9a-z]{8,64}$/i.test(sessionId)) return invalid;
  const result = await client.retrieveSession(sessionId);
  if (result.kind === "refused" && !isNotSent(result)) return invalid;
  if (result.kind !== "answer") return { kind: "not_sent", why: whyOf(result) };
  const { session, sourceOfFunds } = result.value;
  const card = sourceOfFunds?.provided?.card;
  if (card?.number === undefined) return invalid;
  // The gateway forgets the code once the session was used, and hosted fields allow to leave it out.
  if (card.securityCode === undefined) {
    return { kind: "declined", reason: "wrong_security_code", providerCode: "security_code_invalid" };
  }
  const refusal = refusalOf(card);
  if (refusal !== null) return { kind: "declined", reason: "card_not_supported", providerCode: refusal };
  const data = { sessionId: session.id, sessionVersion: session.version };
  return { kind: "card", data, maskedNumber: card.number };
}
