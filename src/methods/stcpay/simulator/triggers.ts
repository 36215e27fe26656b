/** Mobiles and codes that bring something about. Any other mobile gets a code, and any other code pays. */

/** What a code does at Confirm. */
export type CodeTrigger = {
  /** Refused with this code. */
  readonly refusal?: number;
  /** HTTP status of the refusal; 403 unless a proxy has changed it. */
  readonly httpStatus?: 200 | 403;
  /** Answered as pending; paid half a minute later. */
  readonly isSlow?: boolean;
  /** A fault of the kit. */
  readonly fault?: { readonly fault: string; readonly delayMs?: number };
  /** For the control page. */
  readonly means: string;
};

export const codeTriggers: Readonly<Record<string, CodeTrigger>> = {
  "4444": { refusal: 2031, means: "wrong code, as on the real staging system" },
  "999999": { refusal: 2031, means: "wrong code" },
  "111111": { refusal: 2023, means: "not enough balance" },
  "222222": { refusal: 2024, means: "limit of a shared account" },
  "333333": { refusal: 2026, means: "the payment has expired" },
  "777777": { refusal: 2027, means: "the payment was cancelled" },
  "555555": {
    refusal: 2023,
    httpStatus: 200,
    means: "not enough balance, told with HTTP 200 as behind some proxies",
  },
  "444444": { fault: { fault: "drop_after_commit" }, means: "paid, and the answer is lost" },
  "666666": { isSlow: true, means: "pending, and paid half a minute later" },
  "888888": { fault: { fault: "delay_ms", delayMs: 5_000 }, means: "paid after five seconds" },
};

/** How long a slow payment is pending, milliseconds. */
export const slowPaymentMs = 30_000;

/** Mobiles 9665000000NN are refused at Authorize with code 20NN, when there is such a code. */
export function mobileTrigger(mobile: string): number | null {
  const ending = /^9665000000(\d\d)$/.exec(mobile)?.[1];
  const code = ending === undefined ? 0 : Number(`20${ending}`);
  return Object.hasOwn(refusalTexts, code) ? code : null;
}

/** Codes and the words that come with them. */
export const refusalTexts: Readonly<Record<number, string>> = {
  2001: "Bad message format",
  2003: "Business rule violated",
  2004: "Merchant not found",
  2006: "Payment not found",
  2008: "Customer not found",
  2009: "Payment is already paid",
  2010: "RefNum or PaymentsDate is required",
  2011: "BranchID is required",
  2012: "TellerID is required",
  2013: "DeviceID is required",
  2014: "RefNum is required",
  2015: "BillNumber is required",
  2016: "Amount is required",
  2017: "MobileNo is required",
  2018: "Invalid mobile number",
  2019: "OtpReference is required",
  2020: "OtpValue is required",
  2021: "STCPayPmtReference is required",
  2023: "Available balance is not enough to proceed",
  2024: "Shared account limit exceeded",
  2025: "Shared account is not allowed",
  2026: "Payment is expired",
  2027: "Payment is cancelled",
  2028: "Please complete your data",
  2029: "Account status does not allow this",
  2030: "Account is not allowed",
  2031: "Invalid OTP value",
  2034: "Merchant is not active",
  2036: "Invalid amount",
  2037: "Data does not match OtpReference",
};
