/** Payments as the simulated Moyasar shows them. */

import { formatDecimal } from "#core/money.ts";
import { type Bill, dayMs, lifetimeDays } from "./bills.ts";

const riyadhOffsetMs = 3 * 60 * 60_000;

/** A payment by bill, as creating and fetching answer and as messages carry it. */
export function paymentBody(bill: Bill): Record<string, unknown> {
  const { id, status, amount, currency } = bill;
  return {
    id,
    status,
    amount,
    fee: 0,
    currency,
    refunded: 0,
    refunded_at: null,
    captured: 0,
    captured_at: null,
    voided_at: null,
    description: bill.description,
    amount_format: `${formatDecimal(amount, currency)} ${currency}`,
    invoice_id: null,
    ip: null,
    callback_url: null,
    created_at: new Date(bill.createdAt).toISOString(),
    updated_at: new Date(bill.updatedAt).toISOString(),
    metadata: bill.metadata,
    source: {
      type: "sadadbill",
      provider_name: "sandbox-اختبار",
      biller_code: "001",
      sadad_number: status === "failed" ? null : bill.number,
      gateway_id: bill.gatewayId,
      expired_at: lastDay(bill),
      message: bill.message,
    },
  };
}

/** The last day on which a bill can be paid, in Riyadh: "2026-08-15". */
export function lastDay(bill: Bill): string {
  return new Date(bill.createdAt + lifetimeDays * dayMs + riyadhOffsetMs).toISOString().slice(0, 10);
}
