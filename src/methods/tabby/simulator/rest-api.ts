/** Tabby's calls: sessions, payments, registered addresses. */

import { z } from "zod";
import { minor } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import type { AddRoute, ApiCall } from "#sim/guarded-routes.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Store } from "#sim/state.ts";
import type { TabbyAccount } from "./account.ts";
import { openSession } from "./checkout.ts";
import { badData, notFound, refusal } from "./errors.ts";
import type { Moves } from "./moves.ts";
import type { Notifier, Registration } from "./notifications.ts";
import type { Payments, TabbyPayment } from "./payments.ts";
import {
  captureSchema,
  checkoutSchema,
  listSchema,
  readAmount,
  readBody,
  refundSchema,
  webhookSchema,
} from "./requests.ts";
import { paymentBody, sessionBody } from "./responses.ts";

type Parts = { readonly payments: Payments; readonly moves: Moves; readonly notify: Notifier };

/** At most so many addresses per merchant code, as Tabby says. */
const mostWebhooks = 4;

/** Opening and ending a session. */
export function registerSessions(route: AddRoute, parts: Parts, account: TabbyAccount): void {
  const { payments, moves, notify } = parts;
  route({
    method: "POST",
    path: "/api/v2/checkout",
    operation: "CHECKOUT",
    work({ request, baseUrl }) {
      const opened = openSession(payments, account, readBody(checkoutSchema, request.body));
      return {
        status: 200,
        body: sessionBody(opened, account, baseUrl),
        note: `${opened.payment.orderNumber}: ${opened.rejectionReason ?? opened.payment.id}`,
      };
    },
  });
  route({
    method: "POST",
    path: "/api/v2/checkout/:id/cancel",
    operation: "CANCEL_SESSION",
    work({ id }) {
      const payment = moves.cancelSession(payments.findBySession(id));
      return {
        status: 200,
        body: { status: "ok" },
        note: `${payment.orderNumber}: session cancelled`,
        webhooks: notify(payment),
      };
    },
  });
}

/** Reading, capturing, refunding and closing payments. */
export function registerPayments(route: AddRoute, { payments, moves, notify }: Parts): void {
  const shown = (payment: TabbyPayment, call: Call): Answer => ({
    status: 200,
    body: { ...paymentBody(payment), ...(call.hasFault("unlisted_status") && { status: "BREWING" }) },
    note: `${payment.orderNumber}: ${payment.status}`,
  });
  /** A move that changed nothing, such as a repetition, is not reported again. */
  const answered = (before: TabbyPayment, after: TabbyPayment, call: Call): Answer => ({
    ...shown(after, call),
    webhooks: after === before ? [] : notify(after),
  });
  route({
    method: "GET",
    path: "/api/v2/payments",
    operation: "LIST_PAYMENTS",
    work({ request }) {
      const {
        created_at__gte: from,
        created_at__lte: to,
        limit,
        offset,
      } = readBody(listSchema, request.query);
      const found = payments
        .list()
        .filter(({ status }) => status === "AUTHORIZED" || status === "CLOSED")
        .filter(({ createdAt }) => createdAt >= from && createdAt <= to);
      return {
        status: 200,
        body: {
          payments: found.slice(offset, offset + limit).map(paymentBody),
          pagination: { limit, offset, total_count: found.length },
        },
        note: `${found.length} payments`,
      };
    },
  });
  route({
    method: "GET",
    path: "/api/v2/payments/:id",
    operation: "GET_PAYMENT",
    work: ({ id, call }) => shown(payments.find(id), call),
  });
  route({
    method: "POST",
    path: "/api/v2/payments/:id/captures",
    operation: "CAPTURE",
    work({ id, request, call }) {
      const payment = payments.find(id);
      const body = readBody(captureSchema, request.body);
      const asked = readAmount(body.amount, payment.currency);
      const taken = call.hasFault("amount_mismatch") ? minor(asked - 1) : asked;
      return answered(payment, moves.capture(payment, asked, taken, body.reference_id), call);
    },
  });
  route({
    method: "POST",
    path: "/api/v2/payments/:id/refunds",
    operation: "REFUND",
    work({ id, request, call }) {
      const payment = payments.find(id);
      const body = readBody(refundSchema, request.body);
      const amount = readAmount(body.amount, payment.currency);
      return answered(payment, moves.refund(payment, amount, body.reference_id), call);
    },
  });
  route({
    method: "POST",
    path: "/api/v2/payments/:id/close",
    operation: "CLOSE",
    work({ id, call }) {
      const payment = payments.find(id);
      return answered(payment, moves.close(payment), call);
    },
  });
}

/** Registering addresses for messages. */
export function registerWebhooks(
  route: AddRoute,
  tools: Pick<SimulatorTools, "ids">,
  registrations: Store<Registration>,
): void {
  const path = "/api/v1/webhooks";
  const shown = ({ id, url, header }: Registration): object => ({
    id,
    url,
    is_test: true,
    header: header ?? null,
  });
  const own = (request: ApiCall["request"]): { code: string; list: readonly Registration[] } => {
    const code = z.string().safeParse(request.headers["x-merchant-code"]).data;
    if (code === undefined) throw refusal(401, "not_authorized", "merchant is null");
    return { code, list: [...registrations.values()].filter((each) => each.merchantCode === code) };
  };
  const find = ({ id, request }: ApiCall): Registration => {
    const found = own(request).list.find((each) => each.id === id);
    if (!found) throw notFound("webhook");
    return found;
  };
  const keep = (id: string, { request }: ApiCall): Answer => {
    const { url, header } = readBody(webhookSchema, request.body);
    const registration = { id, merchantCode: own(request).code, url, ...(header && { header }) };
    registrations.set(id, registration);
    return { status: 200, body: shown(registration), note: url };
  };
  route({
    method: "POST",
    path,
    operation: "CREATE_WEBHOOK",
    work(call) {
      if (own(call.request).list.length >= mostWebhooks) throw badData("too many webhooks");
      return keep(tools.ids.uuid(), call);
    },
  });
  route({
    method: "GET",
    path,
    operation: "LIST_WEBHOOKS",
    work: ({ request }) => ({ status: 200, body: own(request).list.map(shown) }),
  });
  route({
    method: "GET",
    path: `${path}/:id`,
    operation: "GET_WEBHOOK",
    work: (call) => ({ status: 200, body: shown(find(call)) }),
  });
  route({
    method: "PUT",
    path: `${path}/:id`,
    operation: "CHANGE_WEBHOOK",
    work: (call) => keep(find(call).id, call),
  });
  route({
    method: "DELETE",
    path: `${path}/:id`,
    operation: "REMOVE_WEBHOOK",
    work(call) {
      registrations.delete(find(call).id);
      return { status: 200, body: { status: "ok" } };
    },
  });
}
