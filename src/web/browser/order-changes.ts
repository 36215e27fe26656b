/** Hears from the server that an order has changed; nothing is said of what it is now. */

/**
 * Listens while the page is shown. A browser comes again by itself after a connection that broke; a server that has no room leaves the
 * page to its own looks.
 * @returns ends it
 */
export function onOrderChanged(orderNumber: string, changed: () => void): () => void {
  let source: EventSource | null = null;
  const open = (): void => {
    source = new EventSource(`/rest/pay/orderChanges/${orderNumber}`);
    source.onmessage = changed;
  };
  const close = (): void => source?.close();
  open();
  // A page that the browser keeps may hold no connection.
  addEventListener("pagehide", close);
  addEventListener("pageshow", ({ persisted }) => persisted && open());
  return close;
}
