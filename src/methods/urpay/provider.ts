/** UR Pay's two drivers behind one method (decision K18): the settings choose. */
import type { PaymentProvider, ProviderPorts } from "../payment-method.ts";
import { createArbProvider } from "./arb/provider.ts";
import { createDirectProvider } from "./direct/provider.ts";
import type { UrpaySettings } from "./settings.ts";

/** Builds the driver of one account. */
export function createUrpayProvider(settings: UrpaySettings, ports: ProviderPorts): PaymentProvider {
  return settings.driver === "arb"
    ? createArbProvider(settings, ports)
    : createDirectProvider(settings, ports);
}
