/**
 * A whole Wasl for one test: a private database, the simulators over loopback HTTP, the app without pages, a clock
 * moved by hand. Nothing of ours is replaced; only addresses differ from production.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import type { Kysely } from "kysely";
import type { OrderPageModel } from "#contract/order.ts";
import type { Clock, Http } from "#core/ports.ts";
import type { Schema } from "#db/schema.ts";
import { createApp } from "#server/app.ts";
import { createPdfPool } from "#server/documents/pdf-pool.ts";
import { createHttpClient } from "#server/http/http-client.ts";
import { createApiKey, createMerchant } from "#server/merchant-api/api-keys.ts";
import { createNotices } from "#server/nodes/notices.ts";
import { createMailer } from "#server/notifications/mailer.ts";
import { documentHooks } from "#server/payments/order-hooks.ts";
import { createProviderDirectory } from "#server/payments/provider-directory.ts";
import { systemIds } from "#server/ports.ts";
import { masterKeys } from "#server/secrets/master-secret.ts";
import { createSealing } from "#server/secrets/sealing.ts";
import { createSigning } from "#server/secrets/signing.ts";
import type { Services } from "#server/services.ts";
import { readConfig } from "#server/settings/config.ts";
import type { EnvironmentName } from "#server/settings/variables.ts";
import { openStorage } from "#server/storage/open-storage.ts";
import { createWebhookClient } from "#server/webhooks/webhook-client.ts";
import { createSimulatorClock } from "#sim/clock.ts";
import { createSimulatorIds } from "#sim/ids.ts";
import { type MailCatcher, startMailCatcher } from "#sim/mail-catcher.ts";
import { startSimulators } from "#sim/server.ts";
import { notificationUrlAt } from "#sim/simulators.ts";
import { type PostWebhook, postWebhook } from "#sim/webhooks.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { completeSeller } from "./sellers.ts";
import { strictLog } from "./strict-log.ts";

export type TestApp = AsyncDisposable & {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly db: TestDatabase;
  readonly clock: TestClock;
  readonly simulatorUrl: string;
  /** The mail server that the app sends through. */
  readonly mail: MailCatcher;
  readonly apiKey: string;
  readonly merchantId: number;
  /** Every line that the log wrote. */
  readonly logLines: string[];
};

export type TestAppOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly poolSize?: number;
  /** How its clock waits; left out, until that is aborted. */
  readonly sleep?: Clock["sleep"];
  /** How long a statement of its database may take; the server's own limit when left out. */
  readonly statementTimeoutMs?: number;
  /** Origins of real providers that a path of the simulators stands for, so that a shop's own account is tried and paid by. */
  readonly standIns?: Readonly<Record<string, string>>;
  /** Is given each message that a provider sends, before it is sent. */
  readonly onProviderMessage?: (message: Parameters<PostWebhook>[0]) => void;
};

/** Sends what is meant for a provider's own host to the simulator that stands for it. */
function withStandIns(http: Http, standIns: Readonly<Record<string, string>>, simulatorUrl: string): Http {
  return async (request) => {
    const { origin, pathname, search } = new URL(request.url);
    const path = standIns[origin];
    return await http(
      path === undefined
        ? request
        : { ...request, isPublicOnly: false, url: `${simulatorUrl}${path}${pathname}${search}` },
    );
  };
}

async function startOwnSimulators({ env, onProviderMessage }: TestAppOptions, webUrl: string) {
  return await startSimulators({
    ...{ port: 0, host: "127.0.0.1" },
    notificationUrl: notificationUrlAt(env?.["WASL_API_URL"] ?? env?.["WASL_WEB_URL"] ?? webUrl),
    ports: {
      clock: createSimulatorClock(),
      ids: createSimulatorIds(),
      postWebhook: async (message) => {
        onProviderMessage?.(message);
        return await postWebhook(message);
      },
    },
  });
}

/** Starts one; `await using` ends it. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  // What is up ends with a start that fails half-way: a test file that holds something open would never end.
  await using parts = new AsyncDisposableStack();
  const { poolSize, statementTimeoutMs } = options;
  const db = parts.use(
    await createTestDatabase({
      ...(poolSize !== undefined && { poolSize }),
      ...(statementTimeoutMs !== undefined && { statementTimeoutMs }),
    }),
  );
  const mail = await startMailCatcher({ port: 0, host: "127.0.0.1" });
  parts.defer(mail.close);
  const webUrl = "http://localhost:3000";
  const simulators = await startOwnSimulators(options, webUrl);
  parts.defer(simulators.close);
  const config = readConfig({
    WASL_ENV: "test",
    WASL_WEB_URL: webUrl,
    WASL_RATE_LIMITS: "false",
    SIM_URL: simulators.url,
    SMTP_URL: mail.url,
    ...options.env,
  });
  const logLines: string[] = [];
  const log = strictLog(logLines);
  const clock = createTestClock(options.sleep);
  const client = createHttpClient({ log });
  const http = withStandIns(client.http, options.standIns ?? {}, simulators.url);
  const webhooks = createWebhookClient({ isPublicOnly: false });
  const keys = masterKeys("a master secret of tests, long enough");
  const sealing = createSealing(keys);
  const pdf = createPdfPool({ size: 1, log });
  const services: Services = {
    config,
    log,
    clock,
    ids: systemIds,
    http,
    mailer: createMailer(config),
    webhooks,
    db,
    signing: createSigning(keys),
    sealing,
    providers: createProviderDirectory(config, {
      db: db.kysely,
      sealing,
      ports: { http, clock, log },
    }),
    storage: openStorage({ kind: "disk", directory: join(tmpdir(), `wasl-files-${systemIds.token(9)}`) }),
    pdf,
    notices: createNotices({ pool: db.pool, log, self: "this-test" }),
    ...documentHooks(clock, sealing),
  };
  parts.defer(pdf.close);
  parts.defer(webhooks.close);
  parts.defer(client.close);
  const app = await createApp(services, { distDir: null });
  parts.defer(() => app.close());
  const { merchantId, apiKey } = await makeMerchant(db.kysely, config.environment);
  const opened = parts.move();
  return {
    app,
    services,
    db,
    clock,
    simulatorUrl: simulators.url,
    mail,
    apiKey,
    merchantId,
    logLines,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Makes the merchant of the tests, with a key. */
