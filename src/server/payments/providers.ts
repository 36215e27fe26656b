/** Providers of attempts and methods, from the directory of accounts. */
import { Problem } from "#core/problem.ts";
import { catalog, type MethodId } from "#methods/catalog.ts";
import type { PaymentProvider } from "#methods/payment-method.ts";
import type { Services } from "../services.ts";

/** The provider that a new payment of this merchant goes to; refuses methods without an account. */
export async function requireProvider(
  services: Services,
  method: MethodId,
  merchantId: number,
): Promise<PaymentProvider> {
  const provider = await services.providers.of(method, merchantId);
  if (!provider) throw new Problem("method_not_allowed_for_order");
  return provider;
}

type Started = { readonly method: string; readonly provider: string };

/** The provider of an attempt, or null where the account that started it is gone. */
export async function findProviderOfAttempt(
  services: Services,
  attempt: Started,
  merchantId: number,
): Promise<PaymentProvider | null> {
  const method = catalog.find(({ id }) => id === attempt.method);
  const provider = method && (await services.providers.of(method.id, merchantId));
  return provider?.id === attempt.provider ? provider : null;
}

/**
 * The provider of an attempt: checks and refunds go to the account that started it.
 * @throws Error where that is gone, which no account is while something is open on it (`account-in-use.ts`)
 */
export async function providerOfAttempt(
  services: Services,
  attempt: Started,
  merchantId: number,
): Promise<PaymentProvider> {
  const provider = await findProviderOfAttempt(services, attempt, merchantId);
  if (!provider) throw new Error(`the provider profile ${attempt.provider} is not configured any more`);
  return provider;
}
