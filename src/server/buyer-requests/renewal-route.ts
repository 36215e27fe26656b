/**
 * The button of the page of an expired invoice that asks its shop for a fresh link. It needs no script: the answer leads
 * back to the page, which says that the shop has been notified.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { orderNumberParams } from "#contract/common.ts";
import { languages } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { loadOrder } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { askForRenewal, mayAskForRenewal } from "./renewal-requests.ts";

const form = z.object({ lang: z.enum(languages) });

/** Mounts the form's receiver. */
export function mountRenewalRequests(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 512 });
    scope.post(
      "/rest/pay/askRenewal/:orderNumber",
      { schema: { params: orderNumberParams } },
      async (request, reply) => {
        const { orderNumber: input } = orderNumberParams.parse(request.params);
        const sent = form.safeParse(request.body);
        if (!sent.success) throw new Problem("malformed_request");
        const order = await loadOrder(services.db.pool, input);
        if (!order) throw new Problem("order_not_found");
        const language = sent.data.lang;
        const now = services.clock.now();
        if (mayAskForRenewal(order, now))
          await askForRenewal(services.db.kysely, {
            merchantId: order.merchant_id,
            orderId: order.id,
            language,
            now: new Date(now),
          });
        const query = new URLSearchParams({ order: order.order_number, lang: language });
        return reply.redirect(`/pay/error/expired-qr?${query}`, 303);
      },
    );
  });
}
