/** What came for an order that was over by then: a bill that was paid after the invoice was cancelled, or twice. */
import { useTranslations } from "use-intl/react";
import type { OrderPageModel } from "#contract/order.ts";
import { orderStatusFacts } from "#core/order-status.ts";
import { awaitsPayment } from "#core/status-groups.ts";

/** That the shop gives it back; nothing for every other order. Of one that waits for its payment the banner itself says so. */
export function SurplusBeside({ order }: { readonly order: OrderPageModel }) {
  const t = useTranslations("invoice");
  const { orderStatus } = order.order;
  if (!order.hasSurplus || awaitsPayment(orderStatus)) return null;
  return <p>{t(orderStatusFacts[orderStatus].wasPaid ? "surplusSecond" : "surplusLate")}</p>;
}
