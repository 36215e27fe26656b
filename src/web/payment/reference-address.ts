/** The way from an open bill or transfer to the form. */
import { addresses } from "../routes.ts";

/** In the query of the payment page: the buyer has seen what is open and wants to pay in another way. */
export const otherWay = "other";

/** The form, also where a bill or a transfer is open. */
export function otherWayAddress(orderNumber: string): string {
  return `${addresses.info(orderNumber)}?${otherWay}`;
}
