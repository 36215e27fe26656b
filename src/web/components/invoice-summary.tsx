/** An invoice in a few lines: what was bought, what it comes to, its number, and when it was paid (Spec 2.5). */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { formatDateTime } from "../i18n/format.ts";
import { Amount } from "./amount.tsx";

export function InvoiceSummary({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const common = useTranslations("common");
  const language = useLocale();
  const { products } = order.order;
  return (
    <dl className="invoice-summary">
      <div>
        <dt>{t("itemCount", { count: products.length })}</dt>
        <dd>
          <bdi>{products[0]?.product.title}</bdi>
          {products.length > 1 && " …"}
        </dd>
      </div>
      <div>
        <dt>{t("total")}</dt>
        <dd className="invoice-summary-total">
          <Amount value={order.total} currency={order.order.currencyName} />
        </dd>
      </div>
      <div>
        <dt>{common("invoiceNumber")}</dt>
        <dd>
          <bdi dir="ltr" className="code">
            {order.orderNumber}
          </bdi>
        </dd>
      </div>
      {/* Of a payment that is still open the page's script knows it first. */}
      <div data-paid-on="" hidden={order.paidDate === null}>
        <dt>{t("paidOn")}</dt>
        <dd>
          <time dateTime={order.paidDate ?? undefined}>
            {order.paidDate !== null && formatDateTime(order.paidDate, language)}
          </time>
        </dd>
      </div>
    </dl>
  );
}
