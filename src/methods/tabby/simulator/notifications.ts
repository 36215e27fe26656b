/** What the simulated Tabby tells merchants: the payment with its status in small letters, under a fixed header. */

import { z } from "zod";
import type { Store } from "#sim/state.ts";
import type { Webhook } from "#sim/webhooks.ts";
import type { TabbyPayment } from "./payments.ts";
import { paymentBody } from "./responses.ts";

export const registrationSchema = z.object({
  id: z.string(),
  merchantCode: z.string(),
  url: z.string(),
  header: z.object({ title: z.string(), value: z.string() }).optional(),
});

export type Registration = z.output<typeof registrationSchema>;

export type Notifier = (payment: TabbyPayment) => readonly Webhook[];

/** Makes the messages about a payment: one to every address of its merchant code. */
export function createNotifier(registrations: Store<Registration>): Notifier {
  return (payment) => {
    const { buyer: _, ...shown } = paymentBody(payment);
    const body = JSON.stringify({
      ...shown,
      status: payment.status.toLowerCase(),
      is_expired: payment.status === "EXPIRED",
      token: payment.sessionId,
    });
    return [...registrations.values()]
      .filter(({ merchantCode }) => merchantCode === payment.merchantCode)
      .map(({ url, header }) => ({
        url,
        body,
        headers: () => (header === undefined ? {} : { [header.title]: header.value }),
      }));
  };
}
