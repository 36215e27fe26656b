/** Messages about invoices: sent to buyers by e-mail, SMS and WhatsApp, and the log of their delivery. */
import { z } from "zod";
import {
  type AskedKind,
  messageKinds,
  messageStates,
  referenceMessageKinds,
  suppressionReasons,
} from "#core/messages/message-state.ts";
import { refusalClasses } from "#core/messages/refusal-class.ts";
import { smsEncodings } from "#core/messages/sms-text.ts";
import { orderRefusals } from "#core/order-status.ts";
import type { CallMap } from "./contract.ts";
import { instant, instantInAddress, listOf, pageQuery } from "./merchant-common.ts";
import { messageChannel } from "./message-settings.ts";

const messageKind = z.enum(messageKinds).meta({
  id: "MessageKind",
  description:
    `payment_link, ${referenceMessageKinds.join(", ")} and both reminders: of an invoice that can be paid. receipt and ` +
    "refund_notice: of one that was paid. payment_notice: to yourself. documents_link: " +
    "asked for by the buyer on an invoice's page. return_answer: that you have answered the buyer's request for a return. quote: brings a quote.",
});

const messageState = z.enum(messageStates).meta({
  id: "MessageState",
  description:
    "queued: it goes out soon, or is tried again. submitting: it is being handed over. unknown: no answer came; it is not " +
    "sent again blindly. accepted: the provider has it. held: the provider checks it first. sent, delivered, read: as the " +
    "provider reports; e-mail ends with accepted. failed: for the reason in `class` and `code`. expired: no report of its " +
    "delivery came. suppressed: it was not sent, for the reason in `class`.",
});

/** What one may ask for: a receipt of what is not paid is refused. */
const askedKind = z
  .enum([
    "payment_link",
    "reminder",
    "receipt",
    "refund_notice",
    ...referenceMessageKinds,
  ] as const satisfies readonly AskedKind[])
  .meta({
    description:
      "reminder: reminder_after_due, or reminder_before_due where the day on which the invoice is due is still to come. It waits for " +
      "the end of your quiet hours, and a buyer who has stopped your reminders gets none. While a payment of the invoice is under way " +
      "or in doubt, or its surplus is not given back, it is refused (payment_in_progress), and one that waits is sent once that has ended, or " +
      "left out 12 hours after it was made.",
  });

export const newMessage = z
  .strictObject({
    kind: askedKind,
    channel: messageChannel,
    to: z
      .string()
      .min(3)
      .max(254)
      .optional()
      .meta({
        description:
          "An e-mail address, or a mobile with its country's code (+966…); the invoice's client when left out. Refused " +
          "(`buyer_erased`) once the buyer's data are erased.",
      }),
    language: z.enum(["ar", "en"]).optional().meta({ description: "The buyer's own when left out." }),
  })
  .meta({
    id: "NewMessage",
    examples: [{ kind: "payment_link", channel: "email" }],
  });

export const message = z
  .object({
    id: z.int(),
    orderNumber: z.string().nullable().meta({ description: "Null: of a quote, which quoteNumber names." }),
    quoteNumber: z.string().nullable(),
    kind: messageKind,
    channel: messageChannel,
    cause: z.enum(["call", "issue", "event", "reminder", "fallback"]).meta({
      description:
        "Your call, `send` of the invoice, an event, a reminder, or another channel that did not reach the receiver.",
    }),
    to: z.string().meta({ description: "Masked.", examples: ["n•••@example.com"] }),
    language: z.enum(["ar", "en"]),
    state: messageState,
    providerId: z.string().nullable(),
    class: z
      .enum([
        ...(Object.keys(refusalClasses) as [keyof typeof refusalClasses]),
        ...suppressionReasons,
        "unknown",
        "no_report",
      ])
      .nullable()
      .meta({
        description:
          "What kind of reason. account: the account at the provider must be put right. content: text, link or sender's " +
          "name is not registered. recipient: the receiver cannot be reached by this channel.",
      }),
    code: z.string().nullable().meta({ description: "The provider's own code." }),
    tries: z.int(),
    parts: z.int().nullable().meta({ description: "Of an SMS: each is paid for." }),
    createdAt: instant,
    submittedAt: instant.nullable(),
    acceptedAt: instant.nullable(),
    deliveredAt: instant.nullable(),
    readAt: instant.nullable(),
    endedAt: instant.nullable(),
  })
  .meta({ id: "Message" });

export type MessageModel = z.output<typeof message>;

const smsPreview = z
  .object({
    kind: newMessage.shape.kind,
    language: z.enum(["ar", "en"]),
    text: z.string(),
    encoding: z.enum(smsEncodings).meta({ description: "One Arabic letter makes the whole text UCS_2." }),
    letters: z.int().meta({ description: "As the network counts them: some signs cost two." }),
    parts: z.int().meta({
      description:
        "How many messages are paid for: one takes 160 letters of GSM_7 or 70 of UCS_2; of several, each takes 153 or 67.",
    }),
  })
  .meta({ id: "SmsPreview" });

/** Any text: whatever is not the number of an own invoice gets the same 404. */
const invoiceParams = z.object({ orderNumber: z.string() });

export const messageCalls = {
  "POST /api/v1/invoices/:orderNumber/messages": {
    summary: "Send a message about an invoice to its buyer",
    audience: "merchant",
    params: invoiceParams,
    body: newMessage,
    replies: { 202: message },
    needsKey: true,
    problems: [
      "order_not_found",
      ...orderRefusals,
      "order_not_paid",
      "link_expired",
      "payment_in_progress",
      "too_many_attempts",
      "buyer_erased",
    ],
  },
  "GET /api/v1/invoices/:orderNumber/messages": {
    summary: "The messages about an invoice, newest first",
    audience: "merchant",
    params: invoiceParams,
    query: z.strictObject(pageQuery),
    replies: { 200: listOf(message) },
    problems: ["order_not_found"],
  },
  "GET /api/v1/invoices/:orderNumber/messages/sms-preview": {
    summary: "What an SMS about an invoice would say now, and how many messages it takes; nothing is sent",
    audience: "merchant",
    params: invoiceParams,
    query: z.strictObject({
      kind: newMessage.shape.kind.default("payment_link"),
      language: z.enum(["ar", "en"]).optional().meta({ description: "The buyer's own when left out." }),
    }),
    replies: { 200: smsPreview },
    problems: ["order_not_found", ...orderRefusals, "order_not_paid", "link_expired", "payment_in_progress"],
  },
  "GET /api/v1/messages": {
    summary: "The log of all messages, newest first",
    audience: "merchant",
    query: z.strictObject({
      state: messageState.optional(),
      channel: messageChannel.optional(),
      kind: messageKind.optional(),
      createdSince: instantInAddress.optional(),
      ...pageQuery,
    }),
    replies: { 200: listOf(message) },
  },
  "GET /api/v1/messages/:messageId": {
    summary: "Read a message",
    audience: "merchant",
    params: z.object({ messageId: z.string() }),
    replies: { 200: message },
  },
} as const satisfies CallMap;
