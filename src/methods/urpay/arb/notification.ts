/**
 * The gateway's messages to us. They carry no signature, so the address that is registered at the bank carries a key:
 * a sender without it is not even listened to. Who does is believed no more than that: the payment is asked about
 * (decision K6).
 */
import { parseJson } from "#core/json.ts";
import type { Secret } from "#core/secret/secret.ts";
import { isSameText } from "#gateways/same-text.ts";
import type { WebhookEvent, WebhookRequest } from "../../payment-method.ts";
import { notificationBody } from "./wire.ts";

/** The gateway repeats a message until it reads this. */
const acknowledgement = [{ status: "1" }];

/** Reads a message to `/rest/pay/notify/urpay/{merchant}?key=…`. */
export function readNotification(key: Secret, { query, body }: WebhookRequest): WebhookEvent | "forged" {
  if (!isSameText(query["key"] ?? "", key.reveal())) return "forged";
  const message = notificationBody.safeParse(parseJson(body));
  if (!message.success) return "forged";
  const { trackId } = message.data.payLoad;
  return { ...(trackId !== "" && { attemptId: trackId }), acknowledgement };
}
