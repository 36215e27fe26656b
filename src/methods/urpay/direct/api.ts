/** Calls of the direct contract, one function each. */
import { formatDecimal, type Minor } from "#core/money.ts";
import type { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../../payment-method.ts";
import { createTokenCall, type StatedToken } from "../../provider-api/access-token.ts";
import type { ApiCall } from "../../provider-api/api-call.ts";
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

/** Calls with the account's token, which its contract gives for a JSON body. */
function createAuthorisedCall(
  { baseUrl, clientId, clientSecret }: DirectSettings,
  ports: ProviderPorts,
): ApiCall {
  const tokenRequest = () =>
    ({
      method: "POST",
      url: `${baseUrl}/urpay/v1/token`,
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ clientId, clientSecret: clientSecret.reveal() }),
      timeoutMs: timing.gatewaySessionTimeoutMs,
    }) as const;
  return createTokenCall({
    ...ports,
    provider: "urpay-direct",
    baseUrl,
    tokenRequest,
    readToken,
    readRefusal,
  });
}

function readToken(body: unknown): StatedToken | null {
  const { data } = tokenAnswer.safeParse(body);
  return data ? { token: data.access_token, lifetimeMs: data.expires_in * 1000 } : null;
}

function readRefusal(body: unknown): { readonly code: string; readonly text?: string } {
  const parsed = errorAnswer.safeParse(body);
  if (!parsed.success) return { code: "" };
  const { error, errorText } = parsed.data;
  return { code: error, ...(errorText && { text: errorText }) };
}
