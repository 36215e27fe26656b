/**
 * A simulator of Meta's WhatsApp Cloud API for development and tests: templates that are sent, reports of how they stand,
 * people who answer, and a page with all of it.
 *
 * NOT simulated: approval of templates (every name is known), quality, limits by number and portfolio, prices, media, and the
 * app's settings: the address of the reports is entered on its page, as it is in Meta's dashboard.
 */
import { defineSimulator, type Simulator } from "#sim/kit.ts";
import { type CloudAccount, defaultCloudAccount } from "./account.ts";
import { registerCloudApi } from "./cloud-api.ts";
import { describeWhatsApp } from "./description.ts";
import { registerDesk } from "./desk.ts";
import { createSent } from "./sent.ts";

/** The simulated Cloud API, to be mounted under `/whatsapp`. */
export function whatsappSimulator(given: Partial<CloudAccount> = {}): Simulator {
  const account = { ...defaultCloudAccount, ...given };
  return defineSimulator({
    name: "whatsapp",
    describe: () => describeWhatsApp(account),
    register(app, tools) {
      const sent = createSent(tools, account);
      registerCloudApi(app, tools, { sent, account });
      registerDesk(app, tools, sent);
    },
  });
}
