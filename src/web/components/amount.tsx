/** An amount of money. */
import { createElement, Fragment, type ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import type { Major } from "#core/money.ts";
import { formatAmount, formatNumber } from "../i18n/format.ts";

/**
 * `value` in major units with its currency label before it in English and after it in Arabic (Spec 2.5), which puts
 * the label to the left of the digits in both. Isolated, so that no Arabic or Latin text around it moves its parts.
 */
export function Amount({ value, currency }: { readonly value: Major; readonly currency: string }) {
  const language = useLocale();
  const label = <CurrencyMark currency={currency} />;
  const digits = formatNumber(value, currency);
  const className = digits.length > longestUsual ? "amount amount-long" : "amount";
  return language === "ar" ? (
    <bdi className={className} dir="rtl">
      <bdi dir="ltr">{digits}</bdi>
      {noBreakSpace}
      {label}
    </bdi>
  ) : (
    <bdi className={className} dir="ltr">
      {label}
      {noBreakSpace}
      {digits}
    </bdi>
  );
}

/** Characters of "99,999.99": what is longer cannot grow as far where text is large (base.css). */
const longestUsual = 9;

/** Where an amount stands in a text that is made for `withAmounts`: the character for what is not a character. */
export const amountHere = "\ufffc";

/** A sentence with amounts in it that look as they do everywhere: `text` has `amountHere` instead of each. */
export function withAmounts(text: string, ...amounts: readonly ReactNode[]): ReactNode {
  const [first, ...others] = text.split(amountHere);
  return createElement(Fragment, null, first, ...others.flatMap((part, index) => [amounts[index], part]));
}

const noBreakSpace = "\u00a0";

/**
 * The currency beside its amount. The riyal's sign is drawn over its name (base.css): devices lack the character, while
 * what is copied, searched and read aloud is the name.
 */
export function CurrencyMark({ currency }: { readonly currency: string }) {
  const t = useTranslations("common");
  const label = useCurrencyLabel(currency);
  return currency === "SAR" ? (
    <span className="currency riyal">{t("riyal")}</span>
  ) : (
    <span className="currency">{label}</span>
  );
}

/** An amount as text for the inside of a sentence or an attribute; isolated like `Amount`. */
export function useAmountText(value: Major, currency: string): string {
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
