/**
 * What the drivers of the provider suite are built on: a real adapter and HTTP client against its simulator on a free
 * port, and payments of orders of their own, passed to the adapter the way the payment core passes them.
 */
import { minor } from "#core/money.ts";
import type { DeclineReason } from "#core/outcome.ts";
import type { Log } from "#core/ports.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import type { MethodServer } from "#methods/method-server.ts";
import { payableAmount } from "#methods/payable-amount.ts";
import type { AttemptContext, PaymentProvider, ProviderPorts } from "#methods/payment-method.ts";
import type { MoneyStep, Movement, ProviderUnderTest, Situation } from "#methods/provider-suite.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { systemIds } from "#server/ports.ts";
import type { Simulator } from "#sim/kit.ts";
import { startSimulators } from "#sim/server.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { startNotificationReceiver } from "./notification-receiver.ts";

export type SimulatedProvider = {
  readonly provider: PaymentProvider;
  /** Origin of the simulators. */
  readonly url: string;
  readonly ports: Required<Pick<ProviderPorts, "log">> & ProviderPorts;
  readonly clock: TestClock;
  /** A call of the simulators' control API; with a body it is a POST. */
  readonly control: (path: string, body?: object) => Promise<unknown>;
  readonly arm: (simulator: string, fault: string, operation: string) => Promise<void>;
  /** Moves the adapter's clock and the simulator's. */
  readonly advance: (ms: number) => Promise<void>;
  readonly movements: (orderNumber: string) => Promise<readonly Movement[]>;
  /** Requests that the simulator has answered, newest first. */
  readonly operations: () => Promise<readonly string[]>;
  /** All that was logged. */
  readonly written: () => string;
  readonly close: () => Promise<void>;
};

/** Starts a simulator for one test and builds the provider on it. */
export async function openSimulated(options: {
  readonly simulator: Simulator;
  readonly create: (simulatorUrl: string, ports: ProviderPorts) => PaymentProvider;
  /** What stands in the provider's portal as the address for notifications, where it is not sent with a request. */
  readonly notificationUrl?: string;
}): Promise<SimulatedProvider> {
  const { simulator, notificationUrl } = options;
  const simulators = await startSimulators({
    ...{ port: 0, host: "127.0.0.1", simulators: [simulator] },
    ...(notificationUrl !== undefined && { notificationUrl: () => notificationUrl }),
  });
  const clock = createTestClock();
  const lines: string[] = [];
  const write = (event: string, fields?: unknown) => void lines.push(`${event} ${JSON.stringify(fields)}`);
  const log: Log = { info: write, warn: write, error: write };
  const client = createHttpClient({ log });
  const ports = { http: client.http, clock, log };
  const control = createControl(simulators.url);
  return {
    provider: options.create(simulators.url, ports),
    url: simulators.url,
    ports,
    clock,
    control,
    arm: async (simulator, fault, operation) => {
      await control("faults", { simulator, fault, times: 1, operation });
    },
    advance: async (advanceMs) => {
      clock.advance(advanceMs);
      await control("clock", { advanceMs });
    },
    movements: async (orderNumber) => {
      const entries = await entriesOf<LedgerLine>(control(`ledger?orderId=${orderNumber}`));
      return entries.map(({ kind, amountMinor, currency }) => ({
        kind,
        amount: minor(amountMinor),
        currency,
      }));
    },
    operations: async () => {
      const entries = await entriesOf<{ operation: string }>(control("journal"));
      return entries.map(({ operation }) => operation);
    },
    written: () => lines.join("\n"),
    close: async () => {
      await client.close();
      await simulators.close();
    },
  };
}

type LedgerLine = { kind: Movement["kind"]; amountMinor: number; currency: string };

async function entriesOf<Entry>(answer: Promise<unknown>): Promise<readonly Entry[]> {
  const { entries } = (await answer) as { entries: readonly Entry[] };
  return entries;
}

