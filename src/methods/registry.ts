/**
 * The server's list of payment methods: who moves the money of each, and its public calls. One line per method in
 * each list; a method of the catalogue that is missing here does not compile.
 */
import type { MpgsClient } from "#gateways/mpgs/client.ts";
import { amexCalls } from "./amex/calls.ts";
import { createAmexPaymentProvider } from "./amex/provider.ts";
import { cardCalls } from "./card/calls.ts";
import { createCardPaymentProvider } from "./card/provider.ts";
import type { MethodId } from "./catalog.ts";
import { createGatewayClient, type MpgsConfig, type ProviderPorts } from "./gateway-provider.ts";
import type { MethodCall, PaymentProvider } from "./payment-method.ts";

export type ProviderConfig = { readonly mpgs: MpgsConfig };

/** Builds the provider of every method from the settings. */
export function createProviders(
  config: ProviderConfig,
  ports: ProviderPorts,
): Readonly<Record<MethodId, PaymentProvider>> {
  return {
    card: createCardPaymentProvider(config.mpgs, ports),
    amex: createAmexPaymentProvider(config.mpgs, ports),
  };
}

/** The gateway clients through which card sessions are opened, before there is an attempt. */
export function createCardGateways(
  config: ProviderConfig,
  ports: ProviderPorts,
): { readonly card: MpgsClient; readonly amex: MpgsClient } {
  const { mpgs } = config;
  return {
    card: createGatewayClient(mpgs, mpgs.cards, ports),
    amex: createGatewayClient(mpgs, mpgs.amex, ports),
  };
}

/** Public calls by method. */
export const methodCalls: Readonly<Record<MethodId, readonly MethodCall[]>> = {
  card: cardCalls,
  amex: amexCalls,
};
