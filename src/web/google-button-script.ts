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

async function drawButton(place: HTMLElement): Promise<void> {
  const { script = "", environment } = place.dataset;
  const api = await loadApi(script, window);
  if (!api) return tell(buttonEvents.missing);
  const client = new api.PaymentsClient({ environment: environment === "PRODUCTION" ? environment : "TEST" });
  const button = client.createButton({
    onClick: () => tell(buttonEvents.press),
    allowedPaymentMethods: readyRequest.allowedPaymentMethods,
    buttonColor: "black",
    buttonType: "pay",
    buttonLocale: document.documentElement.lang,
    buttonSizeMode: "fill",
    buttonRadius,
  });
  place.append(button);
}

const place = document.getElementById("google-pay-button");
if (place) drawButton(place).catch(() => tell(buttonEvents.missing));
