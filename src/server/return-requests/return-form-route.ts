/**
 * The forms of a paid invoice's page by which its buyer asks for a return, and takes the request back: the page says its state
 * then.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Language, languages } from "#core/language.ts";
import type { FaultOf } from "#core/page-forms.ts";
import { mountOrderForm } from "../orders/order-form.ts";
import type { OrderRecord } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { readReturnForm, returnOf } from "./return-form.ts";
import { askForReturn, loadReturn, withdrawReturn } from "./return-store.ts";

const withdrawal = z.object({ lang: z.enum(languages) });

/** Mounts the forms' receivers. */
export function mountReturnForm(app: FastifyInstance, services: Services): void {
  const { db, clock } = services;
  mountOrderForm(app, services, {
    path: "/rest/pay/askReturn/:orderNumber",
    // Five hundred letters of any script, escaped, and fifty lines.
    bodyLimit: 16 * 1024,
    read: readReturnForm,
    answer: async (order, sent) => {
      const sold = order.lines.map((line) => line.qty_thousandths);
      const key = { orderNumber: order.order_number, now: clock.now() };
      return {
        address: addressOf(order, sent),
        fault: await writeDown(db.kysely, key, returnOf(sent, sold)),
      };
    },
  });
  mountOrderForm(app, services, {
    path: "/rest/pay/withdrawReturn/:orderNumber",
    bodyLimit: 1024,
    read: (body) => withdrawal.safeParse(body).data ?? null,
    answer: async (order, sent) => {
      await withdrawReturn(db.kysely, order.order_number, clock.now());
      return { address: addressOf(order, sent), fault: null };
    },
  });
}

function addressOf(order: OrderRecord, { lang }: { readonly lang: Language }): string {
  return `/pay/order/${order.order_number}?lang=${lang}#return`;
}

/**
 * Writes a request down. What the page is to say where it was not: what is wrong with it where it can be sent again, and elsewhere that
 * it is too late, also for one with something wrong, since no form is left there; nothing where another one waits, which the page shows.
 */
async function writeDown(
  db: Services["db"]["kysely"],
  { orderNumber, now }: { readonly orderNumber: string; readonly now: number },
  asked: ReturnType<typeof returnOf>,
): Promise<FaultOf<"/rest/pay/askReturn/:orderNumber"> | null> {
  if (!("fault" in asked) && (await askForReturn(db, orderNumber, { asked, now }))) return null;
  const { askedUntil, last } = await loadReturn(db, orderNumber, now);
  if ("fault" in asked && askedUntil !== null) return asked.fault;
  return last?.state === "requested" ? null : "too_late";
}
