/** What every page on which an order is paid begins with: the order, how it stands now, and its own terms. */
import type { LoadedOrder } from "#contract/pages.ts";
import { loadOrderOnce } from "../order/order-load.ts";
import type { PageContext } from "../page.ts";
import { type Standing, standingOf } from "./standing.ts";

export type Payable = LoadedOrder & {
  readonly standing: Standing;
  /** The order's own terms of sale, where it has some and can still be paid. */
  readonly agreement: { readonly title: string; readonly body: string } | null;
};

/** Loads what the address of a payment page names, once for headers and content; null when there is no such order. */
export async function loadPayable(context: PageContext): Promise<Payable | null> {
  const found = await loadOrderOnce(context, context.params["orderNumber"] ?? "");
  if (!found) return null;
  const { model } = found;
  const standing = standingOf(model, Date.now());
  const hasTerms = standing === "payable" && model.hasAgreement;
  const agreement = hasTerms ? await context.services.loadAgreement(model.orderNumber) : null;
  return { ...found, standing, agreement };
}