export async function makeMerchant(
  db: Kysely<Schema>,
  environment: EnvironmentName,
): Promise<{ merchantId: number; apiKey: string }> {
  const { id } = await createMerchant(db, {
    username: "nakheel",
    shopName: "متجر النخيل",
    email: "shop@example.com",
    phone: "+966112345678",
    vatNumber: "310122393500003",
    seller: completeSeller,
  });
  return { merchantId: id, apiKey: await createApiKey(db, { merchantId: id, name: "test", environment }) };
}

/** Official test cards of the gateway: what they do is in the simulator's table. */
export const cards = {
  frictionless: "5123456789012346",
  challenge: "5123450000000008",
  rejected: "5506900140100503",
  mada: "5297410588409146",
  amexFrictionless: "371881887105009",
} as const;

/** Issues an invoice through the merchant API and gives its number. */
export async function issueInvoice(
  test: TestApp,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const response = await test.app.inject({
    method: "POST",
    url: "/api/v1/invoices",
    headers: { authorization: `Bearer ${test.apiKey}`, "idempotency-key": systemIds.token(12) },
    payload: {
      client: { name: "نورة العتيبي", mobile: "0551234567", countryCode: "SA" },
      lines: [{ title: "تمر سكري", quantity: 2, unitPrice: "50.00", vatRate: "15" }],
      ...overrides,
    },
  });
  if (response.statusCode !== 201) throw new Error(`no invoice: ${response.body}`);
  return (response.json() as { orderNumber: string }).orderNumber;
}

/** Loads the order model as a page does. */
export async function loadModel(test: TestApp, orderNumber: string): Promise<OrderPageModel> {
  return (await test.app.inject(`/rest/pay/order/${orderNumber}`)).json();
}

/** Opens a card session in direct mode. The expiry decides what the bank does: 01/39 approves. */
export async function prepareSession(
  test: TestApp,
  orderNumber: string,
  card: {
    readonly number?: string;
    readonly expiry?: string;
    readonly cvv?: string;
    readonly cardType?: "amex";
  } = {},
): Promise<string> {
  const [expiryMonth = "", expiryYear = ""] = (card.expiry ?? "01/39").split("/");
  const response = await post(test, "/rest/pay/prepareSession", {
    orderNumber,
    ...(card.cardType && { cardType: card.cardType }),
    cardNumber: card.number ?? cards.frictionless,
    expiryMonth,
    expiryYear,
    nameOnCard: "NOURA ALOTAIBI",
    cvv: card.cvv ?? "100",
  });
  if (response.statusCode !== 200) throw new Error(`no session: ${response.body}`);
  return (response.json() as { session: { id: string } }).session.id;
}

/** The body of openGateway for an order, as the page would send it. */
export function gatewayBody(model: OrderPageModel, sessionId: string): Record<string, unknown> {
  return {
    sessionId,
    orderNumber: model.orderNumber,
    clientName: "نورة العتيبي",
    clientEmail: null,
    clientMobile: "0551234567",
    clientCountryCode: "sa",
    shipmentCity: "الرياض",
    shipmentAddress: "طريق الملك فهد",
    transactionId: model.transactionId,
    signature: model.signature,
    emailSignature: null,
  };
}

/** Sends JSON to a path of the app. */
export async function post(test: TestApp, url: string, payload: unknown): Promise<LightMyRequestResponse> {
  return await test.app.inject({ method: "POST", url, payload: payload as object });
}

/** Pays an order by card in one go and gives the reply. */
export async function payByCard(
  test: TestApp,
  orderNumber: string,
  card: Parameters<typeof prepareSession>[2] = {},
): Promise<LightMyRequestResponse> {
  const sessionId = await prepareSession(test, orderNumber, card);
  const path = card?.cardType === "amex" ? "/rest/pay/openAmexGateway" : "/rest/pay/openGateway";
  return await post(test, path, gatewayBody(await loadModel(test, orderNumber), sessionId));
}

/** What the gateway's books say was taken and given back: the oracle, not our own rows. */
export async function ledger(test: TestApp): Promise<
  {
    kind: "capture" | "refund" | "void";
    orderId: string;
    transactionId: string;
    amount: string;
    currency: string;
  }[]
> {
  const response = await fetch(`${test.simulatorUrl}/_control/ledger`);
  return ((await response.json()) as { entries: never[] }).entries;
}

/** Switches a fault of a simulator on, for the next `times` requests. */
export async function setFault(test: TestApp, fault: Readonly<Record<string, unknown>>): Promise<void> {
  const response = await fetch(`${test.simulatorUrl}/_control/faults`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ simulator: "mpgs", times: 1, ...fault }),
  });
  if (!response.ok) throw new Error(`no fault: ${await response.text()}`);
}

/** Moves the simulators' clock, which is not that of the app. */
export async function advanceSimulators(
  { simulatorUrl }: Pick<TestApp, "simulatorUrl">,
  ms: number,
): Promise<void> {
  await fetch(`${simulatorUrl}/_control/clock`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ advanceMs: ms }),
  });
}
