import type { CardSettings } from "#contract/settings.ts";
import type { CardMethod } from "#core/card/card-brands.ts";

/** Where the script of the gateway's own fields stands in the card settings of Spec 3, by the kind of card. */
export const scriptSettings = {
  card: "sessionFormUrl",
  amex: "amexSessionFormUrl",
} as const satisfies Readonly<Record<CardMethod, keyof CardSettings>>;
