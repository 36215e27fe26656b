/** The notice across the top of a page while the browser has no connection. */

/** Shows and hides the element with `data-offline`, which is also what it says. */
export function watchConnection(): void {
  const notice = document.querySelector<HTMLElement>("[data-offline]");
  if (!notice) return;
  const tell = (): void => {
    const isOffline = !navigator.onLine;
    notice.hidden = !isOffline;
    notice.textContent = isOffline ? (notice.dataset["offline"] ?? "") : "";
    // Over the windows that are open; older browsers show it below them.
    notice.togglePopover?.(isOffline);
  };
  addEventListener("online", tell);
  addEventListener("offline", tell);
  if (!navigator.onLine) tell();
}
