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
    if (standing !== null && standing !== shown.dataset["standing"]) loadAgain();
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

/** What a buyer has typed would be lost: the page says that it is old, and waits until nothing is typed. A form that is sent loads it, too. */
function loadAgain(): void {
  if (!Array.from(document.forms).some(isTyped)) {
    location.reload();
    return;
  }
  const notice = document.querySelector<HTMLElement>("[data-changed]");
  if (notice) {
    notice.hidden = false;
    // The page's own script may have put a choice into the address since the server wrote the link.
    const link = notice.querySelector("a");
    if (link) link.href = location.href;
  }
  addEventListener("input", loadAgain, { once: true });
}

/** Whether it would send something else than it did when the page was made. */
function isTyped(form: HTMLFormElement): boolean {
  const untouched = form.cloneNode(true) as HTMLFormElement;
  untouched.reset();
  const [now, then] = [form, untouched].map((one) => JSON.stringify(Array.from(new FormData(one))));
  return now !== then;
}

/** Null when there is no answer, or one without an order: what is shown stays. */
async function askStanding(): Promise<string | null> {
  try {
    const answer = await fetch(location.href);
    // It is shown by another page now, as what has expired is.
    if (answer.redirected) return "elsewhere";
    const page = await answer.text();
    // As text: pages take no markup from scripts. `shownOfOrder` leaves nothing in it that HTML writes in another way.
    return /data-standing="([^"]*)"/.exec(page)?.[1] ?? null;
  } catch {
    return null;
  }
}
