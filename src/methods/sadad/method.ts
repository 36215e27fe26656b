/** SADAD: a bill that the buyer pays later, in any Saudi bank's app or cash machine (Spec 1, 2.3, 5). */
import { isSaudiMobile } from "#core/phone/mobile.ts";
import { isPersonName, isSaudiNationalId } from "#core/validators.ts";
import type { PaymentMethod } from "../payment-method.ts";

export const sadad = {
  id: "sadad",
  surface: "panel",
  flow: "reference",
  flags: { sadad: "isSadadAllowed" },
  pages: ["info"],
  currency: "SAR",
  // Spec 5. Bills are paid from Saudi bank accounts, so the mobile is a Saudi one whatever the client's own country.
  fields: {
    sadadMobile: {
      requiredKey: "mobileMissing",
      rules: [{ isMet: isSaudiMobile, textKey: "mobileInvalid" }],
    },
    sadadNationalId: {
      isPrivate: true,
      requiredKey: "nationalIdMissing",
      rules: [{ isMet: isSaudiNationalId, textKey: "nationalIdInvalid" }],
    },
    sadadFirstName: {
      isPrivate: true,
      requiredKey: "firstNameMissing",
      rules: [{ isMet: isPersonName, textKey: "firstNameInvalid" }],
    },
    sadadLastName: {
      isPrivate: true,
      requiredKey: "lastNameMissing",
      rules: [{ isMet: isPersonName, textKey: "lastNameInvalid" }],
    },
  },
} as const satisfies PaymentMethod<"sadad">;
