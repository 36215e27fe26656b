/**
 * The suite's driver for the card gateway: the real adapter and HTTP client against the simulator on a free port,
 * with a buyer who has a card, passes the bank's page and, on the merchant's side, a receiver of notifications.
 */
import { minor } from "#core/money.ts";
import type { DeclineReason, Outcome } from "#core/outcome.ts";
import type { Log } from "#core/ports.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { createMpgsClient, type MpgsClient } from "#gateways/mpgs/client.ts";
import { amexServer } from "#methods/amex/server.ts";
import { prepareCardSession } from "#methods/card/prepare-session.ts";
import { cardServer } from "#methods/card/server.ts";
import type { GatewaySettings } from "#methods/card-gateway.ts";
import { payableAmount } from "#methods/payable-amount.ts";
import type { AttemptContext } from "#methods/payment-method.ts";
import type {
  MoneyStep,
  Movement,
  PreparedPayment,
  ProviderUnderTest,
  Situation,
} from "#methods/provider-suite.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { systemIds } from "#server/ports.ts";
import { startSimulators } from "#sim/server.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { startNotificationReceiver } from "./notification-receiver.ts";

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

/** Starts a gateway of its own for one test. */
export async function openCardGateway(options: CardGatewayOptions): Promise<CardGateway> {
  const simulators = await startSimulators({ port: 0, host: "127.0.0.1" });
  const receiver = await startNotificationReceiver();
  const clock = createTestClock();
  const lines: string[] = [];
  const write = (event: string, fields?: unknown) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  const log: Log = { info: write, warn: write, error: write };
  const client = createHttpClient({ log, transcript: (entry) => lines.push(entry) });
  const ports = { http: client.http, clock, log };
  const settings = {
    card: simulated(cardServer, simulators.url),
    amex: simulated(amexServer, simulators.url),
  };
  const clients = {
    card: createMpgsClient({ ...settings.card, http: client.http, log }),
    amex: createMpgsClient({ ...settings.amex, http: client.http, log }),
  };
  const control = createControl(simulators.url);
  const profile = settings[options.method];
  const server = options.method === "card" ? cardServer : amexServer;
  return {
    provider: server.createProvider(profile, ports),
    clients,
    control,
    prepare: (situation) =>
      prepare({ ...options, client: clients[options.method], clock, receiverUrl: receiver.url }, situation),
    buyerActs: async (_, started) => {
      if (started.kind === "challenge") await passChallenge(started.html, "successful");
    },
    passChallenge,
    movements: async (orderNumber) => readMovements(await control(`ledger?orderId=${orderNumber}`)),
    arm: async (fault, step) => {
      await control("faults", { simulator: "mpgs", fault, times: 1, operation: operations[step] });
    },
    advance: async (advanceMs) => {
      clock.advance(advanceMs);
      await control("clock", { advanceMs });
    },
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
    written: () => lines.join("\n"),
    close: async () => {
      await client.close();
      await simulators.close();
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
  const orderNumber = systemIds.orderNumber();
  const allowedMethods = situation.allowedMethods ?? ["mada", "creditcard", "amex"];
  const [expiryMonth = "", expiryYear = ""] = (situation.expiry ?? "01/39").split("/");
  const session = await prepareCardSession(client, method, {
    order: { orderNumber, amount, currency, allowedMethods: ["mada", "creditcard", "amex"] },
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
  const context = attemptContext({ orderNumber, amount, currency, allowedMethods, now: clock.now() });
  return { context: { ...context, notificationUrl: given.receiverUrl }, input: { sessionId: session.id } };
}

function attemptContext(order: {
  readonly orderNumber: string;
  readonly amount: ReturnType<typeof minor>;
  readonly currency: string;
  readonly allowedMethods: readonly string[];
  readonly now: number;
}): AttemptContext {
  const { orderNumber, amount, currency, allowedMethods, now } = order;
  return {
    attempt: {
      id: systemIds.attemptId(),
      amount,
      currency,
      reference: null,
      step: "start",
      createdAt: now,
      data: {},
    },
    order: {
      orderNumber,
      allowedMethods,
      total: amount,
      vat: minor(0),
      discount: minor(0),
      lines: [{ title: "تمر سكري", qty: wholeQuantity(1), unitPrice: amount, lineTotal: amount }],
      createdAt: now,
    },
    merchant: { id: 1, username: "nakheel", shopName: "متجر النخيل" },
    payer: {
      name: "نورة العتيبي",
      mobile: "+966551234567",
      email: null,
      city: null,
      address: null,
      ipAddress: "192.0.2.7",
      userAgent: "Mozilla/5.0 (test)",
      acceptHeader: "text/html",
    },
    language: "ar",
    returnUrl: "http://127.0.0.1:9/rest/pay/return/token",
    notificationUrl: "http://127.0.0.1:9/",
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

function createControl(url: string) {
  return async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}/_control/${path}`, {
      method: body ? "POST" : "GET",
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`control ${path}: ${await response.text()}`);
    return response.json();
  };
}

function readMovements(ledger: unknown): Movement[] {
  const { entries } = Object(ledger);
  return entries.map(
    ({ kind, amountMinor, currency }: { kind: Movement["kind"]; amountMinor: number; currency: string }) => ({
      kind,
      amount: minor(amountMinor),
      currency,
    }),
  );
}

function sessionIdOf(input: unknown): string {
  return String(Object(input).sessionId);
}

/** The reason of a decline and the provider's code, or the kind of any other outcome. */
export function told(outcome: Outcome): string {
  return outcome.kind === "declined" ? `${outcome.reason} ${outcome.providerCode}` : outcome.kind;
}
