/** How much of a paid order was given back, where it is a part: the order stays paid, and its buyer wants to know. */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { formatNumber } from "../i18n/format.ts";
import { Amount, amountHere, withAmounts } from "./amount.tsx";

/** "SAR 50.00 of 115.00 was given back."; nothing for every other order. */
export function PartGivenBack({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const { currencyName: currency } = order.order;
  if (!isPartGivenBack(order)) return null;
  return (
    <p className="part-given-back">
      {withAmounts(
        t("partGivenBack", { back: amountHere, total: amountHere }),
        <Amount value={order.refundedTotal} currency={currency} />,
        <bdi className="figures" dir="ltr">
          {formatNumber(order.total, currency)}
        </bdi>,
      )}
    </p>
  );
}

/** Whether a part of the order was given back, and the rest is with the shop. */
export function isPartGivenBack({ order, refundedTotal }: OrderPageModel): boolean {
  return orderStatusFacts[order.orderStatus].holdsMoney && refundedTotal > 0;
}
