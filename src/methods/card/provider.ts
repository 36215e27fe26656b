/** mada, Visa and Mastercard: the gateway's account for cards. */
import { createGatewayProvider, type MpgsConfig, type ProviderPorts } from "../gateway-provider.ts";
import type { PaymentProvider } from "../payment-method.ts";
import { madaOrCreditCard } from "./brand-rules.ts";

/** Builds the provider. */
export function createCardPaymentProvider(config: MpgsConfig, ports: ProviderPorts): PaymentProvider {
  return createGatewayProvider(config, config.cards, ports, {
    id: "mpgs-cards",
    brandRule: madaOrCreditCard,
  });
}
