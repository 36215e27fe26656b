/**
 * For tests: answers as Tamara documents them, one attempt, and a provider whose Tamara gives answers written down
 * beforehand. They keep the adapter and the simulator from sharing one misreading.
 */
import { minor } from "#core/money.ts";
import type { HttpRequest, HttpResult } from "#core/ports.ts";
import { wholeQuantity } from "#core/pricing/quantity.ts";
import { Secret } from "#core/secret/secret.ts";
import type { AttemptContext } from "../payment-method.ts";
import { createTamaraProvider } from "./provider.ts";

export const now = Date.parse("2026-11-20T08:30:10.000Z");
export const attemptId = "0199k2mtamara0001";
export const orderId = "8fe4cce9-d0aa-4020-a863-c708547795e9";
export const checkoutId = "ff776045-513b-4cd7-8b4f-e60673daad84";
export const checkoutUrl = `https://checkout.tamara.co/checkout/${checkoutId}?locale=en_US&orderId=${orderId}`;

export const context: AttemptContext = {
  attempt: {
    id: attemptId,
    amount: minor(11_550),
    currency: "SAR",
    reference: checkoutId,
    step: "start",
    createdAt: now,
    earlierCardPayments: 0,
    data: { orderId, checkoutId },
  },
  order: {
    orderNumber: "7K3M9Q2XW4HTBZ6N",
    allowedMethods: ["tamara"],
    total: minor(11_550),
    vat: minor(1_507),
    discount: minor(0),
    lines: [
      { title: "تمر سكري", qty: wholeQuantity(2), unitPrice: minor(5_000), lineTotal: minor(11_500) },
      { title: "كيس", qty: wholeQuantity(3), unitPrice: minor(14), lineTotal: minor(50) },
    ],
    createdAt: now,
    expiresAt: null,
  },
  merchant: { id: 1, username: "nakheel", shopName: "متجر النخيل" },
  payer: {
    name: "نورة بنت  سعد العتيبي",
    mobile: "+966544337866",
    email: null,
    city: null,
    address: null,
    ipAddress: null,
    userAgent: "Mozilla/5.0 (iPhone) Mobile/15E148",
    acceptHeader: null,
  },
  language: "ar",
  returnUrl: "https://pay.example/rest/pay/return/token",
  notificationUrl: "https://pay.example/rest/pay/notify/tamara",
};
export const input = {
  mobile: "+966544337866",
  email: "noura@example.com",
  city: "الرياض",
  line1: "طريق الملك فهد 1",
};

/** An order as the API shows it; the members are those of the official SDK. */
export const order = {
  order_id: orderId,
  order_reference_id: attemptId,
  order_number: "7K3M9Q2XW4HTBZ6N",
  description: "Enter order description here.",
  consumer: { first_name: "Mona", last_name: "Lisa", email: "user@example.com", phone_number: "566027755" },
  status: "authorised",
  shipping_address: { first_name: "Mona", last_name: "Lisa", line1: "3764 Al Urubah Rd", city: "Riyadh" },
  items: [],
  payment_type: "PAY_BY_INSTALMENTS",
  instalments: 4,
  total_amount: { amount: 115.5, currency: "SAR" },
  captured_amount: { amount: 0, currency: "SAR" },
  refunded_amount: { amount: 0, currency: "SAR" },
  canceled_amount: { amount: 0, currency: "SAR" },
  settlement_status: "not_settled",
  created_at: "2026-11-20T08:30:10+00:00",
  transactions: { cancels: [], captures: [], refunds: [] },
};

export const json = (body: unknown, status = 200): HttpResult => ({
  kind: "answer",
  status,
  headers: {},
  body: JSON.stringify(body),
});

/** A provider whose Tamara gives these answers in this order. */
export function providerOf(...answers: readonly HttpResult[]) {
  const requests: HttpRequest[] = [];
  const logged: string[] = [];
  const write = (event: string, fields?: unknown) => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const provider = createTamaraProvider(
    {
      baseUrl: "https://api.tamara.co",
      apiToken: new Secret("api-token"),
      notificationToken: new Secret("notif-secret"),
      checkoutOrigins: ["https://checkout.tamara.co"],
    },
    {
      http: async (request) => {
        const answer = answers[requests.length];
        requests.push(request);
        if (!answer) throw new Error(`an unexpected request: ${request.method} ${request.url}`);
        return answer;
      },
      clock: { now: () => now, sleep: async () => undefined },
      log: { info: write, warn: write, error: write },
    },
  );
  return { provider, requests, logged, body: (index: number) => JSON.parse(requests[index]?.body ?? "null") };
}

export const money = { amount: minor(11_550), currency: "SAR" };
export const broken: HttpResult = { kind: "no_answer", reason: "timeout" };
