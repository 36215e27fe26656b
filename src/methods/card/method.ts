/** mada, Visa and Mastercard through the card gateway (Spec 1, 2.3). */
import type { PaymentMethod } from "../payment-method.ts";

export const card = {
  id: "card",
  surface: "panel",
  flow: "card",
  flags: { mada: "isMadaAllowed", creditcard: "isCreditCardAllowed" },
  pages: ["info", "simple", "frame"],
  fields: {},
} as const satisfies PaymentMethod<"card">;
