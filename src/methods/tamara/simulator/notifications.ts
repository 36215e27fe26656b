/** What the simulated Tamara tells merchants: a body without a signature, and a signed token that fits every body. */

import { createHmac } from "node:crypto";
import { z } from "zod";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Webhook } from "#sim/webhooks.ts";
import type { TamaraAccount } from "./account.ts";
import type { TamaraOrder } from "./orders.ts";

export const registrationSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  headers: z.record(z.string(), z.string()),
});

export type Registration = z.output<typeof registrationSchema>;

/** Lifetime of a token, seconds. */
const tokenLifetimeSeconds = 900;

/** An event: its name, and what belongs to it such as a capture's id. */
export type OrderEvent = { readonly name: string; readonly data?: object };

export type Notifier = (order: TamaraOrder, event: OrderEvent) => readonly Webhook[];

/** Makes the messages of an event: to the checkout's own address, and to every address registered for it. */
export function createNotifier(
  tools: Pick<SimulatorTools, "clock">,
  account: TamaraAccount,
  registrations: { readonly values: () => Iterable<Registration> },
): Notifier {
  return (order, event) => {
    const shared = {
      order_id: order.orderId,
      order_reference_id: order.reference,
      order_number: order.number,
      data: event.data ?? [],
    };
    const token = () => signToken(account.notificationToken, tools.clock.now());
    const message = (url: string, body: object, headers: Readonly<Record<string, string>> = {}): Webhook => {
      const signed = token();
      return {
        url: `${url}${url.includes("?") ? "&" : "?"}tamaraToken=${signed}`,
        body: JSON.stringify(body),
        headers: () => ({ ...headers, authorization: `Bearer ${signed}` }),
      };
    };
    const own = order.urls.notification;
    return [
      ...(own === undefined ? [] : [message(own, { ...shared, order_status: order.status })]),
      ...[...registrations.values()]
        .filter(({ events }) => events.includes(event.name))
        .map(({ url, headers }) => message(url, { ...shared, event_type: event.name }, headers)),
    ];
  };
}

/** A JSON Web Token by HS256 with the claims of Tamara's. */
export function signToken(secret: string, now: number): string {
  const iat = Math.floor(now / 1000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ typ: "JWT", alg: "HS256" })}.${part({ exp: iat + tokenLifetimeSeconds, iat, iss: "Tamara" })}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
}
