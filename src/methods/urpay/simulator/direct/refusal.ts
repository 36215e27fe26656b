/** How the simulated UR Pay says no. */

import type { Answer } from "#sim/exchange.ts";
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

/** Thrown where a request cannot be carried out; becomes an answer at the route. Nothing has been stored. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = refusalTexts[code] ?? "") {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return new Refusal(400, "IPAY0100124", `The field ${field} is ${kind}`);
}

/** The answer to a refused request. */
export function refusalAnswer({ status, code, message }: Refusal): Answer {
  return { status, body: { error: code, errorText: message }, note: `${status} ${code}: ${message}` };
}

/** The answer of a broken (500) or busy (503) UR Pay. */
export function outage(status: 500 | 503): Answer {
  return { status, body: { error: status === 500 ? "INTERNAL" : "BUSY" } };
}
