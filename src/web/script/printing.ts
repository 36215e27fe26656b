/** Buttons that print the page. Hidden at first: without a script they would do nothing. */

/** Shows the buttons with `data-prints` and makes them open the browser's print window. */
export function enablePrinting(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-prints]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
}
