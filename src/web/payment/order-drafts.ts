/** Where the browser keeps what was typed for an order, for this tab alone; gone once it has served. */

/** Keys of the session storage. */
export const draftKeys = {
  main: (orderNumber: string) => `wasl-draft-${orderNumber}`,
  panels: (orderNumber: string) => `wasl-panels-${orderNumber}`,
} as const;

/** Takes away all that was kept for an order: it is paid, or its payment was accepted and continues elsewhere. */
export function forgetOrderDrafts(orderNumber: string): void {
  try {
    for (const keyOf of Object.values(draftKeys)) sessionStorage.removeItem(keyOf(orderNumber));
  } catch {
    // A closed storage kept nothing either.
  }
}
