/** What an invoice comes to, as the largest thing of its page: for how many items, and until when it can be paid. */
import { useLocale, useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { formatDateTime } from "../i18n/format.ts";
import { Amount } from "./amount.tsx";
import { ForeignEquivalent } from "./foreign-equivalent.tsx";

type AmountDueProps = {
  readonly order: OrderPageModel;
  /** The order can be paid now: unpaid, not expired, no payment being checked. */
  readonly canPay: boolean;
};

export function AmountDue({ order, canPay }: AmountDueProps) {
  const t = useTranslations("invoice");
  const language = useLocale();
  return (
    <div className="panel-total">
      <p className="panel-total-label">
        {t("total")}{" "}
        <span className="panel-count">{t("itemCount", { count: order.order.products.length })}</span>
      </p>
      <p className="panel-total-amount">
        <Amount value={order.total} currency={order.order.currencyName} />
      </p>
      <ForeignEquivalent order={order} />
      {canPay && order.expiryDate !== null && (
        <p className="pay-until">
          {t("payUntil")}{" "}
          <time dateTime={order.expiryDate}>{formatDateTime(order.expiryDate, language)}</time>
        </p>
      )}
    </div>
  );
}
