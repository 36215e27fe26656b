/** STC Pay: the mobile of the wallet and a one-time code (Spec 1, 2.3, 4). */
import { walletCode, walletMobile } from "../otp-wallets/fields.ts";
import type { PaymentMethod } from "../payment-method.ts";

export const stcpay = {
  id: "stcpay",
  surface: "panel",
  flow: "otp",
  flags: { stcpay: "isStcPayAllowed" },
  pages: ["info", "frame"],
  currency: "SAR",
  fields: { stcpayMobile: walletMobile, stcpayOtp: walletCode("stcpayOtp") },
} as const satisfies PaymentMethod<"stcpay">;
