/** The two fields of a wallet's panel, the same rules for STC Pay and UR Pay (Spec 5). */
import type { Field } from "#core/fields.ts";
import { isSaudiMobile } from "#core/phone/mobile.ts";
import { hasDigits } from "#core/validators.ts";
import type { WalletCode } from "./code.ts";

/** The mobile of the wallet's account. */
export const walletMobile = {
  requiredKey: "mobileMissing",
  rules: [{ isMet: isSaudiMobile, textKey: "mobileInvalid" }],
} as const satisfies Field;

/**
 * The one-time code; asked for once it was sent (Spec 5 "required once received"), which is when there is a value for
 * it, were it empty.
 * @param name the field's name in the table
 * @param code what the method states of its codes
 */
export function walletCode(name: string, { digits }: WalletCode) {
  return {
    requiredKey: "otpMissing",
    rules: [{ isMet: (text) => hasDigits(text, digits), textKey: "otpInvalid" }],
    appliesWhen: (values) => values[name] !== undefined,
  } as const satisfies Field;
}
