/** Which of an order's methods take its amount: pages offer these alone, and no other can be started. */
import type { Minor } from "#core/money.ts";
import { allMethods, namesOf } from "#methods/allowed.ts";
import { isWithin } from "#methods/amount-limits.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { AmountLimits, PaymentMethod } from "#methods/payment-method.ts";
import type { ProviderDirectory } from "./provider-directory.ts";

type Directory = { readonly providers: Pick<ProviderDirectory, "amountLimits"> };

/** What is to be paid, and to whom. */
export type AmountDue = {
  readonly merchantId: number;
  readonly currency: string;
  readonly amount: Minor;
};

/** A method that does not take an amount, and why. */
export type LimitedMethod = { readonly method: PaymentMethod<MethodId>; readonly limits: AmountLimits };

/** The methods of a list of names whose limits an amount is outside of. Asks providers: not within a transaction. */
export async function limitedMethods(
  { providers }: Directory,
  { merchantId, currency, amount }: AmountDue,
  names: readonly string[],
): Promise<LimitedMethod[]> {
  const methods = allMethods.filter((method) => namesOf(method).some((name) => names.includes(name)));
  const limits = await providers.amountLimits(
    merchantId,
    methods.map(({ id }) => id),
    currency,
  );
  return methods.flatMap((method) => {
    const of = limits.get(method.id);
    return of && !isWithin(amount, of) ? { method, limits: of } : [];
  });
}

/** The names of a list that an amount can be paid by. */
export async function offeredNames(
  services: Directory,
  due: AmountDue,
  names: readonly string[],
): Promise<readonly string[]> {
  const limited = await limitedMethods(services, due, names);
  if (limited.length === 0) return names;
  const without: readonly string[] = limited.flatMap(({ method }) => namesOf(method));
  return names.filter((name) => !without.includes(name));
}