function createControl(url: string): SimulatedProvider["control"] {
  return async (path, body) => {
    const response = await fetch(`${url}/_control/${path}`, {
      method: body ? "POST" : "GET",
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`control ${path}: ${await response.text()}`);
    return await response.json();
  };
}

/** What is the same for every test of one method whose provider sends notifications. */
export type DrivenMethod<Settings> = {
  readonly simulator: () => Simulator;
  readonly server: MethodServer<Settings, PaymentProvider>;
  /** Amounts that are declined, by reason; another amount is used otherwise. */
  readonly decliningAmounts?: Readonly<Partial<Record<DeclineReason, number>>>;
  /**
   * Names of the simulator's operations. `buyer` is there where the buyer takes the money from themselves, on a page of the provider or
   * at their bank: which amount it is is decided then, and not when it is asked about.
   */
  readonly operations: Readonly<Partial<Record<MoneyStep | "buyer", string>>>;
  /** A text in the notification of a payment. */
  readonly paidNotification: string;
  readonly secrets: (settings: Settings) => readonly string[];
};

export type MethodUnderTest = Omit<ProviderUnderTest, "prepare" | "buyerActs" | "notifications"> &
  Pick<SimulatedProvider, "ports" | "control" | "operations"> &
  Pick<Required<ProviderUnderTest>, "notifications"> & {
    readonly simulatorUrl: string;
    /** A payment of an order of its own. */
    readonly contextOf: (situation: Situation) => AttemptContext;
  };

/** The same on the simulators' own account and, on the merchant's side, with a receiver of notifications. */
export async function openMethod<Settings>(driven: DrivenMethod<Settings>): Promise<MethodUnderTest> {
  const simulator = driven.simulator();
  const receiver = await startNotificationReceiver();
  const accounts: Settings[] = [];
  const opened = await openSimulated({
    simulator,
    notificationUrl: receiver.url,
    create: (url, ports) => {
      const settings = driven.server.fromEnvironment({}, url);
      if (!settings) throw new Error("the simulators have an account");
      accounts.push(settings);
      return driven.server.createProvider(settings, ports);
    },
  });
  await opened.provider.registerWebhook?.(receiver.url);
  return {
    ...opened,
    simulatorUrl: opened.url,
    contextOf: ({ amount, declines }) => ({
      ...attemptContext(opened.clock.now(), {
        amount: amount ?? minor((declines && driven.decliningAmounts?.[declines]) ?? payableAmount),
      }),
      notificationUrl: receiver.url,
    }),
    arm: async (fault, step) => {
      const { [step]: ofStep, buyer = ofStep } = driven.operations;
      const operation = fault === "amount_mismatch" ? buyer : ofStep;
      if (operation === undefined) throw new Error(`the driver names no operation for ${step}`);
      await opened.arm(simulator.name, fault, operation);
    },
    // Of one account, whose messages need not name what is ours: the provider's id is enough.
    notifications: () => receiver.received({ including: driven.paidNotification }),
    secrets: () => accounts.flatMap(driven.secrets),
    close: async () => {
      await opened.close();
      await receiver.close();
    },
  };
}

/** What the core says of a payment at its start; `changes` go over the attempt. */
export function attemptContext(
  now: number,
  changes: Partial<AttemptContext["attempt"]> = {},
): AttemptContext {
  const attempt: AttemptContext["attempt"] = {
    id: systemIds.attemptId(),
    amount: payableAmount,
    currency: "SAR",
    reference: null,
    step: "start",
    createdAt: now,
    earlierCardPayments: 0,
    data: {},
    ...changes,
  };
  const { amount } = attempt;
  return {
    attempt,
    order: {
      orderNumber: systemIds.orderNumber(),
      allowedMethods: allowedMethodNames,
      total: amount,
      vat: minor(0),
      discount: minor(0),
      lines: [{ title: "تمر سكري", qty: wholeQuantity(1), unitPrice: amount, lineTotal: amount }],
      createdAt: now,
      expiresAt: null,
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
