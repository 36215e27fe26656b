/**
 * The frame with Google's own button (methods/googlepay/official-button.tsx). Google's script brings styles and a picture
 * that the policy of the payment page does not let in; here is nothing but the button, and nothing of the buyer.
 */
import { readSettings } from "#methods/googlepay/google-pay-api.ts";
import type { Page, PageContext } from "../page.ts";
import { sourcesOf } from "../payment/account-sources.ts";
import { loadAddressed } from "../payment/payable.ts";
import styles from "../styles/google-button.css?inline";
import { orderNotFoundView } from "./order-not-found.tsx";

export const googleButtonPage: Page = {
  styles: [styles],
  script: "src/web/script/google-button-script.ts",
  sources: async (context) => sourcesOf([(await accountOf(context)) ?? {}]),
  load: async (context) => {
    const settings = readSettings(await accountOf(context));
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

/** What the page may know of the account; undefined without one. */
async function accountOf(context: PageContext) {
  const found = await loadAddressed(context);
  if (!found?.model.isGooglePayAllowed) return undefined;
  const { googlepay } = await context.services.methodSettings(found.model.merchant.id);
  return googlepay;
}
