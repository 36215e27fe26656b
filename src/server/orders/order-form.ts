/**
 * A form on the pages of an order that needs no script: what it sends is read, its order is loaded, and the answer leads back to a
 * page, which shows the outcome.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance, FastifyReply } from "fastify";
import { orderNumberParams } from "#contract/common.ts";
import type { PageForm } from "#contract/page-forms.ts";
import { Problem } from "#core/problem.ts";
import type { Services } from "../services.ts";
import { loadOrder, type OrderRecord } from "./order-store.ts";

type OrderForm<Sent> = {
  readonly path: Extract<PageForm, `${string}/:orderNumber`>;
  /** In bytes, as browsers escape it. */
  readonly bodyLimit: number;
  /** Null for what is no such form. */
  readonly read: (body: unknown) => Sent | null;
  /** Does what was asked for and gives the address of the page that the buyer sees then; the reply is for its cookies. */
  readonly answer: (order: OrderRecord, sent: Sent, reply: FastifyReply) => Promise<string>;
};

/** Mounts its receiver. Whatever is no such form is `malformed_request`, and an unknown order `order_not_found`. */
export function mountOrderForm<Sent>(
  app: FastifyInstance,
  { db }: Pick<Services, "db">,
  { path, bodyLimit, read, answer }: OrderForm<Sent>,
): void {
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit });
    scope.post(path, { schema: { params: orderNumberParams } }, async (request, reply) => {
      const { orderNumber } = orderNumberParams.parse(request.params);
      const sent = read(request.body);
      if (sent === null) throw new Problem("malformed_request");
      const order = await loadOrder(db.pool, orderNumber);
      if (!order) throw new Problem("order_not_found");
      return reply.redirect(await answer(order, sent, reply), 303);
    });
  });
}
