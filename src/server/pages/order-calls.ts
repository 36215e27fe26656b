/** Loading an order, and its status for embedded scripts (Spec 7). */
import type { FastifyInstance } from "fastify";
import { orderCalls } from "#contract/order.ts";
import { toJsonNumber } from "#core/money.ts";
import { amountDue } from "#core/order-money.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { Problem } from "#core/problem.ts";
import { emailProofCookie } from "../client-email/email-proof.ts";
import { mountCall } from "../http/mount.ts";
import { requestLanguage } from "../http/request-language.ts";
import { hasSurplus, toOrderPageModel } from "../orders/order-model.ts";
import { modelEnvironment } from "../orders/order-routes.ts";
import { loadOrder, type OrderRecord } from "../orders/order-store.ts";
import { callbackUrlOf, returnEnvironment } from "../orders/return-urls.ts";
import { attemptForBuyer } from "../payments/attempt-for-buyer.ts";
import { attemptsOfOrder } from "../payments/attempt-store.ts";
import { offeredNames } from "../payments/offered-methods.ts";
import { lastError } from "../payments/result.ts";
import type { Services } from "../services.ts";

/** Mounts the calls that read orders. */
export function mountOrderCalls(app: FastifyInstance, services: Services): void {
  mountCall(app, orderCalls, "GET /rest/pay/order/:orderNumber", async ({ params }, { request }) => {
    const order = await loadOrder(services.db.pool, params.orderNumber);
    if (!order) throw new Problem("order_not_found");
    return toOrderPageModel(order, modelEnvironment(services), {
      offered: await offeredOfOrder(services, order),
      emailProof: request.cookies[emailProofCookie],
    });
  });

  mountCall(app, orderCalls, "GET /web/embeddedJs/:orderNumber", async ({ params }, { request }) => {
    const order = await loadOrder(services.db.pool, params.orderNumber);
    if (!order) throw new Problem("order_not_found");
    const [last] = await attemptsOfOrder(services.db.kysely, order.id);
    const { holdsMoney, payable } = orderStatusFacts[order.status];
    // What money came for, kept or to be given back, was not declined, and may not be tried again now.
    const mayTryAgain = payable && !hasSurplus(order);
    return {
      // As the result says it with 200 (docs/adding-a-status.md): such an order is not paid again, whether or not it counts as paid.
      orderPaid: holdsMoney,
      orderTotal: toJsonNumber(order.total, order.currency),
      lastPaymentError:
        mayTryAgain && last
          ? lastError(attemptForBuyer(last, services.clock.now()), requestLanguage(request))
          : null,
      callbackUrl: callbackUrlOf(returnEnvironment(services), order),
    };
  });
}

/** The names of an order's methods that take its amount; all of them once nothing can be paid any more. */
export async function offeredOfOrder(services: Services, order: OrderRecord): Promise<readonly string[]> {
  const { allowed_methods: names, merchant_id: merchantId, currency } = order;
  if (!orderStatusFacts[order.status].payable) return names;
  return await offeredNames(services, { merchantId, currency, amount: amountDue(order) }, names);
}
