/**
 * What tests know of each wallet that is paid by a one-time code: its calls, and how its simulator has it. Its payments on
 * the server and its calls take the wallets of the catalogue, so one that is added does not compile until its row is here.
 */
import type { OtpMethod } from "#methods/allowed.ts";
import type { MethodCall } from "#methods/method-server.ts";
import { stcPayCalls } from "#methods/stcpay/calls.ts";
import { codeLifetimeSeconds as stcpayCodeSeconds } from "#methods/stcpay/simulator/payments.ts";
import { urpayCalls } from "#methods/urpay/calls.ts";
import { codeLifetimeMs as urpayCodeMs } from "#methods/urpay/simulator/direct/payments.ts";

/** The one that every simulator takes. */
export const goodCode = "123456";

/** One that every simulator refuses as wrong, however long its codes are. */
export const wrongCode = "999999";

export type OtpService = {
  readonly calls: readonly MethodCall[];
  /** The fields of its calls with the mobile and with the code. */
  readonly mobile: string;
  readonly code: string;
  /** How long the simulator takes a code. */
  readonly codeLifetimeMs: number;
  /** The simulator's names of beginning, taking the code and asking. */
  readonly begin: string;
  readonly confirm: string;
  readonly question: string;
};

export const otpServices: Readonly<Record<OtpMethod, OtpService>> = {
  stcpay: {
    calls: stcPayCalls,
    mobile: "stcPayMobile",
    code: "stcpayPaymentOTP",
    codeLifetimeMs: stcpayCodeSeconds * 1000,
    begin: "AUTHORIZE",
    confirm: "CONFIRM",
    question: "INQUIRY",
  },
  urpay: {
    calls: urpayCalls,
    mobile: "urpayMobile",
    code: "urpayPaymentOTP",
    codeLifetimeMs: urpayCodeMs,
    begin: "CREATE",
    confirm: "CONFIRM",
    question: "FIND",
  },
};

/** The fields of its calls with a mobile, without the code of Saudi Arabia before it. */
export function mobileFields(method: OtpMethod, mobile = "512345678"): Readonly<Record<string, string>> {
  const { mobile: field } = otpServices[method];
  return { [field]: mobile, [`${field}CountryCode`]: "966" };
}
