/** Pages ask for what an order delivers only where there can be anything: the order is paid and has digital lines. */
import type { OrderPageModel } from "#contract/order.ts";
import type { DigitalGood, PageServices } from "#contract/pages.ts";
import { orderStatusFacts } from "#core/order-status.ts";

/** Whether anything of the order is digital, delivered by us or not. */
export function hasDigital(order: OrderPageModel): boolean {
  return order.order.products.some(({ product }) => product.isDigital);
}

/** What an order delivers now. */
export async function digitalGoodsOf(
  services: Pick<PageServices, "loadDigitalGoods">,
  order: OrderPageModel,
): Promise<readonly DigitalGood[]> {
  const { paid } = orderStatusFacts[order.order.orderStatus];
  return paid && hasDigital(order) ? await services.loadDigitalGoods(order.orderNumber) : [];
}
