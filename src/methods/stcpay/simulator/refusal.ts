/** How the simulated STC Pay says no. */

import type { Answer } from "#sim/exchange.ts";
import { refusalTexts } from "./triggers.ts";

/** Thrown where a request cannot be carried out; becomes an answer at the route. Nothing has been stored. */
export class Refusal extends Error {
  readonly code: number;
  readonly httpStatus: 200 | 403;

  constructor(code: number, httpStatus: 200 | 403 = 403) {
    super(refusalTexts[code] ?? "Business rule violated");
    this.code = code;
    this.httpStatus = httpStatus;
  }
}

/** The answer to a refused request. */
export function refusalAnswer({ code, message, httpStatus }: Refusal): Answer {
  return { status: httpStatus, body: { Code: code, Text: message, Type: 0 }, note: `${code} ${message}` };
}

/** The answer of a broken (500) or busy (503) STC Pay. */
export function outage(status: 500 | 503): Answer {
  return { status, body: { Message: status === 500 ? "An error has occurred." : "Service unavailable." } };
}
