/** Tamara's error answers: a message, and codes in a list. */

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
  return new Refusal(400, `${field.replaceAll(".", "_") || "body"}_${kind}`, `The field ${field} is ${kind}`);
}

export function notFound(): Refusal {
  return new Refusal(404, "order_not_found", "Order was not found");
}

/** The order is not in a state that allows this. */
export function conflict(status: string): Refusal {
  return new Refusal(409, "invalid_order_status", `The order is ${status}`);
}

/** The answer to a refused request. */
export function refusalAnswer({ status, code, message }: Refusal): Answer {
  return {
    status,
    body: { message, errors: [{ error_code: code, data: {} }] },
    note: `${status} ${code}: ${message}`,
  };
}

/** The answer of a broken (500) or busy (503) Tamara. */
export function outage(status: 500 | 503): Answer {
  return { status, body: { message: status === 500 ? "Internal server error" : "Service unavailable" } };
}
