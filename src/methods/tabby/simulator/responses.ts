/** Sessions and payments as the simulated Tabby shows them. */

import { formatDecimal, splitByWeight } from "#core/money.ts";
import type { TabbyAccount } from "./account.ts";
import type { Opened } from "./checkout.ts";
import { paymentLifetimeMs, sessionLifetimeMs, type TabbyPayment } from "./payments.ts";

const monthMs = 30 * 86_400_000;

/** Answer to opening a session, taken or not. `baseUrl` is the simulator's own address. */
export function sessionBody(
  { payment, rejectionReason }: Opened,
  account: TabbyAccount,
  baseUrl: string,
): object {
  const isTaken = rejectionReason === null;
  const language = payment.language === "ar" ? "ara" : "eng";
  const query = new URLSearchParams({
    sessionId: payment.sessionId,
    apiKey: account.publicKey,
    product: "installments",
    merchantCode: payment.merchantCode,
    lang: language,
  });
  return {
    id: payment.sessionId,
    status: isTaken ? "created" : "rejected",
    configuration: {
      currency: payment.currency,
      country: "SAU",
      expires_at: time(payment.createdAt + sessionLifetimeMs),
      available_products: isTaken
        ? {
            installments: [
              { web_url: `${baseUrl}/checkout?${query}`, ...plan(payment), installment_period: "P1M" },
            ],
          }
        : {},
      products: {
        installments: { type: "installments", is_available: isTaken, rejection_reason: rejectionReason },
      },
    },
    payment: paymentBody(payment),
    merchant_urls: payment.urls,
    warnings: null,
    token: null,
  };
}

/** The four parts; Tabby counts those after the down payment. */
function plan(payment: TabbyPayment): object {
  const parts = splitByWeight(payment.amount, [1, 1, 1, 1]).map((part) =>
    formatDecimal(part, payment.currency),
  );
  return {
    downpayment: parts[0],
    amount_to_pay: formatDecimal(payment.amount, payment.currency),
    installments_count: parts.length - 1,
    installments: parts.slice(1).map((amount, index) => ({
      due_date: time(payment.createdAt + (index + 1) * monthMs).slice(0, 10),
      amount,
      principal: amount,
      service_fee: "0.00",
    })),
  };
}

/** Answer to every question about a payment. */
export function paymentBody(payment: TabbyPayment): Record<string, unknown> {
  const { currency } = payment;
  const shown = (moved: TabbyPayment["captures"][number]) => ({
    id: moved.id,
    amount: formatDecimal(moved.amount, currency),
    reference_id: moved.reference,
    created_at: time(moved.at),
  });
  return {
    id: payment.id,
    created_at: time(payment.createdAt),
    expires_at: time(payment.createdAt + paymentLifetimeMs),
    status: payment.status,
    is_test: true,
    amount: formatDecimal(payment.amount, currency),
    currency,
    buyer: payment.buyer,
    order: { reference_id: payment.reference },
    captures: payment.captures.map(shown),
    refunds: payment.refunds.map(shown),
    meta: { order_id: payment.orderNumber, customer: null },
  };
}

function time(at: number): string {
  return new Date(at).toISOString();
}
