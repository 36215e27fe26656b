/** Google's script, in the payment page and in the frame of Google's button. */
import type { PaymentsApi } from "./google-pay-api.ts";

/** Google's interface in a page: there already, or fetched now; null where its script does not come. */
export function loadApi(scriptUrl: string, page: Window): Promise<PaymentsApi | null> {
  const there = apiOf(page);
  if (there) return Promise.resolve(there);
  return new Promise((resolve) => {
    const script = page.document.createElement("script");
    script.src = scriptUrl;
    script.async = true;
    script.addEventListener("load", () => resolve(apiOf(page)));
    script.addEventListener("error", () => resolve(null));
    page.document.head.append(script);
  });
}

function apiOf(page: object): PaymentsApi | null {
  const google: unknown = Reflect.get(page, "google");
  const { payments } = Object(google) as { payments?: { api?: PaymentsApi } };
  return payments?.api?.PaymentsClient ? payments.api : null;
}
