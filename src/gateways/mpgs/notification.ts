/**
 * Notifications of the gateway: a POST with the merchant's secret in a header. They say only which attempt to ask
 * about; their content is never believed (decision K6), because the secret proves the sender and not the freshness.
 */

import { parseJson } from "#core/json.ts";
import type { Secret } from "#core/secret/secret.ts";
import { isSameText } from "../same-text.ts";
import { attemptIdOf } from "./payment-context.ts";
import { notificationBody } from "./wire.ts";

/**
 * Checks and reads a notification.
 * @param request headers by lower-case name, body as text
 * @returns "forged" without the right secret or without an id; an event without `attemptId` for transactions that
 *   are no attempt of ours, such as a refund
 */
export function readNotification(
  secret: Secret,
  request: { readonly headers: Readonly<Record<string, string | undefined>>; readonly body: string },
): { readonly attemptId?: string; readonly reference?: string } | "forged" {
  const given = request.headers["x-notification-secret"];
  const id = request.headers["x-notification-id"];
  if (given === undefined || id === undefined || !isSameText(given, secret.reveal())) return "forged";
  const body = notificationBody.safeParse(parseJson(request.body));
  if (!body.success) return {};
  const reference = body.data.transaction.id;
  const attemptId = attemptIdOf(reference);
  return { reference, ...(attemptId !== null && { attemptId }) };
}
