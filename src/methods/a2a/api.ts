/**
 * The bank's calls, one function each. A call gives the parsed answer, or says as exactly as it can what is known
 * instead (`ApiResult`); it never throws for anything that the bank does.
 */
import { formatDecimal, type Minor } from "#core/money.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../payment-method.ts";
import { createTokenCall, type StatedToken } from "../provider-api/access-token.ts";
import type { ApiCall } from "../provider-api/api-call.ts";
import type { A2aSettings } from "./settings.ts";
import { accountAnswer, accountsAnswer, errorAnswer, tokenAnswer } from "./wire.ts";

/** What an account is opened for. */
export type NewAccount = {
  /** The attempt's id: names the account for us, and keeps a repetition from opening a second one. */
  readonly reference: string;
  readonly invoiceNumber: string;
  readonly amount: Minor;
  readonly currency: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly payer: { readonly name: string; readonly mobile: string; readonly email: string };
  readonly notificationUrl: string;
};

export type VibanApi = ReturnType<typeof createVibanApi>;

const timeoutMs = timing.gatewaySessionTimeoutMs;

/** Builds the calls of one account. */
export function createVibanApi(settings: A2aSettings, ports: ProviderPorts) {
  const call = createBankCall(settings, ports);
  const path = (vibanId: string) => `/v1/accounts/${encodeURIComponent(vibanId)}`;
  return {
    /** Opens an account, or gives the one that this reference has already. */
    open: (wanted: NewAccount) =>
      call(accountAnswer, {
        operation: "OPEN_ACCOUNT",
        method: "POST",
        path: "/v1/accounts",
        headers: { "idempotency-key": wanted.reference },
        body: {
          reference: wanted.reference,
          invoiceNumber: wanted.invoiceNumber,
          expectedAmount: formatDecimal(wanted.amount, wanted.currency),
          currency: wanted.currency,
          // Every sum is booked and reported: what is not the order's is owed to the buyer and must not get lost.
          matching: "ANY",
          expiresAt: new Date(wanted.expiresAt).toISOString(),
          payer: wanted.payer,
          notificationUrl: wanted.notificationUrl,
        },
        timeoutMs,
        isExpected: (answer) => answer.reference === wanted.reference,
      }),

    /** The account of a reference, with its credits; an empty list when there is none. */
    find: (reference: string) =>
      call(accountsAnswer, {
        operation: "FIND_ACCOUNT",
        method: "GET",
        path: `/v1/accounts?reference=${encodeURIComponent(reference)}`,
        timeoutMs,
        isExpected: ({ accounts }) =>
          accounts.length <= 1 && accounts.every((one) => one.reference === reference),
      }),

    /** Ends an account: the bank sends back whatever comes from now on. Harmless when repeated. */
    close: (vibanId: string) =>
      call(accountAnswer, {
        operation: "CLOSE_ACCOUNT",
        method: "POST",
        path: `${path(vibanId)}/close`,
        timeoutMs,
        isExpected: (answer) => answer.vibanId === vibanId,
      }),
  };
}

/** Calls with a token by OAuth client credentials (RFC 6749, 4.4). */
function createBankCall({ baseUrl, clientId, clientSecret }: A2aSettings, ports: ProviderPorts): ApiCall {
  const tokenRequest = () => {
    const credentials = [clientId, clientSecret.reveal()].map(encodeURIComponent).join(":");
    return {
      method: "POST",
      url: `${baseUrl}/oauth/token`,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString("base64")}`,
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
      timeoutMs,
    } as const;
  };
  return createTokenCall({ ...ports, provider: "viban", baseUrl, tokenRequest, readToken, readRefusal });
}

function readToken(body: unknown): StatedToken | null {
  const { data } = tokenAnswer.safeParse(body);
  return data ? { token: data.access_token, lifetimeMs: data.expires_in * 1000 } : null;
}

function readRefusal(body: unknown): { readonly code: string; readonly text?: string } {
  const { code, message } = errorAnswer.safeParse(body).data ?? {};
  return { code: code ?? "unnamed", ...(message && { text: message }) };
}
