/** Events of the merchant API: what happened to invoices, read in order or brought by webhooks (docs/webhooks.md). */
import { z } from "zod";
import { attemptStates } from "#core/attempt-status.ts";
import { eventTypes, payloadVersions } from "#core/event-types.ts";
import { messageChannels, messageKinds } from "#core/messages/message-state.ts";
import { declineReasons } from "#core/outcome.ts";
import { quoteStates } from "#core/quote-state.ts";
import { refundApprovalStates } from "#core/refund-approval.ts";
import { returnReasons, returnStates } from "#core/return-request.ts";
import { taxDocumentKinds } from "#core/tax/tax-invoice.ts";
import { answer } from "./asked-fields.ts";
import type { CallMap } from "./contract.ts";
import { payment } from "./invoice-buyer.ts";
import { invoiceStatus } from "./invoice-filters.ts";
import {
  amount,
  authorityFinding,
  currency,
  day,
  instant,
  livemode,
  metadata,
  pageQuery,
} from "./merchant-common.ts";

export const eventType = z.enum(eventTypes).meta({ id: "EventType" });

export const payloadVersion = z.enum(payloadVersions).meta({
  id: "PayloadVersion",
  description: "The shape in which events are written out.",
});

/** Why a payment failed: a provider's reason in our words, or the time that ran out. */
export const failureCodes = [...declineReasons, "expired"] as const;

const invoiceThen = z
  .object({
    orderNumber: z.string(),
    externalOrderNumber: z.string().nullable(),
    status: invoiceStatus,
    currency,
    total: amount,
    paidTotal: amount,
    dueTotal: amount.meta({ description: "What could still be paid; zero once the invoice is closed." }),
    refundedTotal: amount,
    createdAt: instant,
    expiresAt: instant.nullable(),
    paidAt: instant.nullable(),
    cancelledAt: instant.nullable(),
    dueDate: day.nullable().optional(),
    answers: z
      .array(answer)
      .optional()
      .meta({ description: "What the buyer answered on a product link that asks; else left out." }),
    metadata: metadata.optional().meta({ description: "Left out, like dueDate, in events of before them." }),
    payments: z.array(payment).optional().meta({
      description:
        "Money that pays the invoice, oldest first; their sum is paidTotal. Left out in events of before this field.",
    }),
  })
  .meta({ id: "EventInvoice", description: "The invoice right after the event; it may have changed since." });

const paymentThen = z
  .object({
    id: z.string(),
    method: z.string(),
    state: z.enum(attemptStates),
    reason: z.enum(declineReasons).nullable(),
    amount,
    receivedAmount: amount.nullable(),
    card: z.object({ brand: z.string().nullable(), lastFour: z.string().nullable() }).nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "EventPayment" });

export const failure = z
  .object({
    code: z.enum(failureCodes),
    message: z
      .object({ ar: z.string(), en: z.string() })
      .meta({ description: "For you, not for the buyer: what happened and what can be done." }),
  })
  .meta({ id: "PaymentFailure" });

