/** The operator's command about messages: the templates of WhatsApp, to be submitted to Meta. */
import { whatsappTemplates } from "#server/messages/whatsapp-templates.ts";
import type { AdminCommand } from "./admin-command.ts";

export const messageCommands: Readonly<Record<string, AdminCommand>> = {
  "whatsapp-templates": {
    words: "",
    summary:
      "the templates of WhatsApp messages as JSON, with the address of this installation, for Meta's approval",
    details:
      "One JSON object per line. Each is the body of POST https://graph.facebook.com/v26.0/<WABA id>/message_templates.",
    run: async ({ config }) =>
      whatsappTemplates(config.webUrl)
        .map((template) => JSON.stringify(template))
        .join("\n"),
  },
};
