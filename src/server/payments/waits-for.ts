/** What a payment that was begun and not finished waits for: the way on that its provider's answer gave (`waysOn` in core/outcome.ts). */
import { flowFactsOf, type WaitsFor } from "#methods/flow.ts";
import type { AttemptRow } from "./attempt-store.ts";

/** A method that mostly asks for a code may lead to a page of the provider, too; one that has left the catalogue may have been either. */
export function whatItWaitsFor({
  method,
  provider_data: data,
}: Pick<AttemptRow, "method" | "provider_data">): WaitsFor {
  const waitsFor = flowFactsOf(method)?.waitsFor ?? "code";
  return waitsFor === "code" && data["mobileEnd"] === undefined ? "page" : waitsFor;
}
