/**
 * A page inside a merchant's page tells the page around it how high it is and the status of the payment, so that the
 * frame can be made as high. Only pages of the merchant's registered origins receive it; a merchant believes the API.
 */

/** `panel` is the element with `data-frame`, the order's number, and `data-state`, unless a panel in it says another. */
export function tellParent(panel: HTMLElement): void {
  if (window.parent === window) return;
  const tell = (): void => {
    const message = {
      type: "wasl:frame",
      orderNumber: panel.dataset["frame"],
      height: Math.ceil(document.body.getBoundingClientRect().height),
      state:
        panel.querySelector<HTMLElement>("[data-panel]:not([hidden])")?.dataset["panel"] ??
        panel.dataset["state"],
    };
    for (const origin of parents(panel)) window.parent.postMessage(message, origin);
  };
  new ResizeObserver(tell).observe(document.body);
  new MutationObserver(tell).observe(panel, { subtree: true, attributeFilter: ["hidden"] });
}

/** The allowed origin that is really there, where the browser says so; else all allowed ones, of which one is. */
function parents(panel: HTMLElement): readonly string[] {
  const allowed = (panel.dataset["parents"] ?? "").split(" ").filter((origin) => origin !== "");
  const [actual] = Array.from(location.ancestorOrigins ?? []);
  if (actual === undefined) return allowed;
  return allowed.includes("*") || allowed.includes(actual) ? [actual] : [];
}
