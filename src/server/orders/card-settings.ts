/** Where the hosted card fields come from. Built from the server's configuration alone: these are script addresses. */
import type { CardSettings } from "#contract/settings.ts";
import type { Config } from "../config.ts";

/** The card settings of Spec 3 for this installation. */
export function readCardSettings(config: Pick<Config, "mpgs" | "directApi">): CardSettings {
  const { baseUrl, version, cards, amex } = config.mpgs;
  const script = (merchantId: string): string =>
    `${baseUrl}/form/version/${version}/merchant/${merchantId}/session.js`;
  return {
    sessionFormUrl: script(cards.merchantId),
    amexSessionFormUrl: script(amex.merchantId),
    directApi: config.directApi,
  };
}
