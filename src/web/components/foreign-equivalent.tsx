/** What the total is about worth in the buyer's currency; the order is charged in its own (Spec 1). */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { formatDate } from "../i18n/format.ts";
import { useAmountText, useCurrencyLabel } from "./amount.tsx";

/** Nothing when the order has no foreign equivalent. The rate is that between the two totals, on the day of the order. */
export function ForeignEquivalent({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const { foreignCurrencyCode: code, foreignCurrencyValue: value } = order;
  const amount = useAmountText(value ?? 0, code ?? "");
  const foreign = useCurrencyLabel(code ?? "");
  const currency = useCurrencyLabel(order.order.currencyName);
  const date = formatDate(order.order.createDate, useLocale());
  if (code === null || !value) return null;
  const rate = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 }).format(order.total / value);
  return (
    <span className="foreign-equivalent">
      {t("foreignTotal", { amount })}{" "}
      <small className="foreign-rate">{t("foreignRate", { foreign, currency, rate, date })}</small>
    </span>
  );
}
