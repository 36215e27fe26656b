/** Tamara: four interest-free payments on Tamara's own page (Spec 1, 2.3, 5). */
import { isSaudiMobile } from "#core/phone/mobile.ts";
import { isAddressLine, isCity, isEmail } from "#core/validators.ts";
import type { PaymentMethod } from "../payment-method.ts";

export const tamara = {
  id: "tamara",
  surface: "panel",
  flow: "redirect",
  flags: { tamara: "isTamaraAllowed" },
  pages: ["info"],
  currency: "SAR",
  isInstalments: true,
  // Spec 5. Tamara's accounts are Saudi mobiles, whatever the country of the client's own number.
  fields: {
    tamaraMobile: {
      requiredKey: "mobileMissing",
      rules: [{ isMet: isSaudiMobile, textKey: "mobileInvalid" }],
    },
    tamaraEmail: { requiredKey: "emailMissing", rules: [{ isMet: isEmail, textKey: "emailInvalid" }] },
    tamaraCity: { requiredKey: "cityMissing", rules: [{ isMet: isCity, textKey: "cityInvalid" }] },
    tamaraLine1: { requiredKey: "line1Missing", rules: [{ isMet: isAddressLine, textKey: "line1Invalid" }] },
  },
} as const satisfies PaymentMethod<"tamara">;
