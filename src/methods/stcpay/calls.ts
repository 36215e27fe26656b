/** The public calls of STC Pay (Spec 7). */
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
import { stcpay } from "./method.ts";

/** Spec 7 writes stcPayMobile; the field of the page (Spec 3) is stcpayMobile. Both are taken. */
const sendOtpFields = {
  ...walletFields,
  stcPayMobile: mobileText.nullish(),
  stcPayMobileCountryCode: mobileCountryCode,
  stcpayMobile: mobileText.nullish(),
  stcpayMobileCountryCode: mobileCountryCode,
};

const sendOtpBody = z.strictObject(sendOtpFields);

const processPaymentBody = z.strictObject({
  ...sendOtpFields,
  stcpayPaymentOTP: codeText,
  paymentSessionId,
});

export const stcPayCalls = otpWalletCalls({
  wallet: "stcpay",
  name: "STC Pay",
  fields: stcpay.fields,
  mobileField: "stcpayMobile",
  codeField: "stcpayOtp",
  sendOtpBody,
  processPaymentBody,
  readMobile: (body) => ({
    path: "stcPayMobile",
    text: body.stcPayMobile ?? body.stcpayMobile,
    countryCode: body.stcPayMobileCountryCode ?? body.stcpayMobileCountryCode,
  }),
  readCode: (body) => ({ path: "stcpayPaymentOTP", text: body.stcpayPaymentOTP }),
  rejectReasons: {
    2008: "no_account",
    2017: "invalid_mobile",
    2018: "invalid_mobile",
    2024: "check_account",
    2025: "check_account",
    2028: "check_account",
    2029: "check_account",
    2030: "check_account",
  },
});

export type StcPayCalls = CallsOf<typeof stcPayCalls>;
