/**
 * The shop's validation before an Apple Pay sheet opens (Spec 7, decision K9). Only for orders that could be paid by
 * Apple Pay at this moment: the call costs a request under our certificate. Nothing is charged and nothing is stored.
 */
import type { FastifyInstance } from "fastify";
import { Problem } from "#core/problem.ts";
import { appleMerchantCalls } from "#methods/applepay/calls.ts";
import { applepay } from "#methods/applepay/method.ts";
import { mountCall } from "../mount.ts";
import { isPaymentInProgress } from "../orders/order-model.ts";
import type { Services } from "../services.ts";
import { requireMethod, requirePayableOrder } from "./guards.ts";
import { requireProvider } from "./providers.ts";

const path = "POST /rest/pay/apple/validateMerchant/:orderNumber";

/** Mounts the call. The domain comes from the configuration, never from the request. */
export function mountAppleMerchant(app: FastifyInstance, services: Services): void {
  mountCall(app, appleMerchantCalls, path, async ({ params, body }) => {
    const order = await requirePayableOrder(services, params.orderNumber);
    requireMethod(order, applepay);
    if (isPaymentInProgress(order)) throw new Problem("payment_in_progress");
    const provider = await requireProvider(services, applepay.id, order.merchant_id);
    if (!provider.validateMerchant) throw new Error(`${provider.id} validates no merchants`);
    const validated = await provider.validateMerchant({
      validationUrl: body.validationUrl,
      domain: new URL(services.config.webUrl).hostname,
      displayName: order.merchant_shop_name,
    });
    if (validated.kind === "refused") throw new Problem(validated.code);
    return validated.session;
  });
}
