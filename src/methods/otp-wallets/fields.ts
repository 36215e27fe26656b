/** The two fields of a wallet's panel, the same rules for STC Pay and UR Pay (Spec 5). */
import type { Field } from "#core/fields.ts";
import { isSaudiMobile } from "#core/phone/mobile.ts";
import { isOtp } from "#core/validators.ts";

/** The mobile of the wallet's account. */
export const walletMobile = {
  requiredKey: "mobileMissing",
  rules: [{ isMet: isSaudiMobile, textKey: "mobileInvalid" }],
} as const satisfies Field;

/**
 * The one-time code; asked for once it was sent (Spec 5 "required once received"), which is when there is a value for
 * it, were it empty.
 * @param name the field's name in the table
 */
export function walletCode(name: string) {
  return {
    requiredKey: "otpMissing",
    rules: [{ isMet: isOtp, textKey: "otpInvalid" }],
    appliesWhen: (values) => values[name] !== undefined,
  } as const satisfies Field;
}
