/** The invoice in short beside the form (Spec 2.3): the total at once, items and sums one tap away on small windows. */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { Amount } from "../components/amount.tsx";
import { InvoiceTotals } from "../components/invoice-totals.tsx";
import { MerchantLogo } from "../components/merchant-logo.tsx";
import { addresses } from "../routes.ts";

export function OrderSummary({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("payment");
  const currency = order.order.currencyName;
  return (
    <aside className="order-summary" aria-label={t("summary")}>
      <div className="order-summary-shop">
        <MerchantLogo merchant={order.merchant} />
        <div>
          <p className="order-summary-name">
            <bdi>{order.merchant.shopName}</bdi>
          </p>
          <p className="order-summary-total">
            <span className="visually-hidden">{t("total")} </span>
            <Amount value={order.total} currency={currency} />
          </p>
        </div>
      </div>
      <details className="order-summary-details">
        <summary>{t("details")}</summary>
        <p className="order-summary-number">
          {t("invoiceNumber")} <bdi dir="ltr">{order.orderNumber}</bdi>
        </p>
        <ul className="order-summary-items">
          {order.order.products.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key of their own and never move
            <li key={index}>
              <bdi>{line.product.title}</bdi>
              <span>
                <Amount value={line.soldPrice} currency={currency} />
                {line.qty > 1 && ` × ${line.qty}`}
              </span>
            </li>
          ))}
        </ul>
        <InvoiceTotals order={order} />
        <a href={addresses.invoice(order.orderNumber)}>{t("viewInvoice")}</a>
      </details>
    </aside>
  );
}
