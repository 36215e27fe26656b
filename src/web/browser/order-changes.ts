/** Hears from the server that an order has changed; nothing is said of what it is now. */
import { orderChangesAddress } from "#core/order-changes.ts";

/**
 * Listens while the page is shown. A browser comes again by itself after a connection that broke; a server that refuses it, since
 * the order is over or it has no room, leaves the page to one look at once and to its own.
 * @returns ends it
 */
export function onOrderChanged(orderNumber: string, changed: () => void): () => void {
  let source: EventSource | null = null;
  const open = (): void => {
    source = new EventSource(orderChangesAddress + orderNumber);
    source.onmessage = changed;
    // Refused: what there is to wait for may have happened after the page was written and before this was opened.
    source.onerror = () => source?.readyState === EventSource.CLOSED && changed();
  };
  const close = (): void => source?.close();
  open();
  // A page that the browser keeps may hold no connection.
  addEventListener("pagehide", close);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  return close;
}
