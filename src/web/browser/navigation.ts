/** Ways out of a page: the bank's page, the result, the window around a frame (Spec 2.3, 2.5 and 4). */
import type { PaymentResult } from "#contract/payment.ts";
import { encodeResult } from "#core/payment-result.ts";
import { addresses } from "../routes.ts";

type OrderAddress = { readonly orderNumber: string; readonly webUrl: string };

/**
 * Goes to another page. The present one stays in the history, so that Back leads to the form. Without a connection it
 * waits for one: the browser's own page about it would be the end of a payment that may continue.
 */
export function goTo(address: string): void {
  whenOnline(() => window.location.assign(address));
}

/** Runs a step at once, or as soon as the browser has a connection again. */
export function whenOnline(step: () => void): void {
  if (navigator.onLine) step();
  else window.addEventListener("online", step, { once: true });
}

/** Inside a frame: makes the window around it show this page instead (Spec 2.5). Gives whether it had to. */
export function escapeFrame(page: Window): boolean {
  if (page.top === null || page.top === page.self) return false;
  page.top.location.assign(page.location.href);
  return true;
}

/** The result page with what the server said of a payment. The page takes it as a hint only (decision K1). */
export function resultAddress(result: PaymentResult): string {
  return `${addresses.displayPayment}?${new URLSearchParams({ msg: encodeResult(result) })}`;
}

/** The result page of an order whose payment is in doubt: it says so and asks the server until it knows (S3). */
export function checkingAddress(order: OrderAddress): string {
  return `${addresses.displayPayment}?${new URLSearchParams({
    msg: encodeResult({ orderNumber: order.orderNumber, statusCode: 202 }),
  })}`;
}

/** The 3-D Secure page of the card's bank (Spec 7 get3DPage), on the order's own host. */
export function threeDSecureAddress(
  order: OrderAddress,
  challenge: { readonly secure3DHtmlKey: string; readonly signature: string },
): string {
  const query = new URLSearchParams({ key: challenge.secure3DHtmlKey, signature: challenge.signature });
  return `${order.webUrl}/rest/pay/get3DPage/${encodeURIComponent(order.orderNumber)}?${query}`;
}

export type ErrorReason = "expired-qr" | "not-allowed-country" | "s3d-not-enabled";

/** In the query of an error page: the order or the product link that it is about. The address is whole without it (Spec 2.9). */
export const errorOrder = "order";
export const errorLink = "link";

/** One of the error pages of Spec 2.9, with the shop and the way back of an order where there is one. */
export function errorAddress(reason: ErrorReason, orderNumber?: string): string {
  return `/pay/error/${reason}${orderNumber ? `?${errorOrder}=${orderNumber}` : ""}`;
}

/** The same for a product link. */
export function linkErrorAddress(reason: ErrorReason, linkIdentity: string): string {
  return `${errorAddress(reason)}?${errorLink}=${linkIdentity}`;
}
