/** Tamara's calls: availability, checkout, orders, money, registered addresses. */

import { z } from "zod";
import { type Minor, minor } from "#core/money.ts";
import type { Answer, Call } from "#sim/exchange.ts";
import type { AddRoute } from "#sim/guarded-routes.ts";
import type { SimulatorTools } from "#sim/kit.ts";
import type { Store } from "#sim/state.ts";
import { limitMinor, openCheckout, phones } from "./checkout.ts";
import { refusal } from "./errors.ts";
import type { Moves } from "./moves.ts";
import type { Notifier, Registration } from "./notifications.ts";
import type { Orders, TamaraOrder } from "./orders.ts";
import {
  cancelSchema,
  captureSchema,
  checkoutSchema,
  preCheckSchema,
  readAmount,
  readBody,
  refundSchema,
  webhookSchema,
} from "./requests.ts";
import { checkoutBody, money, orderBody } from "./responses.ts";

type Parts = { readonly orders: Orders; readonly moves: Moves; readonly notify: Notifier };

const unlistedStatus = "brewing";

/** Whether a payment would be taken, and the limits. */
export function registerAvailability(route: AddRoute): void {
  const label = {
    payment_type: "PAY_BY_INSTALMENTS",
    instalment: 4,
    description_en: "Split in 4",
    description_ar: "قسمها على 4",
  };
  route({
    method: "POST",
    path: "/checkout/payment-options-pre-check",
    operation: "PRE_CHECK",
    work({ request }) {
      const body = readBody(preCheckSchema, request.body);
      const isAvailable =
        readAmount(body.order_value) <= limitMinor && !body.phone_number?.endsWith(phones.declined);
      return {
        status: 200,
        body: {
          has_available_payment_options: isAvailable,
          single_checkout_enabled: true,
          available_payment_labels: isAvailable ? [label] : [],
        },
      };
    },
  });
  route({
    method: "GET",
    path: "/checkout/payment-types",
    operation: "PAYMENT_TYPES",
    work: () => ({
      status: 200,
      body: [
        {
          name: "PAY_BY_INSTALMENTS",
          description: label.description_en,
          min_limit: money(minor(100), "SAR"),
          max_limit: money(minor(limitMinor), "SAR"),
          supported_instalments: [
            {
              instalments: 4,
              min_limit: money(minor(100), "SAR"),
              max_limit: money(minor(limitMinor), "SAR"),
            },
          ],
        },
      ],
    }),
  });
}

/** Opening and ending a checkout, and reading orders. */
export function registerOrders(route: AddRoute, { orders, moves, notify }: Parts): void {
  const shown = (order: TamaraOrder, call: Call): Answer => ({
    status: 200,
    body: { ...orderBody(order), ...(call.hasFault("unlisted_status") && { status: unlistedStatus }) },
    note: `${order.number}: ${order.status}`,
  });
  route({
    method: "POST",
    path: "/checkout",
    operation: "CHECKOUT",
    work({ request, baseUrl }) {
      const order = openCheckout(orders, readBody(checkoutSchema, request.body));
      return { status: 200, body: checkoutBody(order, baseUrl), note: `${order.number}: ${order.orderId}` };
    },
  });
  route({
    method: "POST",
    path: "/checkout/:id/void",
    operation: "VOID",
    work({ id, request }) {
      const order = orders.findByCheckout(id);
      const { order_id: orderId } = z.object({ order_id: z.string() }).parse(request.query);
      if (orderId !== order.orderId) throw refusal(404, "order_not_found", "Order was not found");
      const isVoided = moves.voidCheckout(order);
      return {
        status: 200,
        body: { order_was_voided: isVoided, captured_amount: [] },
        note: String(isVoided),
      };
    },
  });
  for (const path of ["/orders/:id", "/merchants/orders/:id"]) {
    route({
      method: "GET",
      path,
      operation: "GET_ORDER",
      work: ({ id, call }) => shown(orders.find(id), call),
    });
  }
  route({
    method: "GET",
    path: "/merchants/orders/reference-id/:id",
    operation: "FIND_ORDER",
    work: ({ id, call }) => shown(orders.findByReference(id), call),
  });
  route({
    method: "POST",
    path: "/orders/:id/authorise",
    operation: "AUTHORISE",
    work({ id, call }) {
      const order = moves.authorise(orders.find(id));
      const body = {
        order_id: order.orderId,
        status: call.hasFault("unlisted_status") ? unlistedStatus : order.status,
        order_expiry_time: new Date(order.createdAt + 21 * 86_400_000).toISOString(),
        payment_type: "PAY_BY_INSTALMENTS",
        auto_captured: false,
        authorized_amount: money(order.total, order.currency),
        capture_id: "",
      };
      return {
        status: 200,
        body,
        note: `${order.number}: authorised`,
        webhooks: notify(order, { name: "order_authorised" }),
      };
    },
  });
}

