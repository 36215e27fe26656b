/**
 * For tests: answers as Tabby documents them, one attempt, and a provider whose Tabby gives answers written down
 * beforehand. They keep the adapter and the simulator from sharing one misreading.
 */
import { minor } from "#core/money.ts";
import type { HttpRequest, HttpResult } from "#core/ports.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { Secret } from "#core/secret/secret.ts";
import type { AttemptContext } from "../payment-method.ts";
import { createTabbyProvider } from "./provider.ts";

export const now = Date.parse("2026-11-20T08:30:10.000Z");
export const attemptId = "0199k2mtabby00001";
export const sessionId = "eb38b7a9-1b3e-4a3e-8a6b-0d4ab7a5e1f0";
export const paymentId = "39ff74e9-5c2d-44b1-9c1c-0ddf9b2b2b6b";
export const webUrl = `https://checkout.tabby.ai/?sessionId=${sessionId}&apiKey=pk_test&product=installments&merchantCode=SA`;

export const context: AttemptContext = {
  attempt: {
    id: attemptId,
    amount: minor(11_500),
    currency: "SAR",
    reference: sessionId,
    step: "start",
    createdAt: now,
    earlierCardPayments: 0,
    data: { sessionId, paymentId },
  },
  order: {
    orderNumber: "7K3M9Q2XW4HTBZ6N",
    allowedMethods: ["tabby"],
    total: minor(11_500),
    vat: minor(1_500),
    discount: minor(0),
    lines: [{ title: "تمر سكري", qty: wholeQuantity(2), unitPrice: minor(5_000), lineTotal: minor(11_500) }],
    createdAt: now - 60_000,
    expiresAt: null,
  },
  merchant: { id: 1, username: "nakheel", shopName: "متجر النخيل" },
  payer: {
    name: "Noura Alotaibi",
    mobile: "+966551234567",
    email: null,
    city: null,
    address: null,
    ipAddress: null,
    userAgent: null,
    acceptHeader: null,
  },
  language: "ar",
  returnUrl: "https://pay.example/rest/pay/return/token",
  notificationUrl: "https://pay.example/rest/pay/notify/tabby",
};
export const input = { mobile: "+966500000001", email: "otp.success@tabby.ai", language: "en" } as const;

export const created = {
  id: sessionId,
  configuration: {
    available_products: {
      installments: [
        { web_url: webUrl, qr_code: `https://api.tabby.ai/api/v2/checkout/${sessionId}/hpp_link_qr` },
      ],
    },
    products: { installments: { type: "installments", is_available: true, rejection_reason: null } },
  },
  token: null,
  payment: {
    id: paymentId,
    amount: "115",
    currency: "SAR",
    status: "CREATED",
    is_test: true,
    order: { reference_id: attemptId },
  },
  status: "created",
  merchant_urls: {},
};

export const rejected = (reason: string | null, products: object = {}) => ({
  ...created,
  status: "rejected",
  configuration: {
    available_products: products,
    products: { installments: { type: "installments", is_available: false, rejection_reason: reason } },
  },
});

export const payment = {
  id: paymentId,
  amount: "115",
  currency: "SAR",
  buyer: { name: "John Doe", email: "john.doe@example.com", phone: "500000001" },
  order: { reference_id: attemptId, items: [] },
  created_at: "2023-11-07T05:31:56Z",
  status: "AUTHORIZED",
  is_test: true,
  captures: [],
  refunds: [],
  meta: { customer: "#customer-id", order_id: "#1234" },
};
export const moved = (amount: string, reference: string) => ({
  id: `id-of-${reference}`,
  amount,
  reference_id: reference,
  created_at: "2023-11-07T05:31:56Z",
  items: [],
});
export const full = { captures: [moved("115", `${attemptId}-capture`)] };

export const json = (body: unknown, status = 200): HttpResult => ({
  kind: "answer",
  status,
  headers: {},
  body: JSON.stringify(body),
});
export const refusal = (errorType: string, error: string, status = 400) =>
  json({ status: "error", errorType, error }, status);

/** A provider whose Tabby gives these answers in this order. */
export function providerOf(...answers: readonly HttpResult[]) {
  const requests: HttpRequest[] = [];
  const provider = createTabbyProvider(
    {
      baseUrl: "https://api.tabby.sa",
      secretKey: new Secret("sk_test"),
      publicKey: "pk_test",
      merchantCode: "SA",
      webhookSecret: new Secret("webhook-secret-of-ours"),
      checkoutOrigins: ["https://checkout.tabby.ai", "https://checkout.tabby.sa"],
      infoUrl: "https://checkout.tabby.ai/promos",
    },
    {
      http: async (request) => {
        const answer = answers[requests.length];
        requests.push(request);
        if (!answer) throw new Error(`an unexpected request: ${request.method} ${request.url}`);
        return answer;
      },
      clock: { now: () => now, sleep: async () => undefined },
    },
  );
  return { provider, requests, body: (index: number) => JSON.parse(requests[index]?.body ?? "null") };
}

export const money = { amount: minor(11_500), currency: "SAR" };
export const broken: HttpResult = { kind: "no_answer", reason: "timeout" };
