/**
 * A form on the pages of an order that needs no script: what it sends is read, its order is loaded, and the answer leads back to a
 * page, which shows the outcome. A form that was not taken stays in its browser for that page.
 */
import formbody from "@fastify/formbody";
import type { FastifyInstance } from "fastify";
import { orderNumberParams } from "#contract/common.ts";
import { type FaultOf, type PageForm, pageForms } from "#core/page-forms.ts";
import { Problem } from "#core/problem.ts";
import { dropDraft, keepDraft } from "../http/form-draft.ts";
import type { Services } from "../services.ts";
import { loadOrder, type OrderRecord } from "./order-store.ts";

type OrderPageForm = Extract<PageForm, `${string}/:orderNumber`>;

type FormAnswer<Form extends OrderPageForm> = {
  /** The page that the buyer sees then: its path, with its query and fragment. */
  readonly address: string;
  /** What that page is to say is wrong, where it shows again what was typed; null for a form that was taken. */
  readonly fault: FaultOf<Form> | null;
};

type OrderForm<Form extends OrderPageForm, Sent> = {
  readonly path: Form;
  /** In bytes, as browsers escape it. */
  readonly bodyLimit: number;
  /** Null for what is no such form. */
  readonly read: (body: unknown) => Sent | null;
  /** Does what was asked for. */
  readonly answer: (order: OrderRecord, sent: Sent) => Promise<FormAnswer<Form>>;
};

/** Mounts its receiver. Whatever is no such form is `malformed_request`, and an unknown order `order_not_found`. */
export function mountOrderForm<Form extends OrderPageForm, Sent extends object>(
  app: FastifyInstance,
  { db, config }: Pick<Services, "db" | "config">,
  { path, bodyLimit, read, answer }: OrderForm<Form, Sent>,
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
      const { address, fault } = await answer(order, sent);
      const keeping = { form: path, page: address.replace(/[?#].*$/, ""), isSecure };
      if (fault === null) {
        dropDraft(reply, keeping);
        return reply.redirect(address, 303);
      }
      keepDraft(reply, sent, keeping);
      return reply.redirect(withFault(address, path, fault), 303);
    });
  });
}

/** The page says what is wrong by the name that its address has under the form's parameter (`faultIn` of core/page-forms.ts). */
function withFault(address: string, form: PageForm, fault: string): string {
  const [, page = "", fragment = ""] = /^([^#]*)(#.*)?$/.exec(address) ?? [];
  const query = new URLSearchParams({ [pageForms[form].faults?.parameter ?? ""]: fault });
  return `${page}${page.includes("?") ? "&" : "?"}${query}${fragment}`;
}
