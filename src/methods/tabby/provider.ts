/**
 * Payments by Tabby: the buyer approves on Tabby's page, which guarantees the money, and the job captures it. The
 * session is bound to the attempt by the payment's id, which only the answer to its creation gave us.
 */
import type { Outcome } from "#core/outcome.ts";
import type { AttemptContext, PaymentProvider, ProviderPorts } from "../payment-method.ts";
import { readFound } from "../provider-api/api-call.ts";
import { createTabbyApi, type TabbyApi } from "./api.ts";
import { cancelPayment } from "./cancel.ts";
import { readNotification } from "./notification.ts";
import { readPayment } from "./payment-state.ts";
import { refundPayment } from "./refund.ts";
import { registerWebhook } from "./register-webhook.ts";
import type { TabbySettings } from "./settings.ts";
import { leftParameter, readSession, sessionBody, tabbyStart } from "./start.ts";
import { stateDay, statePayment } from "./statement.ts";
import type { PaymentAnswer } from "./wire.ts";

/** Tabby ends a session after 20 minutes and its payment 10 minutes later; its word on that is waited for. */
const awaitingLifetimeMs = 24 * 60 * 60_000;

/** Builds the provider of one account. */
export function createTabbyProvider(settings: TabbySettings, ports: ProviderPorts): PaymentProvider {
  const api = createTabbyApi(settings, ports);
  return {
    id: "tabby",
    awaitingLifetimeMs,
    pageOrigins: settings.checkoutOrigins,
    start: async (context, input) => {
      const body = sessionBody(context, tabbyStart.parse(input), settings.merchantCode);
      return readSession(await api.createSession(body));
    },
    check: (context) => checkPayment(api, context),
    capture: (context) => capture(api, context),
    cancel: (context) => cancelPayment(api, context),
    refund: (context, refund) => refundPayment(api, context, refund),
    refundIsRepeatable: true,
    statement: (context) => statePayment(api, context),
    report: (day) => stateDay(api, day),
    readWebhook: (request) => readNotification(settings.webhookSecret, request),
    readReturn: (query) => (query[leftParameter] === undefined ? null : "left"),
    registerWebhook: (url) => registerWebhook(api, url, settings.webhookSecret),
  };
}

/**
 * Tabby finds a payment by its own id alone, a UUID, so the attempt's id would be malformed rather than unknown. No payment has
 * this one.
 */
const idOfNoPayment = "00000000-0000-4000-8000-000000000000";

/**
 * Asks for the status of the payment. Without its id the answer to the creation was lost: no buyer got the address of the page, so
 * none can pay there, and Tabby lets the session run out. Tabby is asked all the same, and says that it does not know the payment:
 * an end without its answer would say of an account with wrong settings that it is good.
 */
async function checkPayment(api: TabbyApi, context: AttemptContext): Promise<Outcome> {
  const result = await api.getPayment(context.attempt.data["paymentId"] ?? idOfNoPayment);
  return readFound(result, (found) => readOwn(found, context));
}

/** Captures the whole amount. A payment that cannot be captured (any more) is asked for its status. */
async function capture(api: TabbyApi, context: AttemptContext): Promise<Outcome> {
  const { id, data, amount, currency } = context.attempt;
  const paymentId = data["paymentId"];
  if (paymentId === undefined) return { kind: "unknown", why: "the payment's id is not known" };
  const result = await api.capture(paymentId, { amount, currency }, `${id}-capture`);
  switch (result.kind) {
    case "answer":
      return readOwn(result.value, context);
    case "refused":
      return await checkPayment(api, context);
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

function readOwn(payment: PaymentAnswer, { attempt }: AttemptContext): Outcome {
  const reference = payment.order?.reference_id;
  if (reference !== attempt.id) return { kind: "unknown", why: "a payment of another attempt" };
  return readPayment(payment);
}
