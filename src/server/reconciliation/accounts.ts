/** Which account at a provider a payment went through. Profiles that share one share its books. */
import { catalog } from "#methods/catalog.ts";
import type { PaymentProvider } from "#methods/payment-method.ts";
import type { Services } from "../services.ts";

export type Account = {
  /** "tabby", or "mpgs/TESTWASL" where several profiles share it. */
  readonly name: string;
  /** The merchant whose own it is; null for the installation's. */
  readonly merchantId: number | null;
  readonly provider: PaymentProvider;
};

/** The account of an attempt; null when it is no longer configured, so that it cannot be asked. */
export async function accountOfAttempt(
  services: Pick<Services, "providers">,
  attempt: { readonly method: string; readonly provider: string },
  merchantId: number,
): Promise<Account | null> {
  const method = catalog.find(({ id }) => id === attempt.method)?.id;
  const provider = method && (await services.providers.of(method, merchantId));
  if (!method || provider?.id !== attempt.provider) return null;
  const isShared = provider === services.providers.ofInstallation(method);
  return accountOf(provider, isShared ? null : merchantId);
}

/** Every account whose provider has a list of a day's payments. */
export async function accountsWithReport(services: Services): Promise<readonly Account[]> {
  const found: Account[] = [];
  for (const { method, merchantId } of await services.providers.accounts()) {
    const provider =
      merchantId === null
        ? services.providers.ofInstallation(method)
        : await services.providers.of(method, merchantId);
    if (provider?.report) found.push(accountOf(provider, merchantId));
  }
  return found;
}

/** One text per account, for grouping. */
export function keyOf({ name, merchantId }: Account): string {
  return `${merchantId ?? "installation"} ${name}`;
}

function accountOf(provider: PaymentProvider, merchantId: number | null): Account {
  return { name: provider.account ?? provider.id, merchantId, provider };
}
