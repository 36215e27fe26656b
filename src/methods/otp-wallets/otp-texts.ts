/**
 * The texts that each wallet with a one-time code has under the same keys of its own namespace, because one panel shows
 * all of them. `texts.ts` asks for each key.
 */
export type OtpText =
  | "action"
  | "mobile"
  | "mobileHint"
  | "mobileMissing"
  | "mobileInvalid"
  | "noAccount"
  | "checkAccount"
  | "enterMobile"
  | "otp"
  | "otpPlaceholder"
  | "otpSent"
  | "otpMissing"
  | "otpInvalid"
  | "otpWrong"
  | "otpTriesLeft"
  | "codeNotSent"
  | "resend"
  | "resendIn"
  | "changeMobile";
