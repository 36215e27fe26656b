/** Apple Pay through the card gateway, on devices of Apple (Spec 1, 2.3, 2.8, 4, 9). */
import type { PaymentMethod } from "../payment-method.ts";

export const applepay = {
  id: "applepay",
  surface: "button",
  flow: "wallet",
  flags: { applepay: "isApplePayAllowed" },
  pages: ["info", "simple", "frame", "applePay"],
  // Of the browsers on Macs, Safari alone has it; on iPhones and iPads each one.
  ownOn: /iPhone|iPad|Macintosh(?!.*(?:Chrome|Firefox))/,
  fields: {},
} as const satisfies PaymentMethod<"applepay">;
