/**
 * The frame with Google's own button (methods/googlepay/official-button.tsx). Google's script brings styles and a picture
 * that the policy of the payment page does not let in; here is nothing but the button, and nothing of the buyer.
 */
import { readSettings } from "#methods/googlepay/google-pay-api.ts";
import { loadOrderOnce } from "../order/order-load.ts";
import type { Page, PageContext } from "../page.ts";
import styles from "../styles/google-button.css?inline";
import { orderNotFoundView } from "./order-not-found.tsx";

export const googleButtonPage: Page = {
  styles: [styles],
  script: "src/web/script/google-button-script.ts",
  gatewayScripts: async (context) => {
    const settings = await settingsOf(context);
    return settings ? [settings.scriptUrl] : [];
  },
  load: async (context) => {
    const settings = await settingsOf(context);
    if (!settings) return orderNotFoundView;
    return {
      status: 200,
      title: () => "Google Pay",
      body: (
        <div
          id="google-pay-button"
          data-script={settings.scriptUrl}
          data-environment={settings.environment}
        />
      ),
    };
  },
};

async function settingsOf(context: PageContext) {
  const found = await loadOrderOnce(context, context.params["orderNumber"] ?? "");
  if (!found?.model.isGooglePayAllowed) return null;
  const { googlepay } = await context.services.methodSettings(found.model.merchant.id);
  return readSettings(googlepay);
}