const eventData = z
  .object({
    invoice: invoiceThen.optional().meta({ description: "Left out where an event is of no invoice." }),
    payments: z
      .array(paymentThen)
      .optional()
      .meta({ description: "Every payment that was tried for the invoice, newest first, fifty at most." }),
    changed: z
      .array(z.string())
      .optional()
      .meta({ description: "In invoice.updated: the fields that you have changed." }),
    paymentId: z.string().optional().meta({ description: "Which of them the event is of." }),
    failure: failure.optional().meta({ description: "In payment.failed." }),
    refund: z
      .object({ id: z.string(), amount, currency, reason: z.string().nullable() })
      .optional()
      .meta({ description: "In invoice.refunded, also of a part, and in refund.declined." }),
    refundApproval: z
      .object({
        id: z.string(),
        state: z.enum(refundApprovalStates),
        amount,
        currency,
        reason: z.string().nullable(),
      })
      .optional()
      .meta({
        description:
          "In refund.approval_requested and refund.approval_ended: a refund above a limit of yours, which waits for a second person.",
      }),
    returnRequest: z
      .object({ id: z.int(), state: z.enum(returnStates), reason: z.enum(returnReasons) })
      .optional()
      .meta({
        description:
          "In return.requested, return.answered and return.withdrawn: what the buyer asks for. Lines and words: GET /api/v1/return-requests/{requestId}.",
      }),
    quote: z
      .object({
        quoteNumber: z.string(),
        number: z.string(),
        state: z.enum(quoteStates),
        currency,
        total: amount,
        validUntil: day,
        decidedBy: z.enum(["buyer", "shop"]).nullable(),
      })
      .optional()
      .meta({
        description: "In events of quotes. With quote.accepted, invoice is what it has become.",
      }),
    taxDocument: z
      .object({
        kind: z.enum(taxDocumentKinds),
        number: z.string(),
        issuedAt: instant,
        currency,
        total: amount,
        vat: amount,
        replaces: z.string().optional().meta({
          description: "In tax_document.issued: the rejected document whose place it takes.",
        }),
      })
      .optional()
      .meta({ description: "In events of tax documents." }),
    taxSubmission: z
      .object({
        errors: z.array(authorityFinding).meta({ description: "Why it was rejected." }),
        warnings: z.array(authorityFinding),
        waitingHours: z.int().optional().meta({
          description: "In tax_document.delayed: 12, 20 or 24; a report is due within 24.",
        }),
      })
      .optional()
      .meta({
        description:
          "In tax_document.reported, .cleared, .rejected and .delayed: what the tax authority says of the document, if you " +
          "are in phase 2 of e-invoicing.",
      }),
    taxUnit: z
      .object({
        serial: z.string(),
        environment: z.enum(["sandbox", "simulation", "production"]),
        reason: z.enum(["certificate_refused", "rejected_in_a_row", "restored", "by_operator"]),
      })
      .optional()
      .meta({
        description:
          "In tax_unit.stopped: your documents are stamped and not sent until its certificate is renewed, or the operator " +
          "starts it again. In tax_unit.held: none is issued, since the database came from a backup (restored) or the operator " +
          "said so (by_operator); payments continue, and their documents follow.",
      }),
    message: z
      .object({
        kind: z.enum(["email_code", "digital_goods", "payment_reference", ...messageKinds]),
        channel: z.enum(messageChannels),
        outcome: z.enum(["sent", "refused", "unreachable"]),
        id: z
          .int()
          .optional()
          .meta({ description: "Of the delivery log (GET /api/v1/messages/{messageId})." }),
        quoteNumber: z.string().optional().meta({ description: "Of a message that brings a quote." }),
      })
      .optional()
      .meta({
        description:
          "In message.sent and message.failed. refused: the provider does not take it, or the receiver cannot get it; " +
          "unreachable: no provider, or no receiver, could be reached for too long.",
      }),
    webhookEndpoint: z
      .object({ id: z.int(), url: z.string() })
      .optional()
      .meta({ description: "In events of webhook endpoints." }),
  })
  .meta({ id: "EventData" });

export const event = z
  .object({
    id: z.string().meta({
      description: "Stable: the same in every delivery and repetition. Keep it to notice what came twice.",
      examples: ["evt_019a8f3c1d2e4b5a6c7d8e9f0a1b2c3d"],
    }),
    type: eventType,
    version: payloadVersion,
    livemode,
    timestamp: instant.meta({ description: "When it happened." }),
    data: eventData,
  })
  .meta({ id: "Event" });

export type EventModel = z.output<typeof event>;

/** Any text: whatever is not the id of an own event gets the same 404. */
const eventParams = z.object({ eventId: z.string() });

const typeList = z
  .string()
  .max(1_000)
  .optional()
  .meta({
    description: "Only these, with commas between them.",
    examples: ["invoice.paid,invoice.refunded"],
  });

export const eventCalls = {
  "GET /api/v1/events": {
    summary: "Read events in order, oldest first; nothing ever appears before what you have read",
    audience: "merchant",
    query: z.strictObject({
      after: z.string().max(64).optional().meta({
        description:
          "The id of the last event that you have read; left out to begin with the first. latest: nothing of before, only nextAfter.",
      }),
      type: typeList,
      limit: pageQuery.limit,
    }),
    replies: {
      200: z.object({
        items: z.array(event),
        hasMore: z.boolean().meta({ description: "Ask again, after the last of these." }),
        nextAfter: z.string().nullable().meta({
          description: "From where to continue: after of the next call; null: from the first event on.",
        }),
      }),
    },
  },
  "GET /api/v1/events/stream": {
    summary:
      "Receive events as they happen, as server-sent events: the id of each goes into after or Last-Event-ID when the connection is " +
      "made again; it ends after five minutes, and when the server is replaced",
    audience: "merchant",
    query: z.strictObject({
      after: z.string().max(64).optional().meta({
        description:
          "The id of the last event that you have read; latest, or left out: only what happens from now on.",
      }),
      type: typeList,
    }),
    replies: {
      200: z.file().mime("text/event-stream").meta({
        description: "Each with id, event (its type) and data (an Event as JSON); comments keep it open.",
      }),
    },
  },
  "GET /api/v1/events/:eventId": {
    summary: "Read one event",
    audience: "merchant",
    params: eventParams,
    replies: { 200: event },
  },
} as const satisfies CallMap;
