/** Which services take an order in four instalments: they are named while its total is within what each of them takes. */
import { fromJsonNumber } from "#core/money.ts";
import type { AmountLimits } from "#methods/payment-method.ts";
import { isWithin } from "#methods/within-limits.ts";
import type { Total } from "../payment/promos.tsx";

/** A service and its limits, in minor units of the order's currency. */
export type NamedService = AmountLimits & {
  /** In the language of the page. */
  readonly name: string;
};

/** What an order comes to, and the services that its link can be paid by in four parts. */
export type Instalments = Total & { readonly services: readonly NamedService[] };

/** The names of the services that take the total. */
export function takersOf({ total, currencyName, services }: Instalments): string[] {
  const amount = fromJsonNumber(total, currencyName);
  return services.flatMap((service) => (isWithin(amount, service) ? service.name : []));
}
