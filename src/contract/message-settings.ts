/** What a merchant wants sent automatically. */
import { z } from "zod";
import { messageChannels } from "#core/messages/message-state.ts";
import type { CallMap } from "./contract.ts";

export const messageChannel = z.enum(messageChannels).meta({ id: "MessageChannel" });

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "21:00"');

const days = z.array(z.int().min(1).max(90)).max(5);

/** Events that a merchant may be notified of. */
export const noticeEvents = [
  "invoice.paid",
  "invoice.refunded",
  "refund.declined",
  "payment.surplus",
  "payment.unknown",
  "invoice.expired",
  "invoice.renewal_requested",
  "return.requested",
] as const;

const fields = {
  automatic: z
    .strictObject({
      paymentLink: z.boolean().meta({ description: "When an invoice is issued without `send`." }),
      receipt: z.boolean().meta({ description: "When an invoice is paid." }),
      refundNotice: z.boolean().meta({ description: "When money was given back." }),
    })
    .meta({ description: "What goes to buyers by itself." }),
  channels: z
    .array(messageChannel)
    .max(messageChannels.length)
    .refine((list) => new Set(list).size === list.length, "each channel once")
    .meta({
      description:
        "Of what goes out by itself, in order of preference: the first that has an account and an address is used, " +
        "and the next where it does not reach the buyer.",
    }),
  quietHours: z
    .strictObject({ from: timeOfDay, until: timeOfDay })
    .nullable()
    .meta({ description: "In Riyadh. Reminders wait for their end; everything else goes out at once." }),
  reminders: z.strictObject({
    daysBefore: days.meta({ description: "So many days before an unpaid invoice is due." }),
    daysAfter: days.meta({ description: "So many days after it was due, while it can still be paid." }),
  }),
  notices: z
    .strictObject({
      emails: z.array(z.email().max(254)).max(10),
      events: z.array(z.enum(noticeEvents)).max(noticeEvents.length),
    })
    .meta({ description: "Mails to yourself." }),
};

export const newMessageSettings = z.strictObject(fields).meta({
  id: "NewMessageSettings",
  examples: [
    {
      automatic: { paymentLink: true, receipt: true, refundNotice: true },
      channels: ["whatsapp", "sms", "email"],
      quietHours: { from: "20:00", until: "09:00" },
      reminders: { daysBefore: [3, 1], daysAfter: [1, 7] },
      notices: { emails: ["sales@shop.example.sa"], events: ["invoice.paid"] },
    },
  ],
});

export const messageSettings = z.object(fields).meta({ id: "MessageSettings" });

export type MessageSettings = z.output<typeof messageSettings>;

export const messageSettingsCalls = {
  "GET /api/v1/messages/settings": {
    summary: "Read what is sent by itself",
    audience: "merchant",
    replies: { 200: messageSettings },
  },
  "PUT /api/v1/messages/settings": {
    summary: "Choose what is sent by itself; all settings are sent",
    audience: "merchant",
    body: newMessageSettings,
    replies: { 200: messageSettings },
  },
} as const satisfies CallMap;
