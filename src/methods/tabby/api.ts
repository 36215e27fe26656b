/**
 * Tabby's calls, one function each. A call gives the parsed answer, or says as exactly as it can what is known
 * instead (`ApiResult`); it never throws for anything that Tabby does.
 */
import { formatDecimal, type Minor } from "#core/money.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../payment-method.ts";
import { type ApiCall, type ApiResult, createApiCall, presenting } from "../provider-api/api-call.ts";
import type { TabbySettings } from "./settings.ts";
import {
  cancelAnswer,
  checkoutAnswer,
  errorAnswer,
  type PaymentAnswer,
  paymentAnswer,
  paymentList,
  webhookAnswer,
  webhookList,
} from "./wire.ts";

type Money = { readonly amount: Minor; readonly currency: string };

/** The most that a page of the list may have. */
export const paymentsPerPage = 20;

/** An address for messages as Tabby keeps it: the header goes with every message. */
export type WebhookRegistration = {
  readonly url: string;
  readonly header: { readonly title: string; readonly value: string };
};

export type TabbyApi = ReturnType<typeof createTabbyApi>;

/** Builds the calls of one account. */
export function createTabbyApi(settings: TabbySettings, { http, log }: ProviderPorts) {
  const { baseUrl, secretKey: token } = settings;
  const call = createApiCall({
    http,
    log,
    provider: "tabby",
    baseUrl,
    authorise: presenting(token),
    readRefusal,
  });
  return { ...checkoutCalls(call), ...paymentCalls(call), ...webhookCalls(call, settings.merchantCode) };
}

function checkoutCalls(call: ApiCall) {
  const timeoutMs = timing.gatewaySessionTimeoutMs;
  return {
    /** Opens a session and a payment. Sessions are free and run out automatically. */
    createSession: (body: object) =>
      call(checkoutAnswer, {
        operation: "CHECKOUT",
        method: "POST",
        path: "/api/v2/checkout",
        body,
        timeoutMs,
      }),

    /** Ends a session that the buyer has not finished. */
    cancelSession: (sessionId: string) =>
      call(cancelAnswer, {
        operation: "CANCEL_SESSION",
        method: "POST",
        path: `/api/v2/checkout/${encodeURIComponent(sessionId)}/cancel`,
        timeoutMs,
      }),
  };
}

function paymentCalls(call: ApiCall) {
  const act = (
    paymentId: string,
    request: {
      readonly operation: string;
      readonly method: "GET" | "POST";
      readonly path?: string;
      readonly body?: object;
      readonly timeoutMs: number;
    },
  ): Promise<ApiResult<PaymentAnswer>> =>
    call(paymentAnswer, {
      ...request,
      path: `/api/v2/payments/${encodeURIComponent(paymentId)}${request.path ?? ""}`,
      isExpected: (answer) => answer.id === paymentId,
    });
  return {
    /** The status of a payment, with everything that was captured and refunded. */
    getPayment: (paymentId: string) =>
      act(paymentId, { operation: "GET_PAYMENT", method: "GET", timeoutMs: timing.gatewaySessionTimeoutMs }),

    /**
     * Successful payments that were created between the beginnings of two days, "2026-11-22", which are Tabby's and
     * begin at midnight UTC; at most twenty, the newest first.
     */
    listPayments: (from: string, to: string, offset: number) =>
      call(paymentList, {
        operation: "LIST_PAYMENTS",
        method: "GET",
        path: `/api/v2/payments?${new URLSearchParams({
          created_at__gte: from,
          created_at__lte: to,
          limit: String(paymentsPerPage),
          offset: String(offset),
        })}`,
        timeoutMs: timing.gatewaySessionTimeoutMs,
      }),

    /** Collects authorised money. The reference makes a repetition harmless. */
    capture: (paymentId: string, { amount, currency }: Money, reference: string) =>
      act(paymentId, {
        operation: "CAPTURE",
        method: "POST",
        path: "/captures",
        body: { amount: formatDecimal(amount, currency), reference_id: reference },
        timeoutMs: timing.gatewayPaymentTimeoutMs,
      }),

    /** Gives captured money back, in part or whole. The reference makes a repetition harmless. */
    refund: (paymentId: string, { amount, currency }: Money, reference: string) =>
      act(paymentId, {
        operation: "REFUND",
        method: "POST",
        path: "/refunds",
        body: { amount: formatDecimal(amount, currency), reference_id: reference },
        timeoutMs: timing.gatewayPaymentTimeoutMs,
      }),

    /** Releases what was authorised and not captured. */
    close: (paymentId: string) =>
      act(paymentId, {
        operation: "CLOSE",
        method: "POST",
        path: "/close",
        timeoutMs: timing.gatewayPaymentTimeoutMs,
      }),
  };
}

function webhookCalls(call: ApiCall, merchantCode: string) {
  const shared = { headers: { "x-merchant-code": merchantCode }, timeoutMs: timing.gatewaySessionTimeoutMs };
  const path = "/api/v1/webhooks";
  return {
    listWebhooks: () => call(webhookList, { ...shared, operation: "LIST_WEBHOOKS", method: "GET", path }),

    createWebhook: (body: WebhookRegistration) =>
      call(webhookAnswer, { ...shared, operation: "CREATE_WEBHOOK", method: "POST", path, body }),

    changeWebhook: (id: string, body: WebhookRegistration) =>
      call(webhookAnswer, {
        ...shared,
        operation: "CHANGE_WEBHOOK",
        method: "PUT",
        path: `${path}/${encodeURIComponent(id)}`,
        body,
      }),
  };
}

function readRefusal(body: unknown): { readonly code: string; readonly text?: string } {
  const { errorType, error, errors } = errorAnswer.safeParse(body).data ?? {};
  const [first] = errors ?? [];
  const text = error ?? ([first?.field, first?.message].filter(Boolean).join(" ") || undefined);
  return { code: errorType ?? first?.code ?? "unnamed", ...(text !== undefined && { text }) };
}
