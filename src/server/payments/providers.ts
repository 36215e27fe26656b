/** Providers by the profile that is stored on an attempt. */
import type { PaymentProvider } from "#methods/payment-method.ts";
import type { Services } from "../services.ts";

/** The provider profile of an attempt; checks and refunds go to the one that started it. */
export function findProvider(services: Services, id: string): PaymentProvider {
  const provider = Object.values(services.providers).find((candidate) => candidate.id === id);
  if (!provider) throw new Error(`no provider profile ${id} is configured`);
  return provider;
}
