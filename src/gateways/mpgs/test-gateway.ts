/** For tests of the adapter: the Http port with answers written down beforehand, and the facts of one payment. */
import { minor } from "#core/money.ts";
import type { Clock, Http, HttpRequest, HttpResult, Log } from "#core/ports.ts";
import { Secret } from "#core/secret/secret.ts";
import { type CardProviderOptions, createCardProvider } from "./card-steps.ts";
import { createMpgsClient } from "./client.ts";
import { attemptId, orderId, sessionId } from "./documented-examples.ts";
import type { CardPayment } from "./payment-context.ts";

/** An HTTP answer with a JSON body. */
export function json(body: unknown, status = 200): HttpResult {
  return { kind: "answer", status, headers: {}, body: JSON.stringify(body) };
}

export const now = Date.parse("2026-11-20T08:30:10.000Z");

/**
 * A client and a provider whose gateway gives these answers in this order; one request more than answers is an
 * error. `requests` and `logged` collect what was sent and logged.
 */
export function createTestGateway(
  answers: readonly HttpResult[],
  options: Partial<CardProviderOptions> & { readonly nowMs?: number } = {},
) {
  const requests: HttpRequest[] = [];
  const logged: string[] = [];
  const http: Http = async (request) => {
    const answer = answers[requests.length];
    requests.push(request);
    if (!answer) throw new Error(`an unexpected request: ${request.method} ${request.url}`);
    return answer;
  };
  const write = (event: string, fields?: unknown) => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const log: Log = { info: write, warn: write, error: write };
  const clock: Clock = { now: () => options.nowMs ?? now, sleep: async () => undefined };
  const client = createMpgsClient({
    http,
    log,
    baseUrl: "https://gateway.example",
    version: "100",
    merchantId: "TESTWASL",
    password: new Secret("api-password"),
  });
  const provider = createCardProvider({
    id: "mpgs-test",
    client,
    clock,
    brandRule: () => null,
    threeDSecurePolicy: "required",
    webhookSecret: new Secret("webhook-secret-of-32-characters!"),
    ...options,
  });
  return {
    client,
    provider,
    requests,
    logged,
    body: (index: number) => JSON.parse(requests[index]?.body ?? "null"),
  };
}

/** A payment of 100.00 SAR whose session has been looked at. */
export function testPayment(attempt: Partial<CardPayment["attempt"]> = {}): CardPayment {
  return {
    attempt: {
      id: attemptId,
      amount: minor(10_000),
      currency: "SAR",
      step: "start",
      createdAt: now - 60_000,
      earlierCardPayments: 0,
      data: { sessionId, sessionVersion: "afda935602" },
      ...attempt,
    },
    order: { orderNumber: orderId, allowedMethods: ["mada", "creditcard"] },
    payer: { ipAddress: "192.0.2.7", userAgent: "Mozilla/5.0 (test)", acceptHeader: "text/html" },
    language: "ar",
    returnUrl: "https://pay.example/rest/pay/3dsReturn/token",
    notificationUrl: "https://pay.example/rest/pay/notify/mpgs-cards",
  };
}
