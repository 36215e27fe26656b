/** A merchant of the simulated gateway for tests: plain HTTP calls, without any of the adapter's logic. */

import { startSimulators } from "#sim/server.ts";
import { defaultProfiles, type MerchantProfile } from "./profiles.ts";
import { mpgsSimulator } from "./simulator.ts";

export type Reply = { readonly status: number; readonly body: Json };
/** Parsed JSON, read by dotted paths through `at`. */
export type Json = { readonly [key: string]: unknown };

/** The value at a dotted path of a JSON object; undefined where nothing is. */
export function at(json: Json, path: string): unknown {
  let current: unknown = json;
  for (const key of path.split(".")) {
    current = typeof current === "object" && current !== null ? Reflect.get(current, key) : undefined;
  }
  return current;
}

export const challengedCard = "5123450000000008";
export const frictionlessCard = "5123456789012346";
export const madaFrictionlessCard = "5433570000000008";

export const browser = {
  browser: "Mozilla/5.0",
  ipAddress: "127.0.0.1",
  browserDetails: {
    "3DSecureChallengeWindowSize": "FULL_SCREEN",
    acceptHeaders: "text/html",
    colorDepth: 24,
    javaEnabled: false,
    javaScriptEnabled: true,
    language: "ar-SA",
    screenHeight: 900,
    screenWidth: 1440,
    timeZone: -180,
  },
} as const;

/** Starts a gateway of its own on a free port for one test. Close it in `t.after`. */
export async function startGateway(
  options: { readonly profiles?: readonly MerchantProfile[]; readonly stateDir?: string } = {},
) {
  const { profiles = defaultProfiles, stateDir } = options;
  const server = await startSimulators({
    port: 0,
    host: "127.0.0.1",
    simulators: [mpgsSimulator({ profiles })],
    ...(stateDir === undefined ? {} : { stateDir }),
  });
  return { ...server, cards: merchant(server.url, "TESTWASL", "simulator-card-password") };
}

export type Merchant = ReturnType<typeof merchant>;

/** Calls of one merchant. `version` is the API version in the path. */
export function merchant(url: string, merchantId: string, password: string, version = 100) {
  const base = `${url}/mpgs/api/rest/version/${version}/merchant/${merchantId}`;
  const authorization = `Basic ${Buffer.from(`merchant.${merchantId}:${password}`).toString("base64")}`;
  let counter = 0;
  const unique = (prefix: string) => `${prefix}${++counter}`;

  async function send(method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(`${base}/${path}`, {
      method,
      headers: { authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }
  const transaction = (orderId: string, transactionId: string, body: object) =>
    send("PUT", `order/${orderId}/transaction/${transactionId}`, body);

  /** A session with a complete card in it; gives its id. */
  async function session(
    card: { number?: string; month?: string; year?: string; securityCode?: string | null } = {},
  ): Promise<string> {
    const created = await send("POST", "session");
    const id = String(at(created.body, "session.id"));
    const { number = frictionlessCard, month = "01", year = "39", securityCode = "100" } = card;
    await send("PUT", `session/${id}`, {
      sourceOfFunds: {
        type: "CARD",
        provided: {
          card: { number, expiry: { month, year }, ...(securityCode === null ? {} : { securityCode }) },
        },
      },
    });
    return id;
  }

  const initiate = (orderId: string, transactionId: string, sessionId: string) =>
    transaction(orderId, transactionId, initiateBody(sessionId));
  const authenticate = (
    orderId: string,
    transactionId: string,
    sessionId: string,
    amount?: string,
    redirectResponseUrl?: string,
  ) => transaction(orderId, transactionId, authenticateBody(sessionId, amount, redirectResponseUrl));

  /** A frictionless authentication and the payment after it, under order ids and transaction ids of its own. */
  async function payWith(
    card: Parameters<typeof session>[0],
    about: { amount?: string; operation?: "PAY" | "AUTHORIZE"; orderId?: string } = {},
  ) {
    const orderId = about.orderId ?? unique("order-");
    const authenticationId = unique("auth-");
    const transactionId = unique("pay-");
    const sessionId = await session(card);
    await initiate(orderId, authenticationId, sessionId);
    await authenticate(orderId, authenticationId, sessionId, about.amount);
    const body = payBody(sessionId, { ...about, authenticationId });
    const reply = await transaction(orderId, transactionId, body);
    return { orderId, authenticationId, transactionId, sessionId, body, reply };
  }

  return { base, merchantId, send, transaction, session, initiate, authenticate, payBody, payWith, unique };
}

function initiateBody(sessionId: string) {
  return {
    apiOperation: "INITIATE_AUTHENTICATION",
    authentication: { channel: "PAYER_BROWSER", purpose: "PAYMENT_TRANSACTION" },
    order: { currency: "SAR" },
    session: { id: sessionId },
  };
}

function authenticateBody(
  sessionId: string,
  amount = "100.00",
  redirectResponseUrl = "http://127.0.0.1:9/return",
) {
  return {
    apiOperation: "AUTHENTICATE_PAYER",
    authentication: { redirectResponseUrl },
    device: browser,
    order: { amount, currency: "SAR" },
    session: { id: sessionId },
  };
}

function payBody(
  sessionId: string,
  about: { amount?: string; authenticationId?: string; operation?: "PAY" | "AUTHORIZE" } = {},
) {
  const { amount = "100.00", authenticationId, operation = "PAY" } = about;
  return {
    apiOperation: operation,
    ...(authenticationId === undefined ? {} : { authentication: { transactionId: authenticationId } }),
    order: { amount, currency: "SAR" },
    session: { id: sessionId },
    sourceOfFunds: { type: "CARD" },
  };
}

/** A call of the control API. */
export async function control(url: string, method: string, path: string, body?: object): Promise<Json> {
  const response = await fetch(`${url}/_control/${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  return JSON.parse(await response.text());
}
