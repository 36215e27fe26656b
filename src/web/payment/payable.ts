/** What every page on which an order is paid begins with: the order, its status now, and its own terms. */
import type { LoadedOrder, ShownTerms } from "#contract/pages.ts";
import { errorAddress } from "../browser/navigation.ts";
import { orderTitle } from "../document/order-title.ts";
import { loadOrderOnce } from "../order/order-load.ts";
import { type Standing, standingOf } from "../order/standing.ts";
import { noticeScript } from "../order/watched.ts";
import type { PageContext, PageView } from "../page.ts";

export type Payable = LoadedOrder & {
  readonly standing: Standing;
  /** The order's own terms of sale, where it has some and can still be paid. */
  readonly agreement: ShownTerms | null;
};

/** The order that the address names, loaded once for headers and content; null when there is none. */
export function loadAddressed(context: PageContext): Promise<LoadedOrder | null> {
  return loadOrderOnce(context, context.params["orderNumber"] ?? "");
}

/** Loads what the address of a payment page names; null when there is no such order. */
export async function loadPayable(context: PageContext): Promise<Payable | null> {
  const found = await loadAddressed(context);
  if (!found) return null;
  const { model } = found;
  const standing = standingOf(model, Date.now());
  const hasTerms = standing === "payable" && model.hasAgreement;
  const agreement = hasTerms ? await context.services.loadAgreement(model.orderNumber) : null;
  return { ...found, standing, agreement };
}

/**
 * What every such page answers with. Decision S4: the page of an expired order is the error page; its own notice is for
 * answers that had begun already.
 * @param elsewhere another page that the buyer belongs to, if any
 */
export function payableView(
  { model, theme, standing }: Payable,
  {
    body,
    preview,
    elsewhere = null,
  }: Pick<PageView, "body" | "preview"> & { readonly elsewhere?: string | null },
): PageView {
  const location = standing === "expired" ? errorAddress("expired-qr", model.orderNumber) : elsewhere;
  return {
    status: location === null ? 200 : 303,
    title: (language) => orderTitle(model, language, "pay"),
    theme,
    body,
    ...noticeScript(model, standing),
    ...(preview && { preview }),
    ...(location !== null && { headers: { location } }),
  };
}
