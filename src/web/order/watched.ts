/** Which pages ask again by themselves: their order may change while they are open. */
import type { OrderPageModel } from "#contract/order.ts";
import { isOpen } from "#core/status-groups.ts";
import type { Standing } from "./standing.ts";

/** Whether the order is not over: it waits for its buyer, a payment is being checked, or the shop has stopped it. */
export function isWatched({ order }: OrderPageModel, standing: Standing): boolean {
  return standing !== "expired" && isOpen(order.orderStatus);
}
