/** The invoice in short (Spec 2.3): beside the form on wide windows, its details one tap away on small ones. */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { Amount } from "../components/amount.tsx";
import { linesAtFirst } from "../components/invoice-items.tsx";
import { InvoiceTotals } from "../components/invoice-totals.tsx";
import { LinePrice } from "../components/line-price.tsx";
import { OwnWords } from "../components/own-words.tsx";
import { addresses } from "../routes.ts";

export function OrderSummary({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("payment");
  const invoice = useTranslations("invoice");
  const language = useLocale();
  const { currencyName: currency, products } = order.order;
  return (
    <aside className="order-summary" aria-label={t("summary")}>
      <p className="order-summary-total">
        <span className="figures">
          {t("total")} · {invoice("itemCount", { count: products.length })}
        </span>{" "}
        <Amount value={order.total} currency={currency} />
      </p>
      <details className="order-summary-details">
        <summary>{t("details")}</summary>
        <div className="order-summary-content">
          <ul className="order-summary-items">
            {products.slice(0, linesAtFirst).map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key of their own and never move
              <li key={index}>
                <OwnWords text={line.product.title} />
                <span>
                  <LinePrice line={line} currency={currency} unit={line.unit?.[language]} />
                </span>
              </li>
            ))}
          </ul>
          <InvoiceTotals order={order} />
          <p className="order-summary-number">
            {t("invoiceNumber")} <bdi dir="ltr">{order.orderNumber}</bdi>
          </p>
          <a href={addresses.invoice(order.orderNumber)}>
            {products.length > linesAtFirst
              ? invoice("allLines", { count: products.length })
              : t("viewInvoice")}
          </a>
        </div>
      </details>
    </aside>
  );
}
