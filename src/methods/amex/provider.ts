/** American Express: the gateway's account for it. */
import { createGatewayProvider, type MpgsConfig, type ProviderPorts } from "../gateway-provider.ts";
import type { PaymentProvider } from "../payment-method.ts";
import { americanExpressOnly } from "./brand-rule.ts";

/** Builds the provider. */
export function createAmexPaymentProvider(config: MpgsConfig, ports: ProviderPorts): PaymentProvider {
  return createGatewayProvider(config, config.amex, ports, {
    id: "mpgs-amex",
    brandRule: americanExpressOnly,
  });
}
