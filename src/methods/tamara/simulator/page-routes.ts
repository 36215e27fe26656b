/** Addresses of the simulated Tamara that people open: the checkout, and the desk. They need no token. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Answer } from "#sim/exchange.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import { Refusal } from "#sim/refusal.ts";
import type { Webhook } from "#sim/webhooks.ts";
import { phones } from "./checkout.ts";
import type { Moves } from "./moves.ts";
import type { Notifier } from "./notifications.ts";
import type { Orders, TamaraOrder } from "./orders.ts";
import { checkoutPage, choices, deskPage, type Language, unknownPage } from "./pages.ts";

type Parts = { readonly orders: Orders; readonly moves: Moves; readonly notify: Notifier };

const paramsSchema = z.object({ id: z.string().default("") });
const localeSchema = z.object({ locale: z.string().optional(), lang: z.string().optional() });
const choiceSchema = z.object({ choice: z.enum(choices) });
const actionSchema = z.object({ action: z.enum(["approve", "decline", "expire", "resend"]) });

/** Adds the pages. */
export function registerPages(app: FastifyInstance, tools: SimulatorTools, parts: Parts): void {
  const { orders, notify } = parts;
  const page = (operation: string, work: (request: FastifyRequest) => Answer) => {
    return (request: FastifyRequest, reply: FastifyReply) =>
      tools.serve({ request, reply, operation, work: () => orUnknown(request, () => work(request)) });
  };
  const idOf = (request: FastifyRequest) => paramsSchema.parse(request.params).id;

  app.get(
    "/checkout/:id",
    page("PAGE", (request) => {
      const order = orders.findByCheckout(idOf(request));
      const path = `${tools.baseUrl(request)}/checkout/${order.checkoutId}`;
      return checkoutPage(order, path, languageOf(request));
    }),
  );

  app.post(
    "/checkout/:id",
    page("PAGE", (request) => {
      const order = orders.findByCheckout(idOf(request));
      const { choice } = choiceSchema.parse(request.body);
      // A choice made twice leads the same way; leaving without one changes nothing at Tamara.
      if (order.status !== "new" || choice === "cancel")
        return leave(order, order.status === "new" ? "canceled" : order.status, []);
      return decide(parts, order, choice);
    }),
  );

  app.get(
    "/desk",
    page("DESK", (request) =>
      deskPage(tools.listed(request, orders.list()), tools.baseUrl(request), languageOf(request)),
    ),
  );

  app.post(
    "/desk/:id",
    page("DESK", (request) => {
      const order = orders.find(idOf(request));
      const { action } = actionSchema.parse(request.body);
      const answer =
        action === "resend"
          ? { webhooks: notify(order, { name: eventOf(order.status) }), note: `${order.number}: sent again` }
          : decide(parts, order, action);
      const headers = { location: `${tools.baseUrl(request)}/desk` };
      return { ...answer, status: 303, headers, body: "" };
    }),
  );
}

/** What the choice makes of the order, what is reported, and where the browser goes. */
function decide(
  { moves, notify }: Parts,
  order: TamaraOrder,
  choice: "approve" | "decline" | "expire",
): Answer {
  const isDeclined = choice === "decline" || order.phone === phones.declined;
  const status = choice === "expire" ? "expired" : isDeclined ? "declined" : "approved";
  const after = moves.leave(order, status);
  return leave(after, status, notify(after, { name: eventOf(status) }));
}

function leave(order: TamaraOrder, status: string, webhooks: readonly Webhook[]): Answer {
  const { success, failure, cancel } = order.urls;
  const isCancelled = status === "canceled" || status === "expired";
  const isFailed = status === "declined";
  const target = isCancelled ? cancel : isFailed ? failure : success;
  const paymentStatus = isCancelled ? "canceled" : isFailed ? "declined" : "approved";
  return {
    status: 303,
    headers: { location: `${target}?paymentStatus=${paymentStatus}&orderId=${order.orderId}` },
    body: "",
    note: `${order.number}: ${status}`,
    webhooks,
  };
}

const events: Readonly<Record<string, string>> = {
  authorised: "order_authorised",
  declined: "order_declined",
  canceled: "order_canceled",
  updated: "order_updated",
  partially_captured: "order_captured",
  fully_captured: "order_captured",
  partially_refunded: "order_refunded",
  fully_refunded: "order_refunded",
  expired: "order_expired",
};

function eventOf(status: string): string {
  return events[status] ?? "order_approved";
}

function languageOf(request: FastifyRequest): Language {
  const { locale, lang } = localeSchema.parse(request.query);
  return (locale ?? lang)?.startsWith("en") === true ? "en" : "ar";
}

function orUnknown(request: FastifyRequest, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal || error instanceof z.ZodError) return unknownPage(languageOf(request));
    throw error;
  }
}
