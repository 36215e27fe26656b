/** Refuses invoices that none of their methods can pay, since none takes so little or so much. */
import { formatDecimal, type Minor } from "#core/money.ts";
import { type AllowedMethodName, allMethods, namesOf } from "#methods/allowed.ts";
import type { MethodId } from "#methods/catalog.ts";
import type { AmountLimits } from "#methods/payment-method.ts";
import { isWithin } from "#methods/within-limits.ts";
import { wrongFields } from "./validation.ts";

/**
 * Checks an invoice that is about to be issued.
 * @param of names of the methods that have an account, and the limits of those that have any
 * @throws Problem `validation_failed` that says what each of the invoice's methods takes
 */
export function requireTakenAmount(
  order: { readonly total: Minor; readonly currency: string; readonly allowed_methods: readonly string[] },
  of: {
    readonly served: ReadonlySet<AllowedMethodName>;
    readonly limits: ReadonlyMap<MethodId, AmountLimits>;
  },
): void {
  const names = allMethods.flatMap(namesOf).filter((name) => of.served.has(name));
  const asked = names.filter((name) => order.allowed_methods.includes(name));
  const refusing = allMethods.flatMap((method) => {
    const limits = of.limits.get(method.id);
    if (!limits || isWithin(order.total, limits)) return [];
    return namesOf(method).map((name) => ({ name, limits }));
  });
  if (asked.length === 0 || !asked.every((asked) => refusing.some(({ name }) => name === asked))) return;
  const money = (amount: Minor): string => formatDecimal(amount, order.currency);
  const taken = refusing
    .filter(({ name }) => asked.includes(name))
    .map(({ name, limits: { lowest, highest } }) =>
      [
        name,
        "takes",
        lowest !== null && `from ${money(lowest)}`,
        highest !== null && `up to ${money(highest)}`,
      ]
        .filter((word) => word !== false)
        .join(" "),
    );
  const message = `no method takes ${money(order.total)} ${order.currency}: ${taken.join(", ")}`;
  throw wrongFields([{ path: "allowedMethods", code: "amount_not_taken", message }]);
}
