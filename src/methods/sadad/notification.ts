/**
 * Moyasar's messages: JSON with the secret that we chose when we registered our address, in the body. It proves the
 * sender and nothing about the rest, and it never changes. So a message only says which attempt to ask about.
 */
import { parseJson } from "#core/json.ts";
import type { Secret } from "#core/secret/secret.ts";
import { isSameText } from "#gateways/same-text.ts";
import type { WebhookEvent, WebhookRequest } from "../payment-method.ts";
import { notificationBody } from "./wire.ts";

/** A message, and what Moyasar expects to have back before it sends others: the code of a new address. */
export type Notification = {
  readonly event: WebhookEvent;
  readonly verification?: { readonly webhookId: string; readonly code: string };
};

/**
 * Checks and reads a message.
 * @returns "forged" without the right secret; an event without `attemptId` for payments that are no attempt of ours
 */
export function readNotification(secret: Secret, request: WebhookRequest): Notification | "forged" {
  const body = notificationBody.safeParse(parseJson(request.body));
  if (!body.success || !isSameText(body.data.secret_token, secret.reveal())) return "forged";
  const { type, data } = body.data;
  const { webhook_id: webhookId, verification_code: code } = data;
  if (type === "webhook_verification") {
    return { event: {}, ...(webhookId && code && { verification: { webhookId, code } }) };
  }
  const attemptId = data.metadata?.attempt ?? "";
  return { event: /^[0-9a-z]{8,32}$/.test(attemptId) ? { attemptId } : {} };
}
