/**
 * The bank's messages: JSON, signed with the time of sending (`X-Viban-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of
 * "t.body">`). A message only says which attempt to ask about; the state comes from asking (decision K6).
 */

import { createHmac } from "node:crypto";
import { parseJson } from "#core/json.ts";
import type { Secret } from "#core/secret/secret.ts";
import { isSameText } from "#gateways/same-text.ts";
import type { WebhookEvent, WebhookRequest } from "../payment-method.ts";
import { notificationBody } from "./wire.ts";

/** How old a message may be, and how far its sender's clock may be ahead of ours. */
const toleranceMs = 300_000;

/**
 * Checks and reads a message.
 * @param now milliseconds since the epoch
 * @returns "forged" without a right and recent signature; an event without `attemptId` for accounts that are no
 *   attempt of ours
 */
export function readNotification(
  secret: Secret,
  request: WebhookRequest,
  now: number,
): WebhookEvent | "forged" {
  const [, seconds = "", signature = ""] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(request.headers["x-viban-signature"] ?? "") ?? [];
  if (seconds === "" || secret.reveal() === "") return "forged";
  const expected = createHmac("sha256", secret.reveal()).update(`${seconds}.${request.body}`).digest("hex");
  if (!isSameText(signature, expected)) return "forged";
  if (Math.abs(now - Number(seconds) * 1000) > toleranceMs) return "forged";
  const body = notificationBody.safeParse(parseJson(request.body));
  if (!body.success) return {};
  const { reference } = body.data.data;
  return /^[0-9a-z]{8,32}$/.test(reference) ? { attemptId: reference } : {};
}
