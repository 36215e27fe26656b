/**
 * The suite's driver for a provider whose buyers go to a page of its own: one who chooses there and, on the merchant's
 * side, a receiver of notifications.
 */
import { type Minor, minor } from "#core/money.ts";
import type { DeclineReason, Outcome } from "#core/outcome.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import type { MethodServer } from "#methods/method-server.ts";
import { payableAmount } from "#methods/payable-amount.ts";
import type {
  AttemptContext,
  PaymentProvider,
  ProviderPorts,
  WebhookRequest,
} from "#methods/payment-method.ts";
import { continued } from "#methods/provider-run.ts";
import type { MoneyStep, PreparedPayment, ProviderUnderTest, Situation } from "#methods/provider-suite.ts";
import type { Simulator } from "#sim/kit.ts";
import { startNotificationReceiver } from "./notification-receiver.ts";
import { attemptContext, openSimulated } from "./simulated-provider.ts";

/** What is the same for every test of one provider. */
export type DrivenRedirect<Settings> = {
  readonly simulator: () => Simulator;
  readonly server: MethodServer<Settings, PaymentProvider>;
  /** What the buyer types into the panel, as the call hands it to the provider; chosen by how it is to end. */
  readonly input: (declines: DeclineReason | undefined) => object;
  /** Amounts that are declined, by reason; another amount is used otherwise. */
  readonly decliningAmounts?: Readonly<Partial<Record<DeclineReason, number>>>;
  /** Fields that the page takes beside `choice`. */
  readonly pageFields?: Readonly<Record<string, string>>;
  /** Names of the simulator's operations. */
  readonly operations: Readonly<Record<MoneyStep, string>>;
  /** A text in the notification of an approved payment. */
  readonly approvedNotification: string;
  readonly forgeries: (genuine: WebhookRequest) => readonly WebhookRequest[];
  readonly secrets: (settings: Settings) => readonly string[];
};

export type RedirectSituation = Situation & {
  readonly input?: object;
  readonly lines?: AttemptContext["order"]["lines"];
};

export type RedirectUnderTest = Omit<ProviderUnderTest, "prepare"> & {
  readonly ports: ProviderPorts;
  readonly prepare: (situation?: RedirectSituation) => Promise<PreparedPayment>;
  /** Starts a payment and gives its context as the core would have it afterwards. */
  readonly begin: (situation?: RedirectSituation) => Promise<{ context: AttemptContext; outcome: Outcome }>;
  /** Leaves the provider's page by one of its buttons; gives the address that the browser is sent to. */
  readonly choose: (started: Outcome, choice: string) => Promise<string>;
  readonly control: (path: string, body?: object) => Promise<unknown>;
  /** Requests that the simulator has answered, newest first. */
  readonly operations: () => Promise<readonly string[]>;
  readonly simulatorUrl: string;
};

/** Starts a provider of its own for one test. */
export async function openRedirect<Settings>(driven: DrivenRedirect<Settings>): Promise<RedirectUnderTest> {
  const simulator = driven.simulator();
  const receiver = await startNotificationReceiver();
  const accounts: Settings[] = [];
  const opened = await openSimulated({
    simulator,
    create: (url, ports) => {
      const settings = driven.server.fromEnvironment({}, url);
      if (!settings) throw new Error("the simulators have an account");
      accounts.push(settings);
      return driven.server.createProvider(settings, ports);
    },
  });
  const { provider, control, clock } = opened;
  await provider.registerWebhook?.(receiver.url);
  // Registering says the secret of the notifications by design, under a name that tells nothing; what is written of
  // payments begins here.
  const registered = opened.written().length;

  const prepare = async (situation: RedirectSituation = {}): Promise<PreparedPayment> => {
    const { declines, amount: given } = situation;
    const amount = given ?? minor((declines && driven.decliningAmounts?.[declines]) ?? payableAmount);
    const context = attemptContext(clock.now(), { amount });
    const order = { ...context.order, lines: situation.lines ?? [threeOfAKind(amount)] };
    const input = { ...driven.input(declines), ...situation.input };
    return { context: { ...context, order, notificationUrl: receiver.url }, input };
  };
  const choose = (started: Outcome, choice: string) => leavePage(started, { ...driven.pageFields, choice });
  return {
    provider,
    ports: opened.ports,
    prepare,
    begin: async (situation) => begin(provider, await prepare(situation)),
    choose,
    buyerActs: async (_, started) => {
      await choose(started, "approve");
    },
    movements: opened.movements,
    arm: (fault, step) => opened.arm(simulator.name, fault, driven.operations[step]),
    advance: opened.advance,
    control,
    operations: opened.operations,
    simulatorUrl: opened.url,
    notifications: (payment) =>
      receiver.received({
        mentions: payment.context.attempt.id,
        including: driven.approvedNotification,
      }),
    forgeries: driven.forgeries,
    secrets: () => accounts.flatMap(driven.secrets),
    written: () => opened.written().slice(registered),
    close: async () => {
      await opened.close();
      await receiver.close();
    },
  };
}

/** A line whose price is a rounded part of its total. */
function threeOfAKind(total: Minor): AttemptContext["order"]["lines"][number] {
  return {
    title: "تمر سكري",
    qty: wholeQuantity(3),
    unitPrice: minor(Math.floor(total / 3)),
    lineTotal: total,
  };
}

async function begin(provider: PaymentProvider, { context, input }: PreparedPayment) {
  const outcome = await provider.start(context, input);
  return { context: continued(context, outcome), outcome };
}

/** What a press of one of the page's buttons does in a browser. */
async function leavePage(started: Outcome, fields: Readonly<Record<string, string>>): Promise<string> {
  if (started.kind !== "redirect") throw new Error(`there is no page after ${JSON.stringify(started)}`);
  const response = await fetch(started.url, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  await response.body?.cancel();
  const address = response.headers.get("location");
  if (address === null) throw new Error(`the page answered ${response.status}`);
  return address;
}
