/** The merchant's own accounts at providers of messages. Settings go in and never come out. */
import { z } from "zod";
import type { CallMap } from "./contract.ts";
import { instant } from "./merchant-common.ts";
import { messageChannel } from "./message-settings.ts";

const messageAccount = z
  .object({
    channel: messageChannel,
    account: z
      .enum(["own", "installation"])
      .nullable()
      .meta({ description: "Whose account sends; null: nothing can be sent by this channel." }),
    updatedAt: instant.nullable().meta({ description: "When your own settings were stored." }),
    webhookUrl: z.string().nullable().meta({
      description:
        "To be entered at the provider of your own account, so that it reports what was delivered. In the console for the owner alone: it holds a secret.",
    }),
  })
  .meta({ id: "MessageAccount" });

export type MessageAccount = z.output<typeof messageAccount>;

/** Any text: whatever is not a channel gets the same 404. */
const channelParams = z.object({ channel: z.string() });

export const messageAccountCalls = {
  "GET /api/v1/messages/accounts": {
    summary: "List channels with whose account each is sent through",
    audience: "merchant",
    replies: { 200: z.object({ items: z.array(messageAccount) }) },
  },
  "PUT /api/v1/messages/accounts/:channel": {
    summary: "Store or replace your own account at WhatsApp or Unifonic (sms)",
    audience: "merchant",
    params: channelParams,
    body: z.record(z.string().max(100), z.unknown()).meta({
      id: "MessageAccountSettings",
      description: "As docs/operations.md lists them. Stored encrypted; they never come out.",
      examples: [{ appSid: "…", sender: "MYSHOP" }],
    }),
    replies: { 200: messageAccount },
    problems: ["in_test_world"],
  },
  "DELETE /api/v1/messages/accounts/:channel": {
    summary: "Remove your own account",
    audience: "merchant",
    params: channelParams,
    replies: { 200: messageAccount },
  },
} as const satisfies CallMap;
