/** What has become of an order on a page that was left open: loaded again when the server would show something else. */

import { onOrderChanged } from "../browser/order-changes.ts";

/**
 * `shown` names in `data-standing` what the page shows of its order; the server's own answer says what that is now. Asked no
 * sooner than after `data-pause`, milliseconds: the delay itself would be a file that all pages load. `data-order`, of an order that can
 * still change, has the server say when.
 */
export function watchStanding(shown: HTMLElement): void {
  const pauseMs = Number(shown.dataset["pause"]);
  let askedAt = performance.now();
  const ask = async (): Promise<void> => {
    askedAt = performance.now();
    const standing = await askStanding();
    if (standing !== null && standing !== shown.dataset["standing"]) location.reload();
  };
  const look = async (): Promise<void> => {
    if (document.hidden || performance.now() - askedAt < pauseMs) return;
    await ask();
  };
  // Paid on another device, or by a bank: the page says so at once.
  const { order } = shown.dataset;
  if (order !== undefined) onOrderChanged(order, () => void ask());
  document.addEventListener("visibilitychange", look);
  // Back from another page, as the browser had kept this one.
  addEventListener("pageshow", look);
}

/** Null when there is no answer, or one without an order: what is shown stays. */
async function askStanding(): Promise<string | null> {
  try {
    const answer = await fetch(location.href);
    // It is shown by another page now, as what has expired is.
    if (answer.redirected) return "elsewhere";
    const page = await answer.text();
    // As text: pages take no markup from scripts. In what people wrote, quotation marks are escaped.
    return /data-standing="([^"]*)"/.exec(page)?.[1] ?? null;
  } catch {
    return null;
  }
}
