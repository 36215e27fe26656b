/** Tabby: four interest-free payments on Tabby's own page (Spec 1, 2.3, 5). */
import { isSaudiMobile } from "#core/phone/mobile.ts";
import { isEmail } from "#core/validators.ts";
import type { PaymentMethod } from "../payment-method.ts";

export const tabby = {
  id: "tabby",
  surface: "panel",
  flow: "redirect",
  flags: { tabby: "isTabbyAllowed" },
  pages: ["info"],
  currency: "SAR",
  isInstalments: true,
  // Spec 5. Tabby's accounts in Saudi Arabia are Saudi mobiles, whatever the country of the client's own number.
  fields: {
    tabbyMobile: {
      requiredKey: "mobileMissing",
      rules: [{ isMet: isSaudiMobile, textKey: "mobileInvalid" }],
    },
    tabbyEmail: { requiredKey: "emailMissing", rules: [{ isMet: isEmail, textKey: "emailInvalid" }] },
  },
} as const satisfies PaymentMethod<"tabby">;
