/** An invoice in a few lines: who sold what, what it comes to, its number, when and by what it was paid (Spec 2.5). */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { usePageScope } from "../scope.tsx";
import { Amount } from "./amount.tsx";
import { OwnWords } from "./own-words.tsx";
import { ShownDate } from "./shown-date.tsx";

type InvoiceSummaryProps = {
  readonly order: OrderPageModel;
  /** The method, and the card's last four digits; null while nothing is paid. */
  readonly paidWith: string | null;
  /** Masked; null where no receipt was sent. */
  readonly receiptSentTo: string | null;
};

export function InvoiceSummary({ order, paidWith, receiptSentTo }: InvoiceSummaryProps) {
  const t = useTranslations("invoice");
  const common = useTranslations("common");
  const { hasHijriDates } = usePageScope();
  const { products } = order.order;
  return (
    <dl className="invoice-summary">
      <div>
        <dt>{t("shop")}</dt>
        <dd>
          <OwnWords text={order.merchant.shopName} />
        </dd>
      </div>
      <div>
        <dt className="figures">{t("itemCount", { count: products.length })}</dt>
        <dd>
          <OwnWords text={products[0]?.product.title ?? ""} />
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
          {order.paidDate === null ? (
            <time data-hijri={hasHijriDates ? "" : undefined} />
          ) : (
            <ShownDate instant={order.paidDate} hasTime />
          )}
        </dd>
      </div>
      <div data-paid-with="" hidden={paidWith === null}>
        <dt>{t("paidWith")}</dt>
        <dd>
          <bdi>{paidWith}</bdi>
        </dd>
      </div>
      {receiptSentTo !== null && (
        <div>
          <dt>{t("receiptSentTo")}</dt>
          <dd>
            <bdi dir="ltr">{receiptSentTo}</bdi>
          </dd>
        </div>
      )}
    </dl>
  );
}
