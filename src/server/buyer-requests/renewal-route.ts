/**
 * The button of the page of an expired invoice that asks its shop for a fresh link: the page says then that the shop has been
 * notified.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { languages } from "#core/language.ts";
import { mountOrderForm } from "../orders/order-form.ts";
import type { Services } from "../services.ts";
import { askForRenewal, mayAskForRenewal } from "./renewal-requests.ts";

const form = z.object({ lang: z.enum(languages) });

/** Mounts the form's receiver. */
export function mountRenewalRequests(app: FastifyInstance, services: Services): void {
  mountOrderForm(app, services, {
    path: "/rest/pay/askRenewal/:orderNumber",
    bodyLimit: 512,
    read: (body) => form.safeParse(body).data ?? null,
    answer: async (order, { lang: language }) => {
      const now = services.clock.now();
      if (mayAskForRenewal(order, now))
        await askForRenewal(services.db.kysely, {
          merchantId: order.merchant_id,
          orderId: order.id,
          language,
          now: new Date(now),
        });
      const query = new URLSearchParams({ order: order.order_number, lang: language });
      return { address: `/pay/error/expired-qr?${query}`, fault: null };
    },
  });
}
