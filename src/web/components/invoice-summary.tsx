/** An invoice in two lines: what it comes to and its number (Spec 2.5). */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { Amount } from "./amount.tsx";

export function InvoiceSummary({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const common = useTranslations("common");
  return (
    <dl className="invoice-summary">
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
    </dl>
  );
}
