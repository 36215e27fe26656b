/** What came for an order that could not be paid by then: a bill that was paid after the invoice was cancelled, or twice. */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { orderStatusFacts } from "#core/order-status.ts";

/** That the shop gives it back; nothing for every other order. Of one that may be paid the banner itself says so. */
export function SurplusBeside({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const { payable, wasPaid } = orderStatusFacts[order.order.orderStatus];
  if (!order.hasSurplus || payable) return null;
  return <p>{t(wasPaid ? "surplusSecond" : "surplusLate")}</p>;
}
