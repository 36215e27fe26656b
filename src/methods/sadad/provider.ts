/**
 * SADAD bills by Moyasar. Nothing is charged here: the bill is issued, the buyer pays at a bank within 29 days, and
 * Moyasar tells us or is asked. A bill can be neither withdrawn nor refunded, so there is no `cancel` and no
 * `refund`: money that arrives for an order that was paid otherwise is surplus (decision S3).
 *
 * Spec 7 asks the buyer for a national id. Moyasar takes none, so it is checked with the other fields and goes no
 * further than the call: it is not sent, stored or logged.
 */
import { type Outcome, startedBy } from "#core/outcome.ts";
import { cleanText } from "#core/text.ts";
import type { AttemptContext, PagelessProvider, ProviderPorts, WebhookEvent } from "../payment-method.ts";
import { type ApiResult, readFound, refusalRecord, whyOf } from "../provider-api/api-call.ts";
import { createMoyasarApi, type MoyasarApi, type NewBill } from "./api.ts";
import { readBill } from "./bill-state.ts";
import { readNotification } from "./notification.ts";
import { paymentIdOf } from "./payment-id.ts";
import { registerWebhook } from "./register-webhook.ts";
import type { SadadSettings } from "./settings.ts";
import { stateBill, stateDay } from "./statement.ts";
import type { PaymentAnswer } from "./wire.ts";

/** Builds the provider of one account. */
export function createSadadProvider(settings: SadadSettings, ports: ProviderPorts): PagelessProvider {
  const api = createMoyasarApi(settings, ports);
  const { webhookSecret } = settings;
  return {
    id: "moyasar-sadad",
    start: async (context) => startedBy(["reference_issued"], await issueBill(api, context)),
    check: (context) => checkBill(api, context),
    statement: (context) => stateBill(api, context),
    report: (day) => stateDay(api, day),
    readWebhook: (request) => {
      const read = readNotification(webhookSecret, request);
      if (read === "forged") return read;
      return { ...read.event, ...followUp(api, read.verification) };
    },
    registerWebhook: (url) => registerWebhook(api, url, webhookSecret),
  };
}

async function issueBill(api: MoyasarApi, context: AttemptContext): Promise<Outcome> {
  if (context.attempt.currency !== "SAR")
    return { kind: "declined", reason: "rejected_by_provider", providerCode: "currency_not_supported" };
  const result = await api.createBill(newBill(context));
  // Sent before, by a repetition of this very step: the bill itself is asked.
  if (result.kind === "refused" && result.code === "used_given_id") return await checkBill(api, context);
  return readIssued(result, context);
}

function newBill({ attempt, order, merchant }: AttemptContext): NewBill {
  return {
    id: paymentIdOf(attempt.id),
    amount: attempt.amount,
    currency: attempt.currency,
    description: cleanText(`${merchant.shopName} ${order.orderNumber}`, 255),
    metadata: { attempt: attempt.id, order: order.orderNumber },
  };
}

/** The account may not do this: no permission, not active for real payments. No bill was issued. */
const accountStatuses: readonly number[] = [403, 405];

function readIssued(result: ApiResult<PaymentAnswer>, context: AttemptContext): Outcome {
  switch (result.kind) {
    case "answer":
      return readBill(result.value, context);
    case "refused":
      return accountStatuses.includes(result.httpStatus)
        ? { kind: "not_sent", why: whyOf(result) }
        : { kind: "declined", reason: "rejected_by_provider", ...refusalRecord(result) };
    case "not_sent":
      return result;
    case "no_answer":
      return { kind: "unknown", why: result.why };
  }
}

async function checkBill(api: MoyasarApi, context: AttemptContext): Promise<Outcome> {
  const result = await api.getPayment(paymentIdOf(context.attempt.id));
  return readFound(result, (found) => readBill(found, context));
}

/** Moyasar sends nothing to a new address before its code came back. */
function followUp(
  api: MoyasarApi,
  verification: { readonly webhookId: string; readonly code: string } | undefined,
): Pick<WebhookEvent, "followUp"> {
  if (verification === undefined) return {};
  return {
    followUp: async () => {
      await api.verifyWebhook(verification.webhookId, verification.code);
    },
  };
}
