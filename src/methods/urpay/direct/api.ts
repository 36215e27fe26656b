/** Calls of the direct contract, one function each, with a token that is kept as long as it lives. */

import type { z } from "zod";
import { parseJson } from "#core/json.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../../payment-method.ts";
import { type ApiRequest, type ApiResult, createApiCall, presenting } from "../../provider-api/api-call.ts";
import type { DirectSettings } from "../settings.ts";
import { currency, errorAnswer, paymentAnswer, refundAnswer, tokenAnswer } from "./wire.ts";

export type NewPayment = {
  /** Our name of the payment and the idempotency key. */
  readonly trackId: string;
  readonly orderNumber: string;
  /** Nine digits, the part after +966. */
  readonly mobile: string;
  readonly amount: Minor;
  readonly description: string;
  readonly language: "ar" | "en";
};

export type DirectApi = ReturnType<typeof createDirectApi>;

/** Builds the calls of one account. */
export function createDirectApi(settings: DirectSettings, ports: ProviderPorts) {
  const call = createAuthorisedCall(settings, ports);
  const { merchantId, terminalId } = settings;
  const pathOf = (paymentId: string, step: string) =>
    `/urpay/v1/payments/${encodeURIComponent(paymentId)}/${step}`;
  return {
    /** Sends a code to the wallet's owner. Nothing is charged. */
    createPayment: async (payment: NewPayment) =>
      await call(paymentAnswer, {
        operation: "CREATE",
        method: "POST",
        path: "/urpay/v1/payments",
        headers: { "idempotency-key": payment.trackId },
        body: {
          merchantId,
          terminalId,
          trackId: payment.trackId,
          billNumber: payment.orderNumber,
          amount: formatDecimal(payment.amount, currency),
          currency,
          mobileNumber: payment.mobile,
          description: payment.description,
          lang: payment.language,
        },
        timeoutMs: timing.gatewaySessionTimeoutMs,
        isExpected: (answer) => answer.trackId === payment.trackId,
      }),

    /** Takes the money with the code. */
    confirm: async (paymentId: string, code: Secret) =>
      await call(paymentAnswer, {
        operation: "CONFIRM",
        method: "POST",
        path: pathOf(paymentId, "confirm"),
        body: { otp: code.reveal() },
        timeoutMs: timing.codeTimeoutMs,
        isExpected: (answer) => answer.paymentId === paymentId,
      }),

    /** The payment of a name of ours. */
    find: async (trackId: string) =>
      await call(paymentAnswer, {
        operation: "FIND",
        method: "GET",
        path: `/urpay/v1/payments?trackId=${encodeURIComponent(trackId)}`,
        timeoutMs: timing.gatewaySessionTimeoutMs,
        isExpected: (answer) => answer.trackId === trackId,
      }),

    /** Gives money back, once per refund id. */
    refund: async (paymentId: string, refund: { readonly id: string; readonly amount: Minor }) =>
      await call(refundAnswer, {
        operation: "REFUND",
        method: "POST",
        path: pathOf(paymentId, "refund"),
        body: { refundId: refund.id, amount: formatDecimal(refund.amount, currency) },
        timeoutMs: timing.gatewayPaymentTimeoutMs,
        isExpected: (answer) => answer.refundId === refund.id,
      }),
  };
}

/** A token is not used in the last seconds of its life: the clocks of two machines differ. */
const tokenReserveMs = 30_000;

/** Makes calls with the account's token. A token that was taken back is refused, and replaced once. */
function createAuthorisedCall(settings: DirectSettings, ports: ProviderPorts) {
  const { http, log } = ports;
  const { baseUrl } = settings;
  const tokens = createTokens(settings, ports);
  const send = async <T>(schema: z.ZodType<T>, request: ApiRequest<T>): Promise<ApiResult<T>> => {
    const token = await tokens.get();
    // Without a token nothing was asked of the payment.
    if (token === null) return { kind: "not_sent", why: "no token" };
    return await createApiCall({
      http,
      log,
      provider: "urpay-direct",
      baseUrl,
      authorise: presenting(token),
      readRefusal,
    })(schema, request);
  };
  return async <T>(schema: z.ZodType<T>, request: ApiRequest<T>): Promise<ApiResult<T>> => {
    const answer = await send(schema, request);
    if (answer.kind !== "not_sent" || answer.why !== "HTTP 401") return answer;
    tokens.forget();
    return await send(schema, request);
  };
}

/** The account's token, fetched when there is none that lives. Calls at once share the fetching. */
function createTokens(
  { baseUrl, clientId, clientSecret }: DirectSettings,
  { http, log, clock }: ProviderPorts,
) {
  let current: { readonly token: Secret; readonly expiresAt: number } | null = null;
  let fetching: Promise<Secret | null> | null = null;

  const fetchToken = async (): Promise<Secret | null> => {
    const result = await http({
      method: "POST",
      url: `${baseUrl}/urpay/v1/token`,
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ clientId, clientSecret: clientSecret.reveal() }),
      timeoutMs: timing.gatewaySessionTimeoutMs,
    });
    const answer = result.kind === "answer" ? tokenAnswer.safeParse(parseJson(result.body)) : null;
    if (!answer?.success) {
      const why = result.kind === "answer" ? `HTTP ${result.status}` : result.reason;
      log?.warn("provider.no_result", { provider: "urpay-direct", operation: "TOKEN", why });
      return null;
    }
    const { access_token: text, expires_in: lifetimeSeconds } = answer.data;
    const expiresAt = clock.now() + lifetimeSeconds * 1000 - tokenReserveMs;
    current = { token: new Secret(text), expiresAt };
    return current.token;
  };

  return {
    /** Null when there is none to be had now. */
    get: async (): Promise<Secret | null> => {
      if (current !== null && current.expiresAt > clock.now()) return current.token;
      fetching ??= fetchToken().finally(() => {
        fetching = null;
      });
      return await fetching;
    },
    forget: (): void => {
      current = null;
    },
  };
}

function readRefusal(body: unknown): { readonly code: string; readonly text?: string } {
  const parsed = errorAnswer.safeParse(body);
  if (!parsed.success) return { code: "" };
  const { error, errorText } = parsed.data;
  return { code: error, ...(errorText && { text: errorText }) };
}
