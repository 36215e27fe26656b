/** Amounts of money as the API states them: decimal texts beside their currency. */
import type { Language } from "#core/language.ts";
import { formatNumber } from "#web/i18n/format.ts";
import { useWording } from "../i18n/texts.ts";

type Sum = { readonly amount: string; readonly currency: string };

/** An amount with the sign of its currency, isolated from the words around it. */
export function Amount({ amount, currency }: Sum) {
  const { language, t } = useWording();
  const digits = formatNumber(Number(amount), currency);
  const mark =
    currency === "SAR" ? (
      <span className="currency riyal">{t("riyal")}</span>
    ) : (
      <span className="currency">{currency}</span>
    );
  return language === "ar" ? (
    <bdi className="amount" dir="rtl">
      <bdi dir="ltr">{digits}</bdi>
      {"\u00a0"}
      {mark}
    </bdi>
  ) : (
    <bdi className="amount" dir="ltr">
      {mark}
      {"\u00a0"}
      {digits}
    </bdi>
  );
}

/** An amount inside a sentence or an attribute. */
export function amountText(
  { amount, currency }: Sum,
  { language, riyal }: { language: Language; riyal: string },
) {
  const digits = `\u2066${formatNumber(Number(amount), currency)}\u2069`;
  const label = currency === "SAR" ? riyal : currency;
  return language === "ar" ? `\u2067${digits}\u00a0${label}\u2069` : `\u2066${label}\u00a0${digits}\u2069`;
}
