/** The two calls of a card payment: make a session, then pay with it (Spec 4 "Card flow", Spec 7). */
import type { BrowserDetails } from "#contract/payment.ts";
import type { CardMethod } from "#core/card/card-brands.ts";
import * as timing from "#core/timing.ts";
import type { Call, CallOutcome, Refusal } from "#web/browser/api.ts";
import type { Payer, PayOutcome } from "#web/payment/panel.ts";
import type { CardData } from "./card-fields.ts";
import { type CardProblem, cardProblemOf } from "./card-problems.ts";

export type PreparedSession =
  | { readonly kind: "ready"; readonly sessionId: string }
  | { readonly kind: "problem"; readonly problem: CardProblem }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | { readonly kind: "offline" }
  /** The card was not taken in time (Spec 4: ten seconds). */
  | { readonly kind: "timeout" }
  /** The gateway could not be reached. As in all these cases, nothing can have been charged. */
  | { readonly kind: "no_connection" };

/** Makes a card session: with the card in direct mode, without one in hosted mode. Nothing is charged here. */
export async function prepareSession(
  call: Call,
  input: { readonly kind: CardMethod; readonly orderNumber: string; readonly card?: CardData },
): Promise<PreparedSession> {
  const { kind, orderNumber, card } = input;
  const body = { orderNumber, cardType: kind, ...card };
  const timeoutMs = card ? timing.sessionUpdateTimeoutMs : timing.gatewaySessionTimeoutMs;
  const outcome = await call("POST /rest/pay/prepareSession", { body }, { timeoutMs });
  switch (outcome.kind) {
    case "ok":
      return { kind: "ready", sessionId: outcome.reply.session.id };
    case "refused":
      // Such a fault leaves doubt about a payment, but there is none yet.
      return inDoubt.has(outcome.refusal.code)
        ? { kind: "no_connection" }
        : readRefusal(kind, outcome.refusal);
    case "offline":
      return outcome;
    case "no_answer":
      return { kind: outcome.isTimeout ? "timeout" : "no_connection" };
  }
}

/** How a payment call by card ended: like every method's, or in a way that the panel has words for. */
export type CardPayOutcome =
  | PayOutcome
  | { readonly kind: "problem"; readonly problem: CardProblem }
  | { readonly kind: "no_connection" };

/** Pays with a session. After this call "no answer" means that money may have moved. */
export async function openGateway(
  call: Call,
  input: {
    readonly kind: CardMethod;
    readonly sessionId: string;
    readonly payer: Payer;
    readonly browser: BrowserDetails;
  },
): Promise<CardPayOutcome> {
  const { kind, sessionId, payer, browser } = input;
  // Spec 7: the frame page says so in the body.
  const mode = payer.channel === "frame" ? ("frame" as const) : null;
  const parts = { body: { ...payer, mode, sessionId, browser } };
  // The server gives up first: a browser that does can only guess.
  const limit = { timeoutMs: timing.attemptLeaseMs };
  const outcome: CallOutcome<GatewayReply> = await call(opening[kind], parts, limit);
  switch (outcome.kind) {
    case "ok":
      return readGatewayReply(outcome.reply);
    case "refused":
      return readRefusal(kind, outcome.refusal);
    case "offline":
      return outcome;
    case "no_answer":
      return kind === "amex" ? await afterSilence(call, payer.orderNumber) : { kind: "unknown" };
  }
}

/** The call of Spec 7 that pays by each kind of card. */
const opening = {
  card: "POST /rest/pay/openGateway",
  amex: "POST /rest/pay/openAmexGateway",
} as const satisfies Readonly<Record<CardMethod, string>>;

/**
 * Spec 8 has words of its own for a lost call of American Express. They are true only where the server says that
 * nothing is under way and nothing was declined; should the call arrive after that, it meets the next one as two tabs
 * do.
 */
async function afterSilence(call: Call, orderNumber: string): Promise<CardPayOutcome> {
  const limit = { timeoutMs: timing.gatewaySessionTimeoutMs };
  const asked = await call("POST /rest/pay/checkPaymentStatus", { body: { orderNumber } }, limit);
  const isUntouched = asked.kind === "ok" && asked.reply.statusCode === 400 && !asked.reply.declined;
  return { kind: isUntouched ? "no_connection" : "unknown" };
}

/** What a browser says of itself for 3-D Secure. The gateway takes only some colour depths. */
export function readBrowser(page: Window): BrowserDetails {
  const { colorDepth, height, width } = page.screen;
  return {
    colorDepth: colorDepths.findLast((depth) => depth <= colorDepth) ?? 1,
    language: page.navigator.language,
    screenHeight: height,
    screenWidth: width,
    timeZone: new Date().getTimezoneOffset(),
  };
}

const inDoubt: ReadonlySet<string> = new Set(["internal", "outcome_unknown"]);

/** Refusals that say that the gateway cannot be reached; certain that nothing was charged. */
const connectionFaults: ReadonlySet<string> = new Set(["gateway_refused", "gateway_unavailable"]);

function readRefusal(kind: CardMethod, refusal: Refusal) {
  const problem = cardProblemOf(refusal.code);
  if (problem) return { kind: "problem", problem } as const;
  // Spec 8: American Express has words of its own for this.
  if (kind === "amex" && connectionFaults.has(refusal.code)) return { kind: "no_connection" } as const;
  return { kind: "refused", refusal } as const;
}

/** Bits, from EMV 3-D Secure. */
const colorDepths = [1, 4, 8, 15, 16, 24, 32, 48];

type GatewayReply = Extract<PayOutcome, { kind: "result" }>["result"] | ChallengeReply;

type ChallengeReply = {
  readonly secure3DHtmlKey: string;
  readonly signature: string;
  readonly orderNumber: string;
};

function readGatewayReply(reply: GatewayReply): PayOutcome {
  const { secure3DHtmlKey, signature } = reply;
  if (secure3DHtmlKey) return { kind: "challenge", secure3DHtmlKey, signature };
  return "statusCode" in reply ? { kind: "result", result: reply } : { kind: "unknown" };
}
