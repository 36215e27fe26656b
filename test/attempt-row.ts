/** A row of payment_attempts for tests of pure rules: a column that is added is added here alone. */
import { minor } from "#core/money.ts";
import type { AttemptRow } from "#server/payments/attempt-store.ts";

/** An attempt at 115.00 riyals by card that was begun at this time, in flight unless `change` says otherwise. */
export function attemptRow(begunAt: Date, change: Partial<AttemptRow> = {}): AttemptRow {
  return {
    merchant_id: 1,
    id: "attempt1",
    order_id: 1,
    method: "card",
    provider: "mpgs-cards",
    state: "in_flight",
    step: "start",
    step_started_at: begunAt,
    unanswered_at: null,
    amount: minor(11_500),
    currency: "SAR",
    received_amount: null,
    presented_key: null,
    return_token: "token",
    provider_reference: null,
    decline_reason: null,
    provider_code: null,
    paid_brand: null,
    paid_last_four: null,
    client_name: null,
    client_mobile: null,
    client_country_code: null,
    client_email: null,
    shipment_city: null,
    shipment_address: null,
    channel: "info",
    provider_data: {},
    check_count: 0,
    event_count: 1,
    code_guesses: 0,
    next_check_at: null,
    news_at: null,
    created_at: begunAt,
    updated_at: begunAt,
    settled_at: null,
    resend_of: null,
    is_resent: false,
    earlier_card_payments: 0,
    ...change,
  };
}
