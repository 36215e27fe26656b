/** The bank's error answers: a code and a message. */

import type { Answer } from "#sim/exchange.ts";
import type { ParseFailure } from "#sim/strict.ts";

/** Thrown where a request cannot be carried out; becomes an error answer at the route. Nothing has been stored. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return new Refusal(400, "invalid_request", `The field ${field || "body"} is ${kind}`);
}

export function notFound(): Refusal {
  return new Refusal(404, "account_not_found", "There is no such account");
}

/** The answer to a refused request. */
export function refusalAnswer({ status, code, message }: Refusal): Answer {
  return { status, body: { code, message }, note: `${status} ${code}: ${message}` };
}

/** The answer of a broken (500) or busy (503) bank. */
export function outage(status: 500 | 503): Answer {
  return {
    status,
    body: { code: status === 500 ? "internal_error" : "unavailable", message: "Try again later" },
  };
}
