/** The text of the browser's tab for an order: its status, whose invoice, which number, how much. */
import type { OrderPageModel } from "#contract/order.ts";
import type { Language } from "#core/language.ts";
import { isolate, isolateLtr } from "#core/text.ts";
import { catalogue } from "../i18n/catalogue.ts";
import { formatAmount } from "../i18n/format.ts";
import { translator } from "../i18n/translator.ts";
import { standingOf } from "../order/standing.ts";

/**
 * "Pay Dar Rana – SAR 1,150.00" on pages to pay an order that can be paid; else "Paid – Invoice 7Q… – Dar Rana – SAR
 * 1,150.00" with the state of the order. In the language of the page; the shop's name and the number, which may be of the
 * other script, are isolated.
 */
export function orderTitle(order: OrderPageModel, language: Language, use: "read" | "pay" = "read"): string {
  const t = translator(language, "invoice");
  const shop = isolate(order.merchant.shopName);
  const amount = titleAmount(order.total, order.order.currencyName, language);
  const standing = standingOf(order, Date.now());
  if (use === "pay" && standing === "payable") return `${t("titlePay", { shop })} – ${amount}`;
  return `${t(`titleStates.${standing}`)} – ${t("title", { number: isolateLtr(order.orderNumber), shop })} – ${amount}`;
}

/** An amount in major units as a title shows it: outside of components, with the currency's short name. */
export function titleAmount(value: number, currency: string, language: Language): string {
  const labels: Readonly<Record<string, string>> = catalogue[language].common.currency;
  const label = (Object.hasOwn(labels, currency) && labels[currency]) || currency;
  return formatAmount({ value, currency, label, language });
}
