/** The public calls of UR Pay (Spec 7), the same for both drivers (decision K18). */
import { z } from "zod";
import type { CallsOf } from "../method-server.ts";
import {
  codeText,
  mobileCountryCode,
  mobileText,
  otpWalletCalls,
  paymentSessionId,
  walletFields,
} from "../otp-wallets/calls.ts";
import { urpay } from "./method.ts";

const sendOtpFields = {
  ...walletFields,
  urpayMobile: mobileText,
  urpayMobileCountryCode: mobileCountryCode,
};

const sendOtpBody = z.strictObject(sendOtpFields);

const processPaymentBody = z.strictObject({
  ...sendOtpFields,
  urpayPaymentOTP: codeText,
  paymentSessionId,
});

export const urpayCalls = otpWalletCalls({
  wallet: "urpay",
  name: "UR Pay",
  fields: urpay.fields,
  mobileField: "urpayMobile",
  codeField: "urpayOtp",
  sendOtpBody,
  processPaymentBody,
  readMobile: (body) => ({
    path: "urpayMobile",
    text: body.urpayMobile,
    countryCode: body.urpayMobileCountryCode,
  }),
  readCode: (body) => ({ path: "urpayPaymentOTP", text: body.urpayPaymentOTP }),
  rejectReasons: { IPAY0100088: "invalid_mobile", IPAY0100089: "invalid_mobile" },
});

export type UrpayCalls = CallsOf<typeof urpayCalls>;
