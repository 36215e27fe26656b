/**
 * Moyasar's calls, one function each. A call gives the parsed answer, or says as exactly as it can what is known
 * instead (`ApiResult`); it never throws for anything that Moyasar does.
 */
import type { Minor } from "#core/money.ts";
import { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import type { ProviderPorts } from "../payment-method.ts";
import { type ApiCall, createApiCall, presenting } from "../provider-api/api-call.ts";
import type { SadadSettings } from "./settings.ts";
import {
  deletedAnswer,
  errorAnswer,
  paymentAnswer,
  paymentsAnswer,
  webhookAnswer,
  webhooksAnswer,
} from "./wire.ts";

/** What a bill is issued for. */
export type NewBill = {
  /** A UUID of our choice, which becomes the payment's id. */
  readonly id: string;
  readonly amount: Minor;
  readonly currency: string;
  readonly description: string;
  /** Come back with every message about the payment. */
  readonly metadata: Readonly<Record<string, string>>;
};

export type MoyasarApi = ReturnType<typeof createMoyasarApi>;

const timeoutMs = timing.gatewaySessionTimeoutMs;

/** Moyasar's firewall refuses callers that do not say who they are. */
const headers = { "user-agent": "Wasl" };

/** Builds the calls of one account. */
export function createMoyasarApi(settings: SadadSettings, { http, log }: ProviderPorts) {
  const { baseUrl, secretKey } = settings;
  // HTTP Basic: the key is the user's name, the password is empty.
  const token = new Secret(Buffer.from(`${secretKey.reveal()}:`).toString("base64"));
  const call = createApiCall({
    http,
    log,
    provider: "moyasar",
    baseUrl,
    authorise: presenting(token, "Basic"),
    readRefusal,
  });
  return { ...billCalls(call), ...webhookCalls(call) };
}

function billCalls(call: ApiCall) {
  return {
    /** Issues a bill. Refused with `used_given_id` when there is a payment under this id already. */
    createBill: (bill: NewBill) =>
      call(paymentAnswer, {
        operation: "CREATE_PAYMENT",
        method: "POST",
        path: "/payments",
        headers,
        body: {
          given_id: bill.id,
          amount: bill.amount,
          currency: bill.currency,
          description: bill.description,
          source: { type: "sadadbill" },
          metadata: bill.metadata,
        },
        timeoutMs,
        isExpected: (answer) => answer.id === bill.id,
      }),

    /** The status of a payment. */
    getPayment: (id: string) =>
      call(paymentAnswer, {
        operation: "GET_PAYMENT",
        method: "GET",
        path: `/payments/${encodeURIComponent(id)}`,
        headers,
        timeoutMs,
        isExpected: (answer) => answer.id === id,
      }),

    /** One page of the paid payments that were created between two instants, milliseconds since the epoch. */
    listPaid: ({
      after,
      before,
      page,
    }: {
      readonly after: number;
      readonly before: number;
      readonly page: number;
    }) =>
      call(paymentsAnswer, {
        operation: "LIST_PAYMENTS",
        method: "GET",
        path: `/payments?${new URLSearchParams({
          status: "paid",
          "created[gt]": new Date(after).toISOString(),
          "created[lt]": new Date(before).toISOString(),
          page: String(page),
        })}`,
        headers,
        timeoutMs,
      }),
  };
}

function webhookCalls(call: ApiCall) {
  return {
    listWebhooks: () =>
      call(webhooksAnswer, {
        operation: "LIST_WEBHOOKS",
        method: "GET",
        path: "/webhooks",
        headers,
        timeoutMs,
      }),

    createWebhook: (wanted: {
      readonly url: string;
      readonly secret: Secret;
      readonly events: readonly string[];
    }) =>
      call(webhookAnswer, {
        operation: "CREATE_WEBHOOK",
        method: "POST",
        path: "/webhooks",
        headers,
        body: {
          http_method: "post",
          url: wanted.url,
          shared_secret: wanted.secret.reveal(),
          events: wanted.events,
        },
        timeoutMs,
      }),

    deleteWebhook: (id: string) =>
      call(deletedAnswer, {
        operation: "DELETE_WEBHOOK",
        method: "DELETE",
        path: `/webhooks/${encodeURIComponent(id)}`,
        headers,
        timeoutMs,
      }),

    /** Sends back the code that Moyasar sent to a new address. */
    verifyWebhook: (id: string, code: string) =>
      call(webhookAnswer, {
        operation: "VERIFY_WEBHOOK",
        method: "POST",
        path: `/webhooks/${encodeURIComponent(id)}/verify`,
        headers,
        body: { code },
        timeoutMs,
      }),
  };
}

function readRefusal(body: unknown): { readonly code: string; readonly text?: string } {
  const { type, message } = errorAnswer.safeParse(body).data ?? {};
  return { code: type ?? "unnamed", ...(message && { text: message }) };
}
