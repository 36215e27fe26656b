/** Tabby's error answers: a kind, and one sentence. */

import type { Answer } from "#sim/exchange.ts";
import type { ParseFailure } from "#sim/strict.ts";

/** Thrown where a request cannot be carried out; becomes an error answer at the route. Nothing has been stored. */
export class Refusal extends Error {
  readonly status: number;
  readonly errorType: string;

  constructor(status: number, errorType: string, message: string) {
    super(message);
    this.status = status;
    this.errorType = errorType;
  }
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return new Refusal(400, "bad_data", `$.${field}: ${kind}`);
}

export function badData(message: string): Refusal {
  return new Refusal(400, "bad_data", message);
}

export function notFound(thing: string): Refusal {
  return new Refusal(404, "not_found", `no such ${thing}`);
}

/** The answer to a refused request. */
export function refusalAnswer({ status, errorType, message }: Refusal): Answer {
  return { status, body: { status: "error", errorType, error: message }, note: `${errorType}: ${message}` };
}

/** The answer of a broken (500) or busy (503) Tabby. */
export function outage(status: 500 | 503): Answer {
  return { status, body: { status: "error", errorType: "internal", error: "internal" } };
}
