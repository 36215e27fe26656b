/** How the simulated UR Pay says no. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";
import type { ParseFailure } from "#sim/strict.ts";

export const refusalTexts: Readonly<Record<string, string>> = {
  IPAY0100042: "Payment ID is expired",
  IPAY0100045: "Denied by risk",
  IPAY0100049: "Maximum attempts of OTP are over",
  IPAY0100089: "Invalid mobile number",
  IPAY0100093: "Invalid OTP",
  IPAY0100124: "Problem occurred while validating transaction data",
  IPAY0100263: "Transaction not found",
  IPAY0300128: "Duplicate request",
  IPAY0880001: "URPay is not enabled",
  IPAY0200111: "Refund amount is more than what is left",
  UNAUTHORISED: "The token is wrong or has run out",
};

/** A request that cannot be carried out. */
export function refusal(status: number, code: string, message = refusalTexts[code] ?? ""): Refusal {
  return new Refusal(message, {
    status,
    body: { error: code, errorText: message },
    note: `${status} ${code}: ${message}`,
  });
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return refusal(400, "IPAY0100124", `The field ${field} is ${kind}`);
}

/** The answer of a broken (500) or busy (503) UR Pay. */
export function outage(status: 500 | 503): Answer {
  return { status, body: { error: status === 500 ? "INTERNAL" : "BUSY" } };
}
