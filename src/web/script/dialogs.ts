/** Opens the page's dialogs. The browser itself does the rest: focus, Escape, the way back. */

/** Links and buttons with `data-opens` open that dialog, links with `data-zoom` show their image in it. */
export function enableDialogs(): void {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.defaultPrevented) return;
    const opener = event.target.closest<HTMLElement>("[data-opens],[data-zoom]");
    if (opener) {
      open(opener, event);
    } else if (
      event.target instanceof HTMLDialogElement &&
      event.target.dataset["dismissible"] !== undefined
    ) {
      // A click on the dialog itself, not on what is in it, is one on the backdrop.
      event.target.close();
    }
  });
}

function open(opener: HTMLElement, event: MouseEvent): void {
  const dialog = document.getElementById(opener.dataset["opens"] ?? opener.dataset["zoom"] ?? "");
  // With a modifier key the buyer wants the link itself, in a tab of its own.
  if (!(dialog instanceof HTMLDialogElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (opener instanceof HTMLAnchorElement && opener.dataset["zoom"] !== undefined) showImage(dialog, opener);
  dialog.showModal();
}

function showImage(dialog: HTMLDialogElement, link: HTMLAnchorElement): void {
  const image = dialog.querySelector("img");
  const title = dialog.querySelector("h2");
  if (!image) return;
  image.hidden = false;
  image.src = link.href;
  image.alt = link.dataset["title"] ?? "";
  if (title) title.textContent = image.alt;
}
