/** The channel of e-mail: the operator's mail server, for every merchant. */
import type { MessageChannel, SendOutcome } from "#core/messages/message-channel.ts";
import { readMailError } from "../notifications/mailer.ts";
import type { Services } from "../services.ts";

/** The channel; null where no mail can be sent. */
export function mailChannel({ mailer, config }: Pick<Services, "mailer" | "config">): MessageChannel | null {
  if (config.smtpUrl === null) return null;
  return {
    name: "email",
    account: "installation",
    resendsAfterDoubt: false,
    // A mail server tells nothing afterwards.
    check: null,
    send: async ({ id, to, content }) => {
      if (content.channel !== "email") throw new Error("not a mail");
      const { subject, text, html, shop, replyTo, unsubscribeUrl, attachments } = content;
      try {
        await mailer({
          to,
          subject,
          text,
          html,
          senderName: shop,
          messageId: id,
          attachments,
          ...(replyTo !== null && { replyTo }),
          // RFC 8058: one click, without a page.
          ...(unsubscribeUrl !== null && {
            headers: {
              "list-unsubscribe": `<${unsubscribeUrl}>`,
              "list-unsubscribe-post": "List-Unsubscribe=One-Click",
            },
          }),
        });
        return { kind: "accepted", state: "accepted", providerId: null, parts: null };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** 5.7.x is about the operator's address, names and reputation; any other final answer to RCPT is about the receiver. */
function outcomeOf(error: unknown): SendOutcome {
  const refusal = readMailError(error);
  switch (refusal.kind) {
    case "account":
      return { kind: "refused", class: "account", code: "sign_in" };
    case "not_sent":
      return { kind: "refused", class: "transient", code: "not_reached" };
    case "no_answer":
      return { kind: "unknown", reason: "connection lost" };
    case "answer": {
      const code = String(refusal.status);
      if (refusal.status < 500) return { kind: "refused", class: "transient", code };
      const isPolicy = error instanceof Error && /\b5\.7\.\d+/.test(error.message);
      const isRecipient = refusal.stage === "recipient" && !isPolicy;
      return { kind: "refused", class: isRecipient ? "recipient" : "content", code };
    }
  }
}
