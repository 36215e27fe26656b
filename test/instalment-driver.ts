/**
 * The suite's driver for instalment services: the real adapter and HTTP client against one simulator on a free port,
 * with a buyer who chooses on the service's page and, on the merchant's side, a receiver of notifications.
 */
import { type Minor, minor } from "#core/money.ts";
import type { DeclineReason, Outcome } from "#core/outcome.ts";
import type { Log } from "#core/ports.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import type { MethodServer } from "#methods/method-server.ts";
import { payableAmount } from "#methods/payable-amount.ts";
import type {
  AttemptContext,
  PaymentProvider,
  ProviderPorts,
  WebhookRequest,
} from "#methods/payment-method.ts";
import type {
  MoneyStep,
  Movement,
  PageProviderUnderTest,
  PreparedPayment,
  Situation,
} from "#methods/provider-suite.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { systemIds } from "#server/ports.ts";
import type { Simulator } from "#sim/kit.ts";
import { startSimulators } from "#sim/server.ts";
import { createTestClock } from "./clock.ts";
import { startNotificationReceiver } from "./notification-receiver.ts";

/** What is the same for every test of one service. */
export type InstalmentService<Settings> = {
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

export type InstalmentSituation = Situation & {
  readonly input?: object;
  readonly lines?: AttemptContext["order"]["lines"];
};

export type Instalments = Omit<PageProviderUnderTest, "prepare"> & {
  readonly ports: ProviderPorts;
  readonly prepare: (situation?: InstalmentSituation) => Promise<PreparedPayment>;
  /** Starts a payment and gives its context as the core would have it afterwards. */
  readonly begin: (situation?: InstalmentSituation) => Promise<{ context: AttemptContext; outcome: Outcome }>;
  /** Leaves the service's page by one of its buttons; gives the address that the browser is sent to. */
  readonly choose: (started: Outcome, choice: string) => Promise<string>;
  readonly control: (path: string, body?: object) => Promise<unknown>;
  /** Requests that the simulator has answered, newest first. */
  readonly operations: () => Promise<readonly string[]>;
  readonly simulatorUrl: string;
};

/** Starts a service of its own for one test. */
export async function openInstalments<Settings>(service: InstalmentService<Settings>): Promise<Instalments> {
  const simulator = service.simulator();
  const simulators = await startSimulators({ port: 0, host: "127.0.0.1", simulators: [simulator] });
  const receiver = await startNotificationReceiver();
  const clock = createTestClock();
  const lines: string[] = [];
  const write = (event: string, fields?: unknown) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  const log: Log = { info: write, warn: write, error: write };
  const client = createHttpClient({ log, transcript: (entry) => lines.push(entry) });
  const ports: ProviderPorts = { http: client.http, clock, log };
  const settings = service.server.fromEnvironment({}, simulators.url);
  if (!settings) throw new Error("the simulators have an account");
  const provider = service.server.createProvider(settings, ports);
  const control = createControl(simulators.url);
  await provider.registerWebhook?.(receiver.url);
  // Registering says the secret of the notifications by design, under a name that tells nothing; what is written of
  // payments begins here.
  lines.length = 0;

  const prepare = async (situation: InstalmentSituation = {}): Promise<PreparedPayment> => {
    const { declines, amount: given } = situation;
    const amount = given ?? minor((declines && service.decliningAmounts?.[declines]) ?? payableAmount);
    const context = attemptContext(amount, clock.now(), situation.lines);
    const input = { ...service.input(declines), ...situation.input };
    return { context: { ...context, notificationUrl: receiver.url }, input };
  };
  const choose = (started: Outcome, choice: string) => leavePage(started, { ...service.pageFields, choice });
  return {
    provider,
    ports,
    prepare,
    begin: async (situation) => begin(provider, await prepare(situation)),
    choose,
    buyerActs: async (_, started) => {
      await choose(started, "approve");
    },
    movements: async (orderNumber) => readMovements(await control(`ledger?orderId=${orderNumber}`)),
    arm: async (fault, step) => {
      const operation = service.operations[step];
      await control("faults", { simulator: simulator.name, fault, times: 1, operation });
    },
    advance: async (advanceMs) => {
      clock.advance(advanceMs);
      await control("clock", { advanceMs });
    },
    control,
    operations: async () => readOperations(await control("journal")),
    simulatorUrl: simulators.url,
    notifications: (payment) =>
      receiver.received({
        mentions: payment.context.attempt.id,
        including: service.approvedNotification,
      }),
    forgeries: service.forgeries,
    secrets: () => service.secrets(settings),
    written: () => lines.join("\n"),
    close: async () => {
      await client.close();
      await simulators.close();
      await receiver.close();
    },
  };
}

/** The context with what an outcome brought: reference and data are stored with the attempt. */
export function continued(context: AttemptContext, outcome: Outcome): AttemptContext {
  const reference = "reference" in outcome ? (outcome.reference ?? null) : context.attempt.reference;
  const data = { ...context.attempt.data, ...("data" in outcome ? outcome.data : {}) };
  return { ...context, attempt: { ...context.attempt, reference, data } };
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

function attemptContext(
  amount: Minor,
  now: number,
  lines: AttemptContext["order"]["lines"] | undefined,
): AttemptContext {
  const oneLine = {
    title: "تمر سكري",
    qty: wholeQuantity(3),
    unitPrice: minor(Math.floor(amount / 3)),
    lineTotal: amount,
  };
  return {
    attempt: {
      id: systemIds.attemptId(),
      amount,
      currency: "SAR",
      reference: null,
      step: "start",
      createdAt: now,
      data: {},
    },
    order: {
      orderNumber: systemIds.orderNumber(),
      allowedMethods: ["tamara", "tabby"],
      total: amount,
      vat: minor(0),
      discount: minor(0),
      lines: lines ?? [oneLine],
      createdAt: now,
    },
    merchant: { id: 1, username: "nakheel", shopName: "متجر النخيل" },
    payer: {
      name: "Noura Alotaibi",
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

function readOperations(journal: unknown): string[] {
  const { entries } = Object(journal);
  return entries.map(({ operation }: { operation: string }) => operation);
}
