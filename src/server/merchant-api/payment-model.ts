/** The one place that writes a payment out for merchants: of an invoice as it is, and as it was in an event. */
import type { InvoiceSummary } from "#contract/invoices.ts";
import { formatDecimal } from "#core/money.ts";
import type { PaymentThen } from "#db/event-invoice.ts";

/** Writes it out; amounts were in minor units, instants as PostgreSQL writes them in JSON. */
export function toPayment(payment: PaymentThen): InvoiceSummary["payments"][number] {
  const { amount, refunded, currency, startedAt, settledAt, updatedAt } = payment;
  return {
    attemptId: payment.id,
    method: payment.method,
    brand: payment.brand,
    lastFour: payment.lastFour,
    amount: formatDecimal(amount, currency),
    currency,
    refundedAmount: formatDecimal(refunded, currency),
    state: payment.state,
    startedAt: new Date(startedAt).toISOString(),
    settledAt: new Date(settledAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
