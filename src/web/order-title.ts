/** The text of the browser's tab for an order: whose invoice, which number, how much (checked by people in lists). */
import type { OrderPageModel } from "#contract/order.ts";
import type { Language } from "#core/language.ts";
import { catalogue } from "./i18n/catalogue.ts";
import { formatAmount } from "./i18n/format.ts";
import { translator } from "./i18n/translator.ts";

/** "Invoice 7Q… – Dar Rana – SAR 1,150.00", in the language of the page. */
export function orderTitle(order: OrderPageModel, language: Language): string {
  const title = translator(language, "invoice")("title", {
    number: order.orderNumber,
    shop: order.merchant.shopName,
  });
  const currency = order.order.currencyName;
  const labels: Readonly<Record<string, string>> = catalogue[language].common.currency;
  const label = (Object.hasOwn(labels, currency) && labels[currency]) || currency;
  return `${title} – ${formatAmount({ value: order.total, currency, label, language })}`;
}
