/**
 * The events that merchants read and that their webhooks bring. Named for what happened to an invoice, not for how we
 * keep it; everything else in the log of events is our own. The database holds the same list (migrations 0029, 0077, 0119, 0129, 0160, 0185, 0187, 0220, 0315).
 */
import type { AttemptState } from "./attempt-status.ts";

export const eventTypes = [
  "invoice.created",
  "invoice.viewed",
  "invoice.updated",
  "invoice.paid",
  "invoice.expired",
  "invoice.renewal_requested",
  "invoice.cancelled",
  "invoice.refunded",
  "payment.attempted",
  "payment.failed",
  "payment.unknown",
  "payment.surplus",
  "refund.declined",
  "refund.approval_requested",
  "refund.approval_ended",
  "return.requested",
  "return.answered",
  "return.withdrawn",
  "quote.created",
  "quote.accepted",
  "quote.declined",
  "quote.withdrawn",
  "quote.expired",
  "message.sent",
  "message.failed",
  "tax_document.issued",
  "tax_document.reported",
  "tax_document.cleared",
  "tax_document.rejected",
  "tax_document.delayed",
  "tax_unit.stopped",
  "tax_unit.held",
  "webhook_endpoint.disabled",
  "webhook_endpoint.test",
] as const;

export type EventType = (typeof eventTypes)[number];

/** Version of the shape in which events are written out. A new one is added beside it when a field changes meaning. */
export const payloadVersions = ["2026-11-22"] as const;

export type PayloadVersion = (typeof payloadVersions)[number];

/** Shapes of Paylink's webhooks, for endpoints of shops that moved in from there (docs/moving-from-paylink.md). */
export const paylinkVersions = ["paylink-v1", "paylink-v2"] as const;

export type PaylinkVersion = (typeof paylinkVersions)[number];

/** What Paylink's webhooks tell of. */
export const paylinkEventTypes: readonly EventType[] = ["invoice.paid", "invoice.refunded"];

/** Our own: no merchant reads them, and no page that is open is notified by them. */
type OwnAttemptEvent =
  | "payment.in_flight"
  | "payment.awaiting_buyer"
  | "payment.offered"
  | "payment.authorised"
  | "payment.captured"
  | "payment.superseded"
  | "payment.refunded"
  | "payment.part_received"
  | "payment.code_over";

/** What the moves of attempts are called: published, or our own. */
export type AttemptEvent = Extract<EventType, `payment.${string}`> | OwnAttemptEvent;

/** What was there before an order could be shown, or changes nothing of what pages show of it. */
export const unshownEventTypes = [
  "invoice.created",
  "invoice.viewed",
  "payment.attempted",
] as const satisfies readonly EventType[];

/** What a move of an attempt to a state is called. */
export const eventOfAttempt: Readonly<Record<AttemptState, AttemptEvent>> = {
  in_flight: "payment.in_flight",
  awaiting_buyer: "payment.awaiting_buyer",
  offered: "payment.offered",
  unknown: "payment.unknown",
  authorised: "payment.authorised",
  captured: "payment.captured",
  declined: "payment.failed",
  cancelled: "payment.failed",
  expired: "payment.failed",
  superseded: "payment.superseded",
  surplus: "payment.surplus",
  refunded: "payment.refunded",
};
