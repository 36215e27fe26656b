/** What the total is about worth in the buyer's currency; the order is charged in its own (Spec 1). */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { useAmountText } from "./amount.tsx";

type ForeignOrder = Pick<OrderPageModel, "foreignCurrencyCode" | "foreignCurrencyValue">;

/** Nothing when the order has no foreign equivalent. */
export function ForeignEquivalent({ order }: { readonly order: ForeignOrder }) {
  const t = useTranslations("invoice");
  const amount = useAmountText(order.foreignCurrencyValue ?? 0, order.foreignCurrencyCode ?? "");
  if (order.foreignCurrencyCode === null || order.foreignCurrencyValue === null) return null;
  return <span className="foreign-equivalent">{t("foreignTotal", { amount })}</span>;
}
