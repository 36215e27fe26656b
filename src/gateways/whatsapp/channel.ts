/**
 * WhatsApp through Meta's Cloud API (Graph v26.0): templates alone, since buyers have not written first. Decisions go by
 * `error.code`, never by the HTTP status: Meta answers 400 to throttles. It has no idempotency key; its reports carry our id
 * (`biz_opaque_callback_data`), so that a message without an answer is waited for before it is sent again.
 */
import { z } from "zod";
import type { MessageChannel, OutgoingMessage, SendOutcome } from "#core/messages/message-channel.ts";
import type { Http, HttpResult } from "#core/ports.ts";
import type { Secret } from "#core/secret/secret.ts";
import * as timing from "#core/timing.ts";
import { classOfWhatsAppCode } from "./refusals.ts";

export type WhatsAppSettings = {
  /** Without a final slash, with the version: "https://graph.facebook.com/v26.0". */
  readonly baseUrl: string;
  readonly phoneNumberId: string;
  readonly accessToken: Secret;
  /** Of the Meta app: it signs the reports. */
  readonly appSecret: Secret;
  /** Chosen by the operator: Meta repeats it when the address of the reports is entered. */
  readonly verifyToken: Secret;
};

const takenShape = z.object({
  messages: z.array(z.object({ id: z.string().min(1), message_status: z.string().optional() })).min(1),
});

const errorShape = z.object({ error: z.object({ code: z.number().int() }) });

/** Builds the channel of an account. `account` names whose it is. */
export function whatsappChannel(
  settings: WhatsAppSettings,
  { http }: { readonly http: Http },
  account: string,
): MessageChannel {
  return {
    name: "whatsapp",
    account,
    resendsAfterDoubt: true,
    // There is no call that asks about a message: reports alone tell.
    check: null,
    send: async (message) =>
      toOutcome(
        await http({
          method: "POST",
          url: `${settings.baseUrl}/${settings.phoneNumberId}/messages`,
          headers: {
            authorization: `Bearer ${settings.accessToken.reveal()}`,
            "content-type": "application/json",
          },
          body: JSON.stringify(bodyOf(message)),
          timeoutMs: timing.messageTimeoutMs,
        }),
      ),
  };
}

function bodyOf({ id, to, content }: OutgoingMessage): object {
  if (content.channel !== "whatsapp") throw new Error("not a WhatsApp message");
  const named = Object.entries(content.parameters).map(([name, text]) => ({
    type: "text",
    parameter_name: name,
    text: templateText(text),
  }));
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    // Without the plus Meta may put the country of the business before it.
    to,
    type: "template",
    template: {
      name: content.template,
      language: { code: content.language },
      components: [
        { type: "body", parameters: named },
        {
          type: "button",
          sub_type: "url",
          index: "0",
          parameters: [{ type: "text", text: content.buttonSuffix }],
        },
      ],
    },
    biz_opaque_callback_data: id,
  };
}

/** Parameters of templates hold no line breaks, no tabs and no long runs of spaces. */
function templateText(text: string): string {
  return text.replace(/\s+/g, " ").trim() || "-";
}

function toOutcome(result: HttpResult): SendOutcome {
  if (result.kind === "not_sent") return { kind: "refused", class: "transient", code: result.reason };
  if (result.kind === "no_answer") return { kind: "unknown", reason: result.reason };
  const body = readJson(result.body);
  const taken = takenShape.safeParse(body);
  if (taken.success && result.status >= 200 && result.status < 300) {
    const [{ id, message_status: status } = { id: "" }] = taken.data.messages;
    const isHeld = status === "held_for_quality_assessment";
    return { kind: "accepted", state: isHeld ? "held" : "accepted", providerId: id, parts: null };
  }
  const refused = errorShape.safeParse(body);
  if (!refused.success) return { kind: "unknown", reason: `HTTP ${result.status}` };
  const { code } = refused.data.error;
  return { kind: "refused", class: classOfWhatsAppCode(code), code: String(code) };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
