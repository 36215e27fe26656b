/** Notifications of processed operations: the body of Retrieve Transaction with the profile's secret in a header. */

import type { Webhook } from "#sim/webhooks.ts";
import type { Gateway, TransactionRequest } from "./records.ts";
import { transactionBody } from "./responses.ts";
import type { Performed } from "./steps.ts";

/** One notification for one operation, or none when neither the order nor the profile has an address. */
export function notificationsOf(
  gateway: Gateway,
  request: TransactionRequest,
  performed: Performed,
): readonly Webhook[] {
  const url = performed.order.notificationUrl ?? request.profile.webhookUrl;
  if (url === undefined) return [];
  const { order, transaction } = performed;
  const notificationId = gateway.ids.hex(32);
  const body = transactionBody({
    order,
    transaction,
    apiVersion: request.apiVersion,
    baseUrl: request.baseUrl,
  });
  return [
    {
      url,
      body: JSON.stringify(body),
      headers: (attempt) => ({
        "x-notification-secret": request.profile.webhookSecret,
        "x-notification-id": notificationId,
        "x-notification-attempt": String(attempt),
      }),
    },
  ];
}
