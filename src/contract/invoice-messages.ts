/** What invoices say of messages: what is sent when they are issued, and the link for the shop's own telephone. */
import { z } from "zod";
import { messageChannels } from "#core/messages/message-state.ts";
import { messageChannel } from "./message-settings.ts";

export const sendAtIssue = z
  .array(messageChannel)
  .max(messageChannels.length)
  .meta({
    description:
      "Send the link to the client at once by each of these; empty: by none. Left out, it is sent as your settings say " +
      "(PUT /api/v1/messages/settings).",
  });

export const whatsappLink = z
  .object({ ar: z.string(), en: z.string() })
  .nullable()
  .meta({
    description:
      "Opens WhatsApp on your own phone with a message to the buyer that has the link; you send it. null once the invoice " +
      "cannot be paid.",
  });
