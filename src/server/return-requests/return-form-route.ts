/**
 * The forms of a paid invoice's page by which its buyer asks for a return, and takes the request back: the page says its state
 * then.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Language, languages } from "#core/language.ts";
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
      const asked = returnOf(sent, sold);
      const fault =
        "fault" in asked
          ? asked.fault
          : await writeDown(db.kysely, order.order_number, { asked, now: clock.now() });
      return { address: addressOf(order, sent), fault };
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

/** What the page is to say where nothing was written: that it is too late, unless one waits, which it shows. */
async function writeDown(...request: Parameters<typeof askForReturn>): Promise<"too_late" | null> {
  if (await askForReturn(...request)) return null;
  const [db, orderNumber, { now }] = request;
  const { last } = await loadReturn(db, orderNumber, now);
  return last?.state === "requested" ? null : "too_late";
}
