/**
 * The suite's driver for the card gateway: a buyer who has a card and passes the bank's page and, on the merchant's
 * side, a receiver of notifications.
 */
import { minor } from "#core/money.ts";
import type { DeclineReason, Outcome } from "#core/outcome.ts";
import { createMpgsClient, type MpgsClient } from "#gateways/mpgs/client.ts";
import { mpgsSimulator } from "#gateways/mpgs/simulator/simulator.ts";
import { amexServer } from "#methods/amex/server.ts";
import { prepareCardSession } from "#methods/card/prepare-session.ts";
import { cardServer } from "#methods/card/server.ts";
import type { GatewaySettings } from "#methods/card-gateway.ts";
import { payableAmount } from "#methods/payable-amount.ts";
import type { MoneyStep, PreparedPayment, ProviderUnderTest, Situation } from "#methods/provider-suite.ts";
import type { TestClock } from "./clock.ts";
import { startNotificationReceiver } from "./notification-receiver.ts";
import { attemptContext, openSimulated } from "./simulated-provider.ts";

/** What the buyer of a test does: which card, which amount, how the bank's page is left. */
export type CardSituation = Situation & {
  readonly cardNumber?: string;
  /** MM/YY; 01/39 is approved by the simulator. */
  readonly expiry?: string;
  readonly allowedMethods?: readonly string[];
  readonly currency?: string;
};

export type ChallengeChoice = "successful" | "failed" | "cancelled" | "unable" | "rejected";

export type CardGateway = Omit<ProviderUnderTest, "prepare"> & {
  readonly clients: { readonly card: MpgsClient; readonly amex: MpgsClient };
  readonly prepare: (situation: CardSituation) => Promise<PreparedPayment>;
  readonly passChallenge: (html: string, choice: ChallengeChoice) => Promise<void>;
  /** A session as the gateway has it. */
  readonly sessionOf: (id: string) => Promise<unknown>;
  /** Moves the adapter's clock and the simulator's. */
  readonly advance: (ms: number) => Promise<void>;
  readonly control: (path: string, body?: object) => Promise<unknown>;
};

export type CardGatewayOptions = {
  readonly method: "card" | "amex";
  /** Whether the bank asks the buyer; both cards are approved. */
  readonly cards: { readonly frictionless: string; readonly challenge: string };
  readonly securityCode: string;
};

/** Minor units whose last four digits make the simulated bank decline with a reason. */
const decliningAmounts: Readonly<Partial<Record<DeclineReason, number>>> = {
  card_declined: 107_705,
  insufficient_funds: 107_751,
  expired_card: 107_754,
  card_not_supported: 107_757,
  suspected_fraud: 107_759,
  limit_exceeded: 107_765,
  wrong_security_code: 107_782,
  rejected_by_provider: 107_791,
};

/** Reasons that an amount can cause; others need a card of their own. */
export const declinesByAmount: readonly DeclineReason[] = [
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "card_not_supported",
  "suspected_fraud",
  "limit_exceeded",
  "wrong_security_code",
  "rejected_by_provider",
];

const operations: Readonly<Record<MoneyStep, string>> = {
  confirm: "PAY",
  capture: "CAPTURE",
  check: "RETRIEVE_TRANSACTION",
  refund: "REFUND",
};

const cardNames = ["mada", "creditcard", "amex"] as const;

