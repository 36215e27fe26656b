/**
 * Tabby's messages: the payment as a JSON body, with the header that we registered. That header proves the sender
 * and nothing about the body, and it never changes. So a message only says which attempt to ask about.
 */
import { parseJson } from "#core/json.ts";
import type { Secret } from "#core/secret/secret.ts";
import { isSameText } from "#gateways/same-text.ts";
import type { WebhookEvent, WebhookRequest } from "../payment-method.ts";
import { notificationBody } from "./wire.ts";

/** The header's name, in lower case; part of the registration. */
export const webhookHeader = "x-wasl-webhook-secret";

/**
 * Checks and reads a message.
 * @returns "forged" without the right header; an event without `attemptId` for payments that are no attempt of ours
 */
export function readNotification(secret: Secret, request: WebhookRequest): WebhookEvent | "forged" {
  const given = request.headers[webhookHeader];
  if (given === undefined || !isSameText(given, secret.reveal())) return "forged";
  const body = notificationBody.safeParse(parseJson(request.body));
  if (!body.success) return {};
  const { id, order } = body.data;
  const isAttempt = /^[0-9a-z]{8,32}$/.test(order.reference_id);
  return {
    reference: id,
    ...(isAttempt && { attemptId: order.reference_id }),
  };
}
