/** Payments are a list whose sum is what is paid: nothing that merchants read takes one payment for all of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { event } from "#contract/events.ts";
import { minor } from "#core/money.ts";
import type { EventInvoice } from "#db/event-invoice.ts";
import { toEvent } from "../events/event-model.ts";
import { buyerFacts } from "./buyer-facts.ts";
import type { InvoiceAttemptRow, InvoiceHeadRow } from "./invoice-store.ts";

const at = (hour: number): string => `2026-11-22T${hour}:00:00+03:00`;

function attempt(id: string, change: Partial<InvoiceAttemptRow>): InvoiceAttemptRow {
  return {
    id,
    own_id: id,
    method: "card",
    state: "captured",
    decline_reason: null,
    amount: minor(4_000),
    received_amount: null,
    currency: "SAR",
    paid_brand: "mada",
    paid_last_four: "1234",
    channel: "info",
    client_name: "Noura",
    client_mobile: "+966551234567",
    client_country_code: "SA",
    client_email: null,
    shipment_city: null,
    shipment_address: null,
    created_at: at(10),
    updated_at: at(11),
    settled_at: null,
    ...change,
  };
}

test("of two payments each says its own amount, currency and what was given back, the earlier first", () => {
  const rest = { amount: minor(7_500), paid_brand: null, paid_last_four: null };
  const row = {
    client_validated_at: null,
    client_validated_email: null,
    agreement_accepted_at: null,
    agreement_accepted_sha256: null,
    source: "api",
    link_identity: null,
    product_id: null,
    given_back: { begun2: 1_500 },
    attempts: [
      // Paid by the second code of a try that is known by its first.
      attempt("begun1", {
        ...rest,
        own_id: "begun2",
        method: "stcpay",
        settled_at: at(14),
        client_name: "Sara",
      }),
      attempt("declined", { state: "declined" }),
      attempt("deposit", { settled_at: at(12) }),
    ],
  } as unknown as InvoiceHeadRow;
  const { payments, payer } = buyerFacts(row);
  assert.deepEqual(
    payments.map((payment) => [
      payment.attemptId,
      payment.method,
      payment.amount,
      payment.currency,
      payment.refundedAmount,
      payment.settledAt,
    ]),
    [
      ["deposit", "card", "40.00", "SAR", "0.00", "2026-11-22T09:00:00.000Z"],
      ["begun1", "stcpay", "75.00", "SAR", "15.00", "2026-11-22T11:00:00.000Z"],
    ],
  );
  assert.equal(payer?.name, "Sara", "whoever paid last");
});

const money = { method: "card", state: "captured", brand: null, lastFour: null, currency: "SAR" } as const;
const times = { startedAt: at(10), settledAt: at(11), updatedAt: at(11) };

const partlyPaid: EventInvoice = {
  orderNumber: "7Q2M4X9KD3RT6WBN",
  externalOrderNumber: null,
  status: "PENDING",
  currency: "SAR",
  total: minor(11_500),
  paid: minor(4_000),
  refunded: minor(0),
  createdAt: at(10),
  expiresAt: null,
  paidAt: null,
  cancelledAt: null,
  money: [{ ...money, ...times, id: "deposit", amount: minor(4_000), refunded: minor(0) }],
  payments: [],
};

test("an event of an invoice that is paid in part says what is paid, what is due, and by which payments", () => {
  const row = {
    public_id: `evt_${"0".repeat(32)}`,
    type: "payment.attempted",
    at: new Date(),
    attempt_id: null,
    data: {},
  } as const;
  const as = { version: "2026-11-22", livemode: false } as const;
  const { data } = event.parse(toEvent({ ...row, invoice: partlyPaid }, as));
  assert.deepEqual(
    [data.invoice?.total, data.invoice?.paidTotal, data.invoice?.dueTotal],
    ["115.00", "40.00", "75.00"],
  );
  assert.deepEqual(
    data.invoice?.payments?.map(({ attemptId, amount, refundedAmount }) => [
      attemptId,
      amount,
      refundedAmount,
    ]),
    [["deposit", "40.00", "0.00"]],
  );
  const { money: _unknown, ...before } = partlyPaid;
  const old = toEvent({ ...row, invoice: before }, as);
  assert.ok(old.data.invoice && !("payments" in old.data.invoice), "events of before do not say it");
});