/** Starts a gateway of its own for one test. */
export async function openCardGateway(options: CardGatewayOptions): Promise<CardGateway> {
  const receiver = await startNotificationReceiver();
  const server = options.method === "card" ? cardServer : amexServer;
  const opened = await openSimulated({
    simulator: mpgsSimulator(),
    create: (url, ports) => server.createProvider(simulated(server, url), ports),
  });
  const { clock, control } = opened;
  const settings = { card: simulated(cardServer, opened.url), amex: simulated(amexServer, opened.url) };
  const { http, log } = opened.ports;
  const clients = {
    card: createMpgsClient({ ...settings.card, http, log }),
    amex: createMpgsClient({ ...settings.amex, http, log }),
  };
  const profile = settings[options.method];
  return {
    provider: opened.provider,
    clients,
    control,
    prepare: (situation) =>
      prepare({ ...options, client: clients[options.method], clock, receiverUrl: receiver.url }, situation),
    buyerActs: async (_, started) => {
      if (started.kind === "challenge") await passChallenge(started.html, "successful");
    },
    passChallenge,
    sessionOf: async (id) => {
      const { merchantId, password } = profile;
      const answer = await fetch(
        `${opened.url}/mpgs/api/rest/version/100/merchant/${merchantId}/session/${id}`,
        { headers: { authorization: `Basic ${btoa(`merchant.${merchantId}:${password.reveal()}`)}` } },
      );
      return await answer.json();
    },
    movements: opened.movements,
    arm: (fault, step) => opened.arm("mpgs", fault, operations[step]),
    advance: opened.advance,
    notifications: (payment) =>
      receiver.received({ mentions: payment.context.order.orderNumber, including: '"PAYMENT"' }),
    forgeries: (genuine) => [
      { ...genuine, headers: { ...genuine.headers, "x-notification-secret": "x".repeat(32) } },
      { ...genuine, headers: { ...genuine.headers, "x-notification-secret": undefined } },
    ],
    secrets: ({ input }) => [
      ...Object.values(options.cards),
      `"${options.securityCode}"`,
      profile.password.reveal(),
      profile.webhookSecret.reveal(),
      Buffer.from(`merchant.${profile.merchantId}:${profile.password.reveal()}`).toString("base64"),
      sessionIdOf(input),
    ],
    written: opened.written,
    close: async () => {
      await opened.close();
      await receiver.close();
    },
  };
}

function simulated(server: typeof cardServer, simulatorUrl: string): GatewaySettings {
  const settings = server.fromEnvironment({}, simulatorUrl);
  if (!settings) throw new Error("the simulators have an account");
  return settings;
}

type Surroundings = CardGatewayOptions & {
  readonly client: MpgsClient;
  readonly clock: TestClock;
  readonly receiverUrl: string;
};

/** An order of its own and a session with the buyer's card in it, opened the way the server does. */
async function prepare(given: Surroundings, situation: CardSituation): Promise<PreparedPayment> {
  const { method, cards, client, clock } = given;
  const byReason = situation.declines && decliningAmounts[situation.declines];
  const amount = situation.amount ?? minor(byReason ?? payableAmount);
  const currency = situation.currency ?? "SAR";
  const context = attemptContext(clock.now(), { amount, currency });
  const { orderNumber } = context.order;
  const allowedMethods = situation.allowedMethods ?? cardNames;
  const [expiryMonth = "", expiryYear = ""] = (situation.expiry ?? "01/39").split("/");
  const session = await prepareCardSession(client, method, {
    order: { orderNumber, earlierCardPayments: 0, amount, currency, allowedMethods: cardNames },
    card: {
      cardNumber: situation.cardNumber ?? cards.challenge,
      expiryMonth,
      expiryYear,
      nameOnCard: "NOURA ALOTAIBI",
      cvv: given.securityCode,
    },
    now: clock.now(),
  });
  if (session.kind !== "ok") throw new Error(`no session: ${session.code}`);
  const order = { ...context.order, allowedMethods };
  return {
    context: { ...context, order, notificationUrl: given.receiverUrl },
    input: { sessionId: session.id },
  };
}

/** What the page of the bank does in a browser: the form is posted into the frame, and the buyer chooses there. */
export async function passChallenge(html: string, choice: ChallengeChoice): Promise<void> {
  const action = /action="([^"]+)"/.exec(html)?.[1];
  const creq = /name="creq" value="([^"]+)"/.exec(html)?.[1];
  if (action === undefined || creq === undefined) throw new Error("the bank's page has no form");
  const shown = await fetch(action, {
    method: "POST",
    body: new URLSearchParams({ creq }),
    redirect: "manual",
  });
  const page = new URL(shown.headers.get("location") ?? "", action);
  const left = await fetch(page, { method: "POST", body: new URLSearchParams({ choice }) });
  if (!left.ok) throw new Error(`the bank's page answered ${left.status}`);
}

function sessionIdOf(input: unknown): string {
  return String(Object(input).sessionId);
}

/** The reason of a decline and the provider's code, or the kind of any other outcome. */
export function told(outcome: Outcome): string {
  return outcome.kind === "declined" ? `${outcome.reason} ${outcome.providerCode}` : outcome.kind;
}
