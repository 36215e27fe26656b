/** UR Pay: the mobile of the wallet and a one-time code, on our page or on the bank's (Spec 1, 2.3, 4; decision K18). */
import { undocumentedCode } from "../otp-wallets/code.ts";
import { walletCode, walletMobile } from "../otp-wallets/fields.ts";
import type { PaymentMethod } from "../payment-method.ts";

const code = undocumentedCode;

export const urpay = {
  id: "urpay",
  surface: "panel",
  flow: "otp",
  mayLeadToPage: true,
  flags: { urpay: "isUrPayAllowed" },
  pages: ["info"],
  currency: "SAR",
  code,
  fields: { urpayMobile: walletMobile, urpayOtp: walletCode("urpayOtp", code) },
} as const satisfies PaymentMethod<"urpay">;
