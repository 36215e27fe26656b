/**
 * Payments by Tamara: the buyer approves on Tamara's page, we authorise the order behind the fence (`confirm`), the
 * job captures it. Tamara has no idempotency keys, so whenever an answer proves nothing, the order itself is asked.
 */
import type { Outcome } from "#core/outcome.ts";
import type { AttemptContext, PaymentProvider, ProviderPorts } from "../payment-method.ts";
import { readFound, whyOf } from "../provider-api/api-call.ts";
import { createTamaraApi, type TamaraApi } from "./api.ts";
import { cancelOrder } from "./cancel.ts";
import { readLimits } from "./limits.ts";
import { readNotification } from "./notification.ts";
import { readOrder } from "./order-state.ts";
import { refundOrder } from "./refund.ts";
import type { TamaraSettings } from "./settings.ts";
import { checkoutBody, readCheckout, tamaraStart } from "./start.ts";
import { stateOrder } from "./statement.ts";
import { type OrderAnswer, readMoney } from "./wire.ts";

/** An approval that is not authorised dies after 72 hours; until then Tamara's word on the checkout's end counts. */
const awaitingLifetimeMs = 73 * 60 * 60_000;

/** Builds the provider of one account. */
export function createTamaraProvider(settings: TamaraSettings, ports: ProviderPorts): PaymentProvider {
  const api = createTamaraApi(settings, ports);
  const { clock } = ports;
  return {
    id: "tamara",
    awaitingLifetimeMs,
    pageOrigins: settings.checkoutOrigins,
    confirmIsRepeatable: true,
    start: async (context, input) => {
      const result = await api.createCheckout(checkoutBody(context, tamaraStart.parse(input)));
      return readCheckout(result);
    },
    check: (context) => checkOrder(api, context),
    confirm: (context) => authorise(api, context),
    capture: (context) => capture(api, context, new Date(clock.now()).toISOString()),
    cancel: (context) => cancelOrder(api, context),
    refund: (context, refund) => refundOrder(api, context, refund),
    statement: (context) => stateOrder(api, context),
    amountLimits: async (currency) => {
      const result = await api.paymentTypes(currency);
      return result.kind === "answer" ? readLimits(result.value, currency) : null;
    },
    readWebhook: (request) => readNotification(settings.notificationToken, request, clock.now()),
    // Both spellings are seen.
    readReturn: ({ paymentStatus }) =>
      paymentStatus === "canceled" || paymentStatus === "cancelled" ? "left" : null,
  };
}

/** Asks for the status of the order, by Tamara's id or, when its answer was lost, by our reference. */
export async function checkOrder(api: TamaraApi, context: AttemptContext): Promise<Outcome> {
  const { id: reference, data } = context.attempt;
  const orderId = data["orderId"];
  const result = await (orderId === undefined ? api.findOrder(reference) : api.getOrder(orderId));
  return readFound(result, (found) => readOwnOrder(found, context));
}

function readOwnOrder(order: OrderAnswer, { attempt }: AttemptContext): Outcome {
  if (order.order_reference_id !== attempt.id) return { kind: "unknown", why: "an order of another attempt" };
  // The answer with the checkout's address was lost, so no buyer has gone there or will.
  if (order.status === "new" && attempt.data["orderId"] === undefined) {
    return { kind: "closed", as: "cancelled", providerCode: "checkout_address_lost" };
  }
  return readOrder(order);
}

/**
 * Authorises the approved order. Webhook and return may both come here: the second is refused by Tamara and finds
 * the order authorised. What certainly was not sent is reported as unknown, so that it is tried again for 72 hours.
 */
async function authorise(api: TamaraApi, context: AttemptContext): Promise<Outcome> {
  const orderId = context.attempt.data["orderId"];
  if (orderId === undefined) return { kind: "unknown", why: "the order's id is not known" };
  const result = await api.authorise(orderId);
  if (result.kind === "refused") return await checkOrder(api, context);
  if (result.kind !== "answer") return { kind: "unknown", why: whyOf(result) };
  const { status, authorized_amount } = result.value;
  const money = readMoney(authorized_amount);
  if (status === "authorised" && money !== null) return { kind: "authorised", reference: orderId, money };
  // Captured by Tamara itself (an option of the account), or without an amount: the order says which.
  if (status === "authorised" || status === "fully_captured") return await checkOrder(api, context);
  return { kind: "pending", reference: orderId };
}

/** Captures the whole amount. A second capture is refused by Tamara and finds the order captured. */
async function capture(api: TamaraApi, context: AttemptContext, shippedAt: string): Promise<Outcome> {
  const { data, amount, currency } = context.attempt;
  const orderId = data["orderId"];
  if (orderId === undefined) return { kind: "unknown", why: "the order's id is not known" };
  const result = await api.capture(orderId, { amount, currency }, shippedAt);
  switch (result.kind) {
    case "answer": {
      const money = readMoney(result.value.captured_amount);
      if (result.value.status !== "fully_captured") return { kind: "pending", reference: orderId };
      return money === null
        ? await checkOrder(api, context)
        : { kind: "captured", reference: orderId, money };
    }
    case "refused":
      return await checkOrder(api, context);
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}
