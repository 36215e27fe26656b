/**
 * The shop's validation before a wallet's sheet opens (Spec 7, decision K9). Only for orders that could be paid by
 * the wallet at this moment: the call costs a request under our certificate. Nothing is charged and nothing is stored.
 */
import type { FastifyInstance } from "fastify";
import { Problem } from "#core/problem.ts";
import { allMethods } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import { validationCall } from "#methods/device-wallets/validation-call.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import { methodEntry } from "#methods/registry.ts";
import { mountCall } from "../http/mount.ts";
import { isPaymentInProgress } from "../orders/order-model.ts";
import type { Services } from "../services.ts";
import { requireMethod, requirePayableOrder } from "./guards.ts";
import { requireProvider } from "./providers.ts";

/** Mounts the call of every wallet that needs it. */
export function mountWalletValidation(app: FastifyInstance, services: Services): void {
  for (const method of allMethods) {
    const { validationPath } = methodEntry(method.id);
    if (validationPath !== null) mountOne(app, services, method, validationPath);
  }
}

/** The domain comes from the configuration, never from the request. */
function mountOne(
  app: FastifyInstance,
  services: Services,
  method: PaymentMethod<MethodId>,
  path: string,
): void {
  const key = `POST ${path}` as const;
  mountCall(app, { [key]: validationCall }, key, async ({ params, body }) => {
    const order = await requirePayableOrder(services, params.orderNumber);
    requireMethod(order, method);
    if (isPaymentInProgress(order, services.clock.now())) throw new Problem("payment_in_progress");
    const provider = await requireProvider(services, method.id, order.merchant_id);
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
