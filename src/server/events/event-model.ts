/** The one place that writes an event out for merchants, the same for those who read and for webhooks. */
import type { EventModel } from "#contract/events.ts";
import type { Answer } from "#core/asked-fields.ts";
import type { EventType, PayloadVersion } from "#core/event-types.ts";
import { formatDecimal, type Minor } from "#core/money.ts";
import { amountDue } from "#core/order-money.ts";
import { readReason } from "#core/outcome.ts";
import type { EventInvoice } from "#db/event-invoice.ts";
import { toPayment } from "../merchant-api/payment-model.ts";
import { failureOf } from "../payments/failure.ts";

/** A published event as it is stored. */
export type EventRow = {
  readonly public_id: string;
  readonly type: EventType;
  readonly at: Date;
  readonly attempt_id: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly invoice: EventInvoice | null;
  /** What the buyer of its order answered to a product link. */
  readonly answers?: readonly Answer[] | null;
};

type EventData = EventModel["data"];

/**
 * Writes an event out. It says what was so when it happened, whenever it is read.
 * @param as `version` is the shape: what a released version has stays as it is, fields may be added; `livemode` says
 *   whether the merchant's money is real
 */
export function toEvent(
  row: EventRow,
  { version, livemode }: { readonly version: PayloadVersion; readonly livemode: boolean },
): EventModel {
  return {
    id: row.public_id,
    type: row.type,
    version,
    livemode,
    timestamp: row.at.toISOString(),
    data: {
      ...(row.invoice && {
        invoice: { ...toInvoiceThen(row.invoice), ...(row.answers && { answers: [...row.answers] }) },
        payments: row.invoice.payments.map((payment) => toPaymentThen(payment, row.invoice?.currency ?? "")),
      }),
      ...(row.attempt_id !== null && { paymentId: row.attempt_id }),
      ...detailsOf(row),
    },
  };
}

function toInvoiceThen(then: EventInvoice): NonNullable<EventData["invoice"]> {
  const money = (value: Minor): string => formatDecimal(value, then.currency);
  return {
    orderNumber: then.orderNumber,
    externalOrderNumber: then.externalOrderNumber,
    status: then.status,
    currency: then.currency,
    total: money(then.total),
    paidTotal: money(then.paid),
    dueTotal: money(amountDue({ status: then.status, total: then.total, captured_total: then.paid })),
    refundedTotal: money(then.refunded),
    createdAt: toInstant(then.createdAt),
    expiresAt: then.expiresAt && toInstant(then.expiresAt),
    paidAt: then.paidAt && toInstant(then.paidAt),
    cancelledAt: then.cancelledAt && toInstant(then.cancelledAt),
    ...(then.dueDate !== undefined && { dueDate: then.dueDate }),
    ...(then.metadata && { metadata: then.metadata }),
    ...(then.money && { payments: then.money.map(toPayment) }),
  };
}

function toPaymentThen(
  payment: EventInvoice["payments"][number],
  currency: string,
): NonNullable<EventData["payments"]>[number] {
  const { id, method, state, reason, amount, received, brand, lastFour } = payment;
  return {
    id,
    method,
    state,
    reason: reason === null ? null : readReason(reason),
    amount: formatDecimal(amount, currency),
    receivedAmount: received === null ? null : formatDecimal(received, currency),
    card: brand === null && lastFour === null ? null : { brand, lastFour },
    createdAt: toInstant(payment.createdAt),
    updatedAt: toInstant(payment.updatedAt),
  };
}

/** What an event of this type says besides. What is stored was written by ourselves. */
function detailsOf(row: EventRow): Partial<EventData> {
  const { data } = row;
  switch (row.type) {
    case "invoice.updated":
      return { changed: data["changed"] as string[] };
    case "payment.failed":
      return { failure: failureOf(row.invoice?.payments.find(({ id }) => id === row.attempt_id)) };
    case "invoice.refunded":
    case "refund.declined": {
      const stored = data as { refundId: string; amount: Minor; currency: string; reason: string | null };
      const { refundId: id, currency, reason } = stored;
      return { refund: { id, amount: formatDecimal(stored.amount, currency), currency, reason } };
    }
    case "refund.approval_requested":
    case "refund.approval_ended": {
      const stored = data as NonNullable<EventData["refundApproval"]> & { amount: Minor };
      return { refundApproval: { ...stored, amount: formatDecimal(stored.amount, stored.currency) } };
    }
    case "return.requested":
    case "return.answered":
    case "return.withdrawn":
      return { returnRequest: data as EventData["returnRequest"] };
    case "quote.created":
    case "quote.accepted":
    case "quote.declined":
    case "quote.withdrawn":
    case "quote.expired":
      return { quote: quoteThen(data as StoredQuote) };
    case "tax_document.issued":
      return { taxDocument: taxDocumentThen(data as StoredTaxDocument) };
    case "tax_document.reported":
    case "tax_document.cleared":
    case "tax_document.rejected":
    case "tax_document.delayed": {
      const stored = data as { document: StoredTaxDocument; submission: EventData["taxSubmission"] };
      return { taxDocument: taxDocumentThen(stored.document), taxSubmission: stored.submission };
    }
    case "tax_unit.stopped":
    case "tax_unit.held":
      return { taxUnit: data as EventData["taxUnit"] };
    case "message.sent":
    case "message.failed":
      return { message: data as EventData["message"] };
    case "webhook_endpoint.disabled":
    case "webhook_endpoint.test":
      return { webhookEndpoint: data as EventData["webhookEndpoint"] };
    case "invoice.created":
    case "invoice.viewed":
    case "invoice.paid":
    case "invoice.expired":
    case "invoice.renewal_requested":
    case "invoice.cancelled":
    case "payment.attempted":
    case "payment.unknown":
    case "payment.surplus":
      return {};
  }
}

type StoredQuote = NonNullable<EventData["quote"]> & { total: Minor };

function quoteThen(stored: StoredQuote): EventData["quote"] {
  return { ...stored, total: formatDecimal(stored.total, stored.currency) };
}

type StoredTaxDocument = NonNullable<EventData["taxDocument"]> & { total: Minor; vat: Minor };

function taxDocumentThen(stored: StoredTaxDocument): EventData["taxDocument"] {
  const money = (value: Minor): string => formatDecimal(value, stored.currency);
  return {
    ...stored,
    issuedAt: toInstant(stored.issuedAt),
    total: money(stored.total),
    vat: money(stored.vat),
  };
}

function toInstant(text: string): string {
  return new Date(text).toISOString();
}
