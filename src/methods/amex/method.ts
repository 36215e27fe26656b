/** American Express, on a gateway profile of its own (Spec 1, 2.3). */
import type { PaymentMethod } from "../payment-method.ts";

export const amex = {
  id: "amex",
  surface: "panel",
  flow: "card",
  flags: { amex: "isAmexAllowed" },
  pages: ["info"],
  fields: {},
} as const satisfies PaymentMethod<"amex">;
