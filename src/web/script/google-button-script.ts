/** The script of the frame with Google's button: draws it, and tells the page around it of a press. */
import { buttonEvents } from "#methods/googlepay/button-events.ts";
import { loadApi } from "#methods/googlepay/google-script.ts";
import { readyRequest } from "#methods/googlepay/sheet-request.ts";

/** The corners of all buttons of a page (--radius in tokens.css), px. */
const buttonRadius = 12;

/** At once and inside of the press: browsers open a sheet for nothing else. */
function tell(what: string): void {
  window.frameElement?.dispatchEvent(new Event(what));
}

/** The ring around a focused button stands outside of the frame, where there is room for it. */
function showFocus({ type }: Event): void {
  const isShown = type === "focusin" && document.querySelector(":focus-visible") !== null;
  window.frameElement?.toggleAttribute("data-focus", isShown);
}

/** The one that stands out from the ground of the page around it, which knows its theme and its scheme (wallets.css). */
function colourHere(): "black" | "white" {
  const { frameElement } = window;
  const colour = frameElement && getComputedStyle(frameElement).getPropertyValue("--wallet");
  return colour === "white" ? colour : "black";
}

async function drawButton(place: HTMLElement): Promise<void> {
  const { script = "", environment } = place.dataset;
  const api = await loadApi(script, window);
  if (!api) return tell(buttonEvents.missing);
  const client = new api.PaymentsClient({ environment: environment === "PRODUCTION" ? environment : "TEST" });
  const button = client.createButton({
    onClick: () => tell(buttonEvents.press),
    allowedPaymentMethods: readyRequest.allowedPaymentMethods,
    buttonColor: colourHere(),
    buttonType: "pay",
    buttonLocale: document.documentElement.lang,
    buttonSizeMode: "fill",
    buttonRadius,
  });
  place.append(button);
  for (const event of ["focusin", "focusout"]) document.addEventListener(event, showFocus);
}

const place = document.getElementById("google-pay-button");
if (place) drawButton(place).catch(() => tell(buttonEvents.missing));
