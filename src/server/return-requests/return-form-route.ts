/**
 * The forms of a paid invoice's page by which its buyer asks for a return, and takes the request back. They need no script: the answer
 * leads back to the page, which says the state.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { orderNumberParams } from "#contract/common.ts";
import { languages } from "#core/language.ts";
import { Problem } from "#core/problem.ts";
import { loadOrder } from "../orders/order-store.ts";
import type { Services } from "../services.ts";
import { readReturnForm, returnOf } from "./return-form.ts";
import { askForReturn, withdrawReturn } from "./return-store.ts";

/** Five hundred letters of any script, escaped, and fifty lines. */
const formBytes = 16 * 1024;

const withdrawal = z.object({ lang: z.enum(languages) });

/** Mounts the forms' receivers. */
export function mountReturnForm(app: FastifyInstance, services: Services): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: formBytes });
    scope.post(
      "/rest/pay/askReturn/:orderNumber",
      { schema: { params: orderNumberParams } },
      async (request, reply) => {
        const { orderNumber: input } = orderNumberParams.parse(request.params);
        const sent = readReturnForm(request.body);
        if (sent === null) throw new Problem("malformed_request");
        const order = await loadOrder(services.db.pool, input);
        if (!order) throw new Problem("order_not_found");
        const sold = order.lines.map((line) => line.qty_thousandths);
        const asked = returnOf(sent, sold);
        const query = new URLSearchParams({ lang: sent.lang });
        if ("fault" in asked) query.set("return", asked.fault);
        else await askForReturn(services.db.kysely, order.order_number, { asked, now: services.clock.now() });
        return reply.redirect(`/pay/order/${order.order_number}?${query}#return`, 303);
      },
    );
    scope.post(
      "/rest/pay/withdrawReturn/:orderNumber",
      { schema: { params: orderNumberParams } },
      async (request, reply) => {
        const { orderNumber: input } = orderNumberParams.parse(request.params);
        const sent = withdrawal.safeParse(request.body);
        if (!sent.success) throw new Problem("malformed_request");
        const order = await loadOrder(services.db.pool, input);
        if (!order) throw new Problem("order_not_found");
        await withdrawReturn(services.db.kysely, order.order_number, services.clock.now());
        return reply.redirect(`/pay/order/${order.order_number}?lang=${sent.data.lang}#return`, 303);
      },
    );
  });
}
