/** Moyasar's error answers: a type, a message, and sometimes the wrong fields. */

import type { Answer } from "#sim/exchange.ts";
import type { ParseFailure } from "#sim/strict.ts";

/** Thrown where a request cannot be carried out; becomes an error answer at the route. Nothing has been stored. */
export class Refusal extends Error {
  readonly status: number;
  readonly type: string;
  readonly errors: object | null;

  constructor(status: number, type: string, message: string, errors: object | null = null) {
    super(message);
    this.status = status;
    this.type = type;
    this.errors = errors;
  }
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return new Refusal(400, "invalid_request_error", "Validation Failed", {
    [field || "body"]: [`is ${kind}`],
  });
}

export function notFound(): Refusal {
  return new Refusal(404, "api_error", "Object not found");
}

/** The answer to a refused request. */
export function refusalAnswer({ status, type, message, errors }: Refusal): Answer {
  return { status, body: { type, message, errors }, note: `${status} ${type}: ${message}` };
}

/** The answer of a broken (500) or busy (503) Moyasar. */
export function outage(status: 500 | 503): Answer {
  const message = status === 500 ? "Internal Server Error" : "Service Unavailable";
  return { status, body: { type: "api_error", message, errors: null } };
}
