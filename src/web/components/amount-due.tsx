/** What an invoice comes to, as the largest thing of its page: for how many items, and until when it can be paid. */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { Amount } from "./amount.tsx";
import { ForeignEquivalent } from "./foreign-equivalent.tsx";
import { PayUntil } from "./pay-until.tsx";

type AmountDueProps = {
  readonly order: OrderPageModel;
  /** The order can be paid now: unpaid, not expired, no payment being checked. */
  readonly canPay: boolean;
};

export function AmountDue({ order, canPay }: AmountDueProps) {
  const t = useTranslations("invoice");
  return (
    <div className="panel-total">
      <p className="panel-total-label">
        {t("total")}{" "}
        <span className="panel-count figures">{t("itemCount", { count: order.order.products.length })}</span>
      </p>
      <p className="panel-total-amount">
        <Amount value={order.total} currency={order.order.currencyName} />
      </p>
      <ForeignEquivalent order={order} />
      {canPay && order.expiryDate !== null && <PayUntil until={order.expiryDate} />}
    </div>
  );
}
