/** Buttons that copy a text. They cannot be seen at first: without a script or a clipboard they would not work. */

/** How long the tick stays. */
const doneMs = 2000;

/** Shows the buttons with `data-copy` and makes them copy it; the word in `data-done` is spoken once. */
export function enableCopying(): void {
  if (!navigator.clipboard) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.classList.add("is-ready");
    button.addEventListener("click", () => {
      navigator.clipboard.writeText(button.dataset["copy"] ?? "").then(
        () => showDone(button),
        () => button.classList.remove("is-ready"),
      );
    });
  }
}

function showDone(button: HTMLButtonElement): void {
  const status = button.querySelector("[role=status]");
  if (status) status.textContent = button.dataset["done"] ?? "";
  button.classList.add("is-copied");
  setTimeout(() => {
    button.classList.remove("is-copied");
    if (status) status.textContent = "";
  }, doneMs);
}
