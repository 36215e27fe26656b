/** What a payment that was begun and not finished waits for: the way on that its provider's answer gave (`waysOn` in core/outcome.ts). */
import { allMethods } from "#methods/allowed.ts";
import type { PaymentMethod } from "#methods/payment-method.ts";
import type { AttemptRow } from "./attempt-store.ts";

/**
 * `bank`: the page of 3-D Secure, whose return this server processes. `code`: a one-time code that we ask for. `page`: a page of the
 * provider, where the buyer may have paid already; a method that mostly asks for a code may lead there, too.
 */
export type WaitsFor = "bank" | "code" | "page";

export function whatItWaitsFor({
  method,
  provider_data: data,
}: Pick<AttemptRow, "method" | "provider_data">): WaitsFor {
  const flow = flowOf({ method });
  if (flow === "card" || flow === "wallet") return "bank";
  return data["mobileEnd"] === undefined ? "page" : "code";
}

/** How a method is paid; undefined for one that is no longer in the catalogue. */
export function flowOf({ method }: Pick<AttemptRow, "method">): PaymentMethod["flow"] | undefined {
  return allMethods.find(({ id }) => id === method)?.flow;
}
