/** The merchant's own words for messages to buyers, and how they would read. */
import { z } from "zod";
import { placeholders, wordedChannels, wordedKinds } from "#core/messages/message-wording.ts";
import { smsEncodings } from "#core/messages/sms-text.ts";
import type { CallMap } from "./contract.ts";
import { instant } from "./merchant-common.ts";

const kind = z.enum(wordedKinds);
const channel = z.enum(wordedChannels);
const language = z.enum(["ar", "en"]);
const place = z.enum(placeholders);

const words = {
  subject: z.string().min(1).max(200).optional().meta({ description: "Of an e-mail, and needed there." }),
  text: z.string().min(1).max(2000).meta({
    description:
      "Facts stand in braces: {amount}. An e-mail also shows amount, numbers and the link by itself; an SMS says what is here alone.",
  }),
};

const newMessageText = z.strictObject(words).meta({
  id: "NewMessageText",
  examples: [{ text: "{shop}: invoice {number}, {amount} {link}" }],
});

const messageText = z
  .object({
    kind,
    channel: channel.meta({
      description:
        "WhatsApp is not among them: it sends templates that Meta has approved, in the same words for all shops.",
    }),
    language,
    isOwn: z.boolean().meta({ description: "Your words; else the usual ones." }),
    subject: z.string().nullable(),
    text: z.string(),
    standard: z
      .object({ subject: z.string().nullable(), text: z.string() })
      .meta({ description: "The usual words. An SMS leaves the number out where that saves a part." }),
    placeholders: z.array(place).meta({ description: "What may stand in braces." }),
    required: z.array(place).meta({ description: "What must stand in the text." }),
    updatedAt: instant.nullable(),
  })
  .meta({ id: "MessageText" });

export type MessageText = z.output<typeof messageText>;

/** Any text: whatever is no message gets the same 404. */
const params = z.object({ kind: z.string(), channel: z.string(), language: z.string() });

const preview = z
  .object({
    subject: z.string().nullable(),
    text: z.string(),
    encoding: z
      .enum(smsEncodings)
      .nullable()
      .meta({ description: "Of an SMS; one Arabic letter makes all of it UCS_2." }),
    parts: z.int().nullable().meta({ description: "Of an SMS: how many messages are paid for." }),
  })
  .meta({ id: "MessageTextPreview" });

export type MessageTextPreview = z.output<typeof preview>;

export const messageTextCalls = {
  "GET /api/v1/messages/texts": {
    summary: "List the words of messages to buyers, yours or the usual ones",
    audience: "merchant",
    replies: { 200: z.object({ items: z.array(messageText) }) },
  },
  "PUT /api/v1/messages/texts/:kind/:channel/:language": {
    summary: "Put your own words instead of the usual ones",
    audience: "merchant",
    params,
    body: newMessageText,
    replies: { 200: messageText },
  },
  "DELETE /api/v1/messages/texts/:kind/:channel/:language": {
    summary: "Go back to the usual words",
    audience: "merchant",
    params,
    replies: { 200: messageText },
  },
  "POST /api/v1/messages/texts/preview": {
    summary:
      "How words would read with an invoice's facts, and how many messages an SMS takes; nothing is stored or sent",
    audience: "merchant",
    body: z
      .strictObject({
        ...{ kind, channel, language },
        ...words,
        orderNumber: z.string().optional().meta({
          description: "An invoice of yours; facts that it does not have, and all without one, are examples.",
        }),
      })
      .meta({
        id: "MessageTextToPreview",
        examples: [{ kind: "payment_link", channel: "sms", language: "en", text: "{shop}: {amount} {link}" }],
      }),
    replies: { 200: preview },
    problems: ["order_not_found"],
  },
} as const satisfies CallMap;
