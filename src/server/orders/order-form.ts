/**
 * A form on the pages of an order that needs no script: what it sends is read, its order is loaded, and the answer leads back to a
 * page, which shows the outcome. A form that was not taken stays in its browser for that page.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { orderNumberParams } from "#contract/common.ts";
import type { PageForm } from "#contract/page-forms.ts";
import { Problem } from "#core/problem.ts";
import { dropDraft, keepDraft } from "../http/form-draft.ts";
import type { Services } from "../services.ts";
import { loadOrder, type OrderRecord } from "./order-store.ts";

type FormAnswer = {
  /** The page that the buyer sees then. */
  readonly address: string;
  /** False where that page says what is wrong with the form, and shows again what was typed. */
  readonly isTaken: boolean;
};

type OrderForm<Sent> = {
  readonly path: Extract<PageForm, `${string}/:orderNumber`>;
  /** In bytes, as browsers escape it. */
  readonly bodyLimit: number;
  /** Null for what is no such form. */
  readonly read: (body: unknown) => Sent | null;
  /** Does what was asked for. */
  readonly answer: (order: OrderRecord, sent: Sent) => Promise<FormAnswer>;
};

/** Mounts its receiver. Whatever is no such form is `malformed_request`, and an unknown order `order_not_found`. */
export function mountOrderForm<Sent extends object>(
  app: FastifyInstance,
  { db, config }: Pick<Services, "db" | "config">,
  { path, bodyLimit, read, answer }: OrderForm<Sent>,
): void {
  const isSecure = config.webUrl.startsWith("https://");
  void app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit });
    scope.post(path, { schema: { params: orderNumberParams } }, async (request, reply) => {
      const { orderNumber } = orderNumberParams.parse(request.params);
      const sent = read(request.body);
      if (sent === null) throw new Problem("malformed_request");
      const order = await loadOrder(db.pool, orderNumber);
      if (!order) throw new Problem("order_not_found");
      const { address, isTaken } = await answer(order, sent);
      const keeping = { form: path, page: address.replace(/[?#].*$/, ""), isSecure };
      if (isTaken) dropDraft(reply, keeping);
      else keepDraft(reply, sent, keeping);
      return reply.redirect(address, 303);
    });
  });
}