/** Capturing, cancelling and refunding. */
export function registerMoney(route: AddRoute, { orders, moves, notify }: Parts): void {
  route({
    method: "POST",
    path: "/payments/capture",
    operation: "CAPTURE",
    work({ request, call }) {
      const body = readBody(captureSchema, request.body);
      const asked = readAmount(body.total_amount);
      const taken: Minor = call.hasFault("amount_mismatch") ? minor(asked - 1) : asked;
      const order = moves.capture(orders.find(body.order_id), asked, taken);
      const id = order.captures.at(-1)?.id ?? "";
      const data = { capture_id: id, captured_amount: money(taken, order.currency) };
      const status = call.hasFault("unlisted_status") ? unlistedStatus : order.status;
      return {
        status: 200,
        body: { ...data, order_id: order.orderId, status },
        note: `${order.number}: ${order.status}`,
        webhooks: notify(order, { name: "order_captured", data }),
      };
    },
  });
  route({
    method: "POST",
    path: "/orders/:id/cancel",
    operation: "CANCEL",
    work({ id, request }) {
      const asked = readAmount(readBody(cancelSchema, request.body).total_amount);
      const order = moves.cancel(orders.find(id), asked);
      const data = {
        cancel_id: order.cancels.at(-1)?.id ?? "",
        canceled_amount: money(asked, order.currency),
      };
      return {
        status: 200,
        body: { ...data, order_id: order.orderId, status: order.status },
        note: `${order.number}: ${order.status}`,
        webhooks: notify(order, {
          name: order.status === "canceled" ? "order_canceled" : "order_updated",
          data,
        }),
      };
    },
  });
  route({
    method: "POST",
    path: "/payments/simplified-refund/:id",
    operation: "REFUND",
    work({ id, request }) {
      const body = readBody(refundSchema, request.body);
      const asked = readAmount(body.total_amount);
      const order = moves.refund(orders.find(id), asked, {
        comment: body.comment,
        ...(body.merchant_refund_id !== undefined && { merchantRefundId: body.merchant_refund_id }),
      });
      const data = {
        refund_id: order.refunds.at(-1)?.id ?? "",
        capture_id: order.captures[0]?.id ?? "",
        refunded_amount: money(asked, order.currency),
        comment: body.comment,
      };
      return {
        status: 200,
        body: { ...data, order_id: order.orderId, status: order.status },
        note: `${order.number}: ${order.status}`,
        webhooks: notify(order, { name: "order_refunded", data }),
      };
    },
  });
}

/** Registering addresses for events. */
export function registerWebhooks(
  route: AddRoute,
  tools: Pick<SimulatorTools, "ids">,
  registrations: Store<Registration>,
): void {
  const shown = ({ id, ...rest }: Registration): Answer => ({
    status: 200,
    body: { webhook_id: id, merchant_id: "wasl", type: "order", ...rest },
  });
  const find = (id: string): Registration => {
    const found = registrations.get(id);
    if (!found) throw refusal(404, "webhook_not_found", "Webhook was not found");
    return found;
  };
  route({
    method: "POST",
    path: "/webhooks",
    operation: "REGISTER_WEBHOOK",
    work({ request }) {
      const { url, events, headers = {} } = readBody(webhookSchema, request.body);
      if ([...registrations.values()].some((each) => each.url === url))
        throw refusal(400, "webhook_already_registered", "The webhook is registered already");
      const registration = { id: tools.ids.uuid(), url, events, headers };
      registrations.set(registration.id, registration);
      return shown(registration);
    },
  });
  route({
    method: "GET",
    path: "/webhooks/:id",
    operation: "GET_WEBHOOK",
    work: ({ id }) => shown(find(id)),
  });
  route({
    method: "DELETE",
    path: "/webhooks/:id",
    operation: "REMOVE_WEBHOOK",
    work({ id }) {
      registrations.delete(find(id).id);
      return { status: 200, body: { message: "Webhook was removed" } };
    },
  });
}
