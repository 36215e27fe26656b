/**
 * The receivers of news in a world: the shop's own server, which takes webhooks, and a mail server. They stand behind the
 * same network as the providers, and keep what reached them.
 */
import { STATUS_CODES } from "node:http";
import type { Http, HttpRequest, HttpResult, Mailer } from "#core/ports.ts";
import { webhookTimeoutMs } from "#core/timing.ts";
import { createPlaces } from "#server/webhooks/places.ts";
import { connectionsAtOnce, type WebhookClient } from "#server/webhooks/webhook-client.ts";

/** The names by which they are asked; the path is what an outage calls them. */
export const shopServerUrl = "http://shop.test/webhooks";
const mailServerUrl = "http://mail.test/mail";

/** How long a mail server is waited for. */
const mailTimeoutMs = 10_000;

export type Receivers = {
  /** Webhooks that reached the shop, in order. */
  readonly webhooks: { readonly id: string; readonly body: string }[];
  /** Mails that were taken: their ids. */
  readonly mails: string[];
  /** Takes a request that is for one of them; null for other requests. */
  readonly take: (request: HttpRequest) => HttpResult | null;
};

/** Makes those of one world. */
export function createReceivers(): Receivers {
  const webhooks: { readonly id: string; readonly body: string }[] = [];
  const mails: string[] = [];
  const taken: HttpResult = { kind: "answer", status: 200, headers: {}, body: "" };
  return {
    webhooks,
    mails,
    take: ({ url, headers = {}, body = "" }) => {
      if (url === shopServerUrl) webhooks.push({ id: headers["webhook-id"] ?? "none", body });
      else if (url === mailServerUrl) mails.push(body);
      else return null;
      return taken;
    },
  };
}

/** The client of webhooks of a process. */
export function webhooksOver(http: Http): WebhookClient {
  return {
    send: async (message) => {
      const { body } = message;
      const result = await http({
        method: "POST",
        ...message,
        body: body.toString(),
        timeoutMs: webhookTimeoutMs,
      });
      return result.kind === "answer" ? result : { kind: "no_answer", reason: result.reason };
    },
    inPlace: createPlaces(connectionsAtOnce),
    close: async () => {},
  };
}

/** The mailer of a process; it fails with what the mail library says of such a connection. */
export function mailerOver(http: Http): Mailer {
  return async ({ messageId = "" }) => {
    const result = await http({
      method: "POST",
      url: mailServerUrl,
      body: messageId,
      timeoutMs: mailTimeoutMs,
    });
    if (result.kind === "answer" && result.status === 200) return;
    if (result.kind === "answer") {
      const words = `451 4.3.0 ${STATUS_CODES[result.status]}`;
      throw Object.assign(new Error(words), { code: "EMESSAGE", responseCode: 451 });
    }
    const where =
      result.kind === "not_sent" ? { code: "ESOCKET", syscall: "connect" } : { code: "ETIMEDOUT" };
    throw Object.assign(new Error(result.reason), where);
  };
}
