/** Addresses that a merchant registered, and the messages to them: the secret travels in the body, unsigned. */

import { z } from "zod";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Webhook } from "#sim/webhooks.ts";
import type { MoyasarAccount } from "./account.ts";
import type { Bill } from "./bills.ts";
import { notFound, refusal } from "./errors.ts";
import { paymentBody } from "./responses.ts";

const registrationSchema = z.object({
  id: z.string(),
  url: z.string(),
  secret: z.string(),
  events: z.array(z.string()).nullable(),
  createdAt: z.number(),
  /** Null once the address is verified. */
  code: z.string().nullable(),
});

export type Registration = z.output<typeof registrationSchema>;

export type Registrations = ReturnType<typeof createRegistrations>;

const codeDigits = 6;

/** The registered addresses of one account. */
export function createRegistrations(
  tools: Pick<SimulatorTools, "clock" | "ids" | "store">,
  account: Pick<MoyasarAccount, "name" | "verifiesWebhooks">,
) {
  const { clock, ids } = tools;
  const registrations = tools.store<Registration>({ name: "webhooks", persist: registrationSchema });
  const find = (id: string): Registration => {
    const found = registrations.get(id);
    if (!found) throw notFound();
    return found;
  };
  const message = (to: Registration, type: string, data: object): Webhook => {
    const body = JSON.stringify({
      id: ids.uuid(),
      type,
      created_at: new Date(clock.now()).toISOString(),
      secret_token: to.secret,
      account_name: account.name,
      live: false,
      data,
    });
    return { url: to.url, body, headers: () => ({}) };
  };
  return {
    list: () => [...registrations.values()],
    find,
    remove: (id: string) => registrations.delete(find(id).id),

    /** Registers an address; the message with its code, where the account wants that. */
    add(wanted: Pick<Registration, "url" | "secret" | "events">) {
      const code = account.verifiesWebhooks ? ids.digits(codeDigits) : null;
      const added: Registration = { ...wanted, id: ids.uuid(), createdAt: clock.now(), code };
      registrations.set(added.id, added);
      const data = { webhook_id: added.id, verification_code: code };
      return { added, messages: code === null ? [] : [message(added, "webhook_verification", data)] };
    },

    verify(id: string, code: string): Registration {
      const found = find(id);
      if (found.code !== code)
        throw refusal(400, "webhook_verification_invalid", "Verification code is incorrect");
      const verified = { ...found, code: null };
      registrations.set(id, verified);
      return verified;
    },

    /** What every verified address receives about a bill. */
    about(bill: Bill): readonly Webhook[] {
      const type = `payment_${bill.status}`;
      return [...registrations.values()]
        .filter(({ events, code }) => code === null && (events === null || events.includes(type)))
        .map((to) => message(to, type, paymentBody(bill)));
    },
  };
}
