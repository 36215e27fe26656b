/** An amount of money. */
import { useLocale, useTranslations } from "use-intl/react";
import { formatAmount, formatNumber } from "../i18n/format.ts";

/**
 * `value` in major units with its currency label before it in English and after it in Arabic (Spec 2.5), which puts
 * the label to the left of the digits in both. Isolated, so that no Arabic or Latin text around it moves its parts.
 */
export function Amount({ value, currency }: { readonly value: number; readonly currency: string }) {
  const language = useLocale();
  const label = <span className="currency">{useCurrencyLabel(currency)}</span>;
  const digits = formatNumber(value, currency, language);
  return language === "ar" ? (
    <bdi className="amount" dir="rtl">
      <bdi dir="ltr">{digits}</bdi>
      {noBreakSpace}
      {label}
    </bdi>
  ) : (
    <bdi className="amount" dir="ltr">
      {label}
      {noBreakSpace}
      {digits}
    </bdi>
  );
}

const noBreakSpace = "\u00a0";

/** An amount as text for the inside of a sentence or an attribute; isolated like `Amount`. */
export function useAmountText(value: number, currency: string): string {
  return formatAmount({ value, currency, label: useCurrencyLabel(currency), language: useLocale() });
}

/** The short name of a currency in the page's language; the ISO code when there is none. */
export function useCurrencyLabel(currency: string): string {
  const t = useTranslations("common.currency");
  return isNamed(currency, t.has) ? t(currency) : currency;
}

type CurrencyName = Parameters<ReturnType<typeof useTranslations<"common.currency">>>[0];

function isNamed(currency: string, has: (name: CurrencyName) => boolean): currency is CurrencyName {
  return has(currency as CurrencyName);
}
