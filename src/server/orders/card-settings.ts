/** Where a merchant's hosted card fields come from. From accounts alone: these are addresses of scripts. */
import type { CardSettings } from "#contract/settings.ts";
import type { Services } from "../services.ts";

/** The card settings of Spec 3 for a merchant; an empty address where a method has no account. */
export async function readCardSettings(
  services: Pick<Services, "config" | "providers">,
  merchantId: number,
): Promise<CardSettings> {
  const [card, amex] = await Promise.all([
    services.providers.of("card", merchantId),
    services.providers.of("amex", merchantId),
  ]);
  return {
    sessionFormUrl: card?.cardSessions?.scriptUrl ?? "",
    amexSessionFormUrl: amex?.cardSessions?.scriptUrl ?? "",
    directApi: services.config.directApi,
  };
}
