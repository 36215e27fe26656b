/** STC Pay: the mobile of the wallet and a one-time code (Spec 1, 2.3, 4). */
import { undocumentedCode } from "../otp-wallets/code.ts";
import { walletCode, walletMobile } from "../otp-wallets/fields.ts";
import type { PaymentMethod } from "../payment-method.ts";

const code = undocumentedCode;

export const stcpay = {
  id: "stcpay",
  surface: "panel",
  flow: "otp",
  flags: { stcpay: "isStcPayAllowed" },
  pages: ["info", "frame"],
  currency: "SAR",
  code,
  fields: { stcpayMobile: walletMobile, stcpayOtp: walletCode("stcpayOtp", code) },
} as const satisfies PaymentMethod<"stcpay">;
