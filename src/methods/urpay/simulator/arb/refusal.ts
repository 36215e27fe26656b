/** How the simulated gateway says no. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";

export const refusalTexts: Readonly<Record<string, string>> = {
  IPAY0100015: "Tranportal password is wrong.",
  IPAY0100042: "Payment ID is expired.",
  IPAY0100045: "Denied by risk.",
  IPAY0100049: "Maximum attempts of OTP are over.",
  IPAY0100089: "Invalid mobile number.",
  IPAY0100093: "Invalid OTP.",
  IPAY0100124: "Problem occurred while validating transaction data.",
  IPAY0100263: "Transaction not found.",
  IPAY0100293: "Duplicate merchant track ID.",
  IPAY0880001: "URPay is not enabled.",
};

/** A refused request: always HTTP 200, in a list, with the code again inside of the text. */
export function refusal(code: string): Refusal {
  const message = refusalTexts[code] ?? "Problem occurred.";
  const body = [
    { status: "2", error: code, errorText: `!ERROR!-${code}-${message}`, result: null, trandata: null },
  ];
  return new Refusal(message, { status: 200, body, note: `${code} ${message}` });
}

/** The answer of a broken (500) or busy (503) gateway. */
export function outage(status: 500 | 503): Answer {
  return {
    status,
    contentType: "text/html",
    body: `<html><body><h1>HTTP Status ${status}</h1></body></html>`,
  };
}
