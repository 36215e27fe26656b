/** Where an order is paid inside a merchant's own page. */
import { addresses } from "../routes.ts";

/**
 * The frame of an order as it was before, for another try in it.
 * @param query of the frame's address, without the question mark
 */
export function frameAddress(orderNumber: string, query: string): string {
  return `${addresses.frame(orderNumber)}${query === "" ? "" : `?${new URLSearchParams(query)}`}`;
}
