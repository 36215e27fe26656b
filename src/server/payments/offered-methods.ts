/** Which of an order's methods have an account that takes its amount: pages offer these alone, and no other can be started. */
import type { InstalmentService } from "#contract/pages.ts";
import type { Minor } from "#core/money.ts";
import { allMethods, type InstalmentMethod, namesOf } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { AmountLimits, PaymentMethod } from "#methods/payment-method.ts";
import { isWithin } from "#methods/within-limits.ts";
import type { ProviderDirectory } from "./provider-directory.ts";

type Directory = { readonly providers: Pick<ProviderDirectory, "amountLimits" | "served"> };

/** What is to be paid, and to whom. */
export type AmountDue = {
  readonly merchantId: number;
  readonly currency: string;
  readonly amount: Minor;
};

/** A method that does not take an amount, and why. */
export type LimitedMethod = { readonly method: PaymentMethod<MethodId>; readonly limits: AmountLimits };

type WithLimits = { readonly method: LimitedMethod["method"]; readonly limits: AmountLimits | null };

/**
 * The methods of a list of names that have an account, each with its limits; null where none are known. The list may be older than
 * the accounts, and an invoice that names none has all of them. Asks providers: not within a transaction.
 */
async function withLimits(
  { providers }: Directory,
  { merchantId, currency }: Omit<AmountDue, "amount">,
  names: readonly string[],
): Promise<readonly WithLimits[]> {
  const served = await providers.served(merchantId);
  const methods = allMethods.filter(
    (method) => served.has(method.id) && namesOf(method).some((name) => names.includes(name)),
  );
  const limits = await providers.amountLimits(
    merchantId,
    methods.map(({ id }) => id),
    currency,
  );
  return methods.map((method) => ({ method, limits: limits.get(method.id) ?? null }));
}

/** The methods of a list of names with an account whose limits an amount is outside of. Not within a transaction. */
export async function limitedMethods(
  directory: Directory,
  due: AmountDue,
  names: readonly string[],
): Promise<LimitedMethod[]> {
  const methods = await withLimits(directory, due, names);
  return methods.flatMap(({ method, limits }) =>
    limits && !isWithin(due.amount, limits) ? { method, limits } : [],
  );
}

/**
 * The names of a list by what each amount can be paid by, for an amount that is not known yet. Asks providers now: not within a
 * transaction.
 */
export async function offeredBy(
  directory: Directory,
  shop: Omit<AmountDue, "amount">,
  names: readonly string[],
): Promise<(amount: Minor) => readonly string[]> {
  const methods = await withLimits(directory, shop, names);
  return (amount) => {
    const taking = methods.filter(({ limits }) => limits === null || isWithin(amount, limits));
    const offered: readonly string[] = taking.flatMap(({ method }) => namesOf(method));
    return names.filter((name) => offered.includes(name));
  };
}

/** The names of a list that an amount can be paid by. */
export async function offeredNames(
  services: Directory,
  due: AmountDue,
  names: readonly string[],
): Promise<readonly string[]> {
  return (await offeredBy(services, due, names))(due.amount);
}

const unlimited: AmountLimits = { lowest: null, highest: null };

/**
 * The services of a list of names that are paid in four parts, with what each of them takes: for a page whose buyer still
 * moves the amount. Not within a transaction.
 */
export async function instalmentServices(
  directory: Directory,
  shop: Omit<AmountDue, "amount">,
  names: readonly string[],
): Promise<InstalmentService[]> {
  const methods = await withLimits(directory, shop, names);
  return methods
    .filter(({ method }) => method.isInstalments)
    .map(({ method, limits }) => ({ id: method.id as InstalmentMethod, ...(limits ?? unlimited) }));
}
