/**
 * The form on the pages of an order that asks for the numbers by e-mail; the page shows its outcome. A mail server that is down delays no request: the queue sends.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { hasCardNumber } from "#core/card/card-in-text.ts";
import { languages } from "#core/language.ts";
import type { FaultOf } from "#core/page-forms.ts";
import { stripBidiControls } from "#core/text.ts";
import { isEmail } from "#core/validators.ts";
import { mountOrderForm } from "../orders/order-form.ts";
import { isPayable } from "../orders/order-open.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import { loadOpenReferences } from "../payments/open-references.ts";
import { wakeQueue } from "../queue/work-queue.ts";
import type { Services } from "../services.ts";
import { storeReferenceMail } from "./reference-mail-store.ts";

const form = z.object({
  email: z.string().max(320),
  method: z.string().regex(/^[a-z0-9]{1,20}$/),
  /** The page that the form stands on. */
  page: z.enum(["info", "order"]),
  lang: z.enum(languages),
});

type Form = z.output<typeof form>;
type MailFault = FaultOf<"/rest/pay/mailReference/:orderNumber">;

/** Mounts the form's receiver. */
export function mountReferenceMail(app: FastifyInstance, services: Services): void {
  mountOrderForm(app, services, {
    path: "/rest/pay/mailReference/:orderNumber",
    bodyLimit: 2048,
    read: (body) => form.safeParse(body).data ?? null,
    answer: async (order, sent) => {
      const fault = await ask(services, order, sent);
      return { address: pageAddress(order, sent, fault), fault };
    },
  });
}

/** Null when the mail will be sent, or when nothing is open any more: the page shows which. */
async function ask(
  services: Services,
  order: OrderRecord,
  { email, method, lang: language }: Form,
): Promise<MailFault | null> {
  if (services.config.smtpUrl === null) return "off";
  const address = stripBidiControls(email).trim();
  if (!isEmail(address) || hasCardNumber(address)) return "invalid";
  if (!isPayable(order, services.clock.now())) return null;
  const open = await loadOpenReferences(services, order.order_number);
  if (!open.some((reference) => reference.method === method)) return null;
  const mail = { merchantId: order.merchant_id, orderId: order.id, method, address, language };
  if (!(await storeReferenceMail(services, mail))) return "limit";
  wakeQueue(services);
  return null;
}

function pageAddress(
  { order_number: orderNumber }: OrderRecord,
  { page, lang, method }: Form,
  fault: MailFault | null,
): string {
  const query = new URLSearchParams({ lang, ...(fault && { method }) });
  return `/pay/${page}/${orderNumber}?${query}#mail-${method}`;
}
