/** Lines of the providers' books by our order numbers: a payment after one by card that took money has an order of its own at the gateway. */

/** The order number in the id of an order at a provider (`gatewayOrderId`). */
export const orderNumberOf = (orderId: string): string => orderId.replace(/-\d+$/, "");

/** The lines, each with the number of the order that it belongs to. */
export function byOrderNumber<Line extends { readonly orderId: string }>(lines: readonly Line[]): Line[] {
  return lines.map((line) => ({ ...line, orderId: orderNumberOf(line.orderId) }));
}
