/**
 * Tamara's calls, one function each. A call gives the parsed answer, or says as exactly as it can what is known
 * instead (`ApiResult`); it never throws for anything that Tamara does.
 */
import type { Minor } from "#core/money.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../payment-method.ts";
import { type ApiCall, createApiCall, presenting } from "../provider-api/api-call.ts";
import type { TamaraSettings } from "./settings.ts";
import {
  authoriseAnswer,
  cancelAnswer,
  captureAnswer,
  checkoutAnswer,
  errorAnswer,
  orderAnswer,
  paymentTypesAnswer,
  refundAnswer,
  refundsAnswer,
  voidAnswer,
  writeMoney,
} from "./wire.ts";

type Money = { readonly amount: Minor; readonly currency: string };

export type TamaraApi = ReturnType<typeof createTamaraApi>;

/** Builds the calls of one account. */
export function createTamaraApi(settings: TamaraSettings, { http, log }: ProviderPorts) {
  const { baseUrl, apiToken: token } = settings;
  const call = createApiCall({
    http,
    log,
    provider: "tamara",
    baseUrl,
    authorise: presenting(token),
    readRefusal,
  });
  return { ...checkoutCalls(call), ...questions(call), ...moneyMoves(call) };
}

function checkoutCalls(call: ApiCall) {
  const timeoutMs = timing.gatewaySessionTimeoutMs;
  return {
    /** Opens a checkout. There is no idempotency key: every call makes an order of its own. */
    createCheckout: (body: object) =>
      call(checkoutAnswer, { operation: "CHECKOUT", method: "POST", path: "/checkout", body, timeoutMs }),

    /** Ends a checkout that the buyer has not finished. */
    voidCheckout: (ids: { readonly checkoutId: string; readonly orderId: string }) =>
      call(voidAnswer, {
        operation: "VOID",
        method: "POST",
        path: `/checkout/${encodeURIComponent(ids.checkoutId)}/void?order_id=${encodeURIComponent(ids.orderId)}`,
        timeoutMs,
      }),
  };
}

function questions(call: ApiCall) {
  const timeoutMs = timing.gatewaySessionTimeoutMs;
  const orderPath = (orderId: string) => `/orders/${encodeURIComponent(orderId)}`;
  const isOrder = (orderId: string) => (answer: { readonly order_id: string }) => answer.order_id === orderId;
  return {
    /** What the account sells to buyers in the Kingdom, in one currency. */
    paymentTypes: (currency: string) =>
      call(paymentTypesAnswer, {
        operation: "PAYMENT_TYPES",
        method: "GET",
        path: `/checkout/payment-types?country=SA&currency=${encodeURIComponent(currency)}`,
        timeoutMs,
      }),

    /** An order by Tamara's id. */
    getOrder: (orderId: string) =>
      call(orderAnswer, {
        operation: "GET_ORDER",
        method: "GET",
        path: orderPath(orderId),
        timeoutMs,
        isExpected: isOrder(orderId),
      }),

    /** An order by our own reference: after a checkout whose answer was lost. */
    findOrder: (reference: string) =>
      call(orderAnswer, {
        operation: "FIND_ORDER",
        method: "GET",
        path: `/merchants/orders/reference-id/${encodeURIComponent(reference)}`,
        timeoutMs,
        isExpected: (answer) => answer.order_reference_id === reference,
      }),

    /** An order with its refunds. */
    getRefunds: (orderId: string) =>
      call(refundsAnswer, {
        operation: "GET_ORDER",
        method: "GET",
        path: orderPath(orderId),
        timeoutMs,
        isExpected: isOrder(orderId),
      }),
  };
}

function moneyMoves(call: ApiCall) {
  const timeoutMs = timing.gatewayPaymentTimeoutMs;
  const isOrder = (orderId: string) => (answer: { readonly order_id: string }) => answer.order_id === orderId;
  return {
    /** Tells Tamara that the order of an approved buyer is accepted. Refused (409) in every other state. */
    authorise: (orderId: string) =>
      call(authoriseAnswer, {
        operation: "AUTHORISE",
        method: "POST",
        path: `/orders/${encodeURIComponent(orderId)}/authorise`,
        timeoutMs: timing.gatewaySessionTimeoutMs,
        isExpected: isOrder(orderId),
      }),

    /** Collects authorised money. Tamara requires shipment data even where nothing is shipped. */
    capture: (orderId: string, { amount, currency }: Money, shippedAt: string) =>
      call(captureAnswer, {
        operation: "CAPTURE",
        method: "POST",
        path: "/payments/capture",
        body: {
          order_id: orderId,
          total_amount: writeMoney(amount, currency),
          shipping_info: { shipped_at: shippedAt, shipping_company: "N/A" },
        },
        timeoutMs,
        isExpected: isOrder(orderId),
      }),

    /** Gives an authorisation back, before anything was captured. */
    cancel: (orderId: string, { amount, currency }: Money) =>
      call(cancelAnswer, {
        operation: "CANCEL",
        method: "POST",
        path: `/orders/${encodeURIComponent(orderId)}/cancel`,
        body: { total_amount: writeMoney(amount, currency) },
        timeoutMs,
        isExpected: isOrder(orderId),
      }),

    /** Gives captured money back, in part or whole. */
    refund: (orderId: string, refund: Money & { readonly id: string; readonly comment: string }) =>
      call(refundAnswer, {
        operation: "REFUND",
        method: "POST",
        path: `/payments/simplified-refund/${encodeURIComponent(orderId)}`,
        body: {
          total_amount: writeMoney(refund.amount, refund.currency),
          comment: refund.comment,
          merchant_refund_id: refund.id,
        },
        timeoutMs,
        isExpected: isOrder(orderId),
      }),
  };
}

function readRefusal(body: unknown): { readonly code: string; readonly text?: string } {
  const { message, errors } = errorAnswer.safeParse(body).data ?? {};
  return {
    code: errors?.find((error) => error.error_code)?.error_code ?? "unnamed",
    ...(message !== undefined && { text: message }),
  };
}
