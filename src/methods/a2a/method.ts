/** A2A: a transfer from the buyer's bank account to an IBAN that is there for this one payment (Spec 1, 2.3, 5). */
import { isSaudiMobile } from "#core/phone/mobile.ts";
import { isEmail } from "#core/validators.ts";
import type { PaymentMethod } from "../payment-method.ts";

export const a2a = {
  id: "a2a",
  surface: "panel",
  flow: "reference",
  flags: { a2a: "isA2aAllowed" },
  pages: ["info"],
  // Spec 9: a transfer is shown in riyals; another order is refused.
  currency: "SAR",
  // Spec 5. The bank tells the buyer of the transfer by a Saudi mobile, whatever the country of the client's own.
  fields: {
    a2aMobile: {
      requiredKey: "mobileMissing",
      rules: [{ isMet: isSaudiMobile, textKey: "mobileInvalid" }],
    },
    a2aEmail: { requiredKey: "emailMissing", rules: [{ isMet: isEmail, textKey: "emailInvalid" }] },
  },
} as const satisfies PaymentMethod<"a2a">;

/** Length of a Saudi account number at the end of its IBAN (Spec 9). */
const accountNumberLength = 15;

/** The account number: what the server says it is, else the last 15 characters of the session id (Spec 2.3). */
export function accountNumberOf(transfer: {
  readonly paymentSessionId: string;
  readonly accountNumber: string | null;
}): string {
  return transfer.accountNumber || transfer.paymentSessionId.slice(-accountNumberLength);
}
