/** Google Pay through the card gateway, in browsers that have it (Spec 1, 2.3, 9). */
import type { PaymentMethod } from "../payment-method.ts";

export const googlepay = {
  id: "googlepay",
  surface: "button",
  flow: "wallet",
  flags: { googlepay: "isGooglePayAllowed" },
  pages: ["info"],
  isInEveryBrowser: true,
  ownOn: /Android|CrOS/,
  fields: {},
} as const satisfies PaymentMethod<"googlepay">;
