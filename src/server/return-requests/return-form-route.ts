/** The form of a paid invoice's page by which its buyer asks for a return: the page says its state then. */
import type { FastifyInstance } from "fastify";
import { mountOrderForm } from "../orders/order-form.ts";
import type { Services } from "../services.ts";
import { readReturnForm, returnOf } from "./return-form.ts";
import { askForReturn } from "./return-store.ts";

/** Mounts the form's receiver. */
export function mountReturnForm(app: FastifyInstance, services: Services): void {
  mountOrderForm(app, services, {
    path: "/rest/pay/askReturn/:orderNumber",
    // Five hundred letters of any script, escaped, and fifty lines.
    bodyLimit: 16 * 1024,
    read: readReturnForm,
    answer: async (order, sent) => {
      const sold = order.lines.map((line) => line.qty_thousandths);
      const asked = returnOf(sent, sold);
      const query = new URLSearchParams({ lang: sent.lang });
      if ("fault" in asked) query.set("return", asked.fault);
      else await askForReturn(services.db.kysely, order.order_number, { asked, now: services.clock.now() });
      return `/pay/order/${order.order_number}?${query}#return`;
    },
  });
}
