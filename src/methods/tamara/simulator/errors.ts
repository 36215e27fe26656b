/** Tamara's error answers: a message, and codes in a list. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";
import type { ParseFailure } from "#sim/strict.ts";

/** A request that cannot be carried out. */
export function refusal(status: number, code: string, message: string): Refusal {
  return new Refusal(message, {
    status,
    body: { message, errors: [{ error_code: code, data: {} }] },
    note: `${status} ${code}: ${message}`,
  });
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return refusal(400, `${field.replaceAll(".", "_") || "body"}_${kind}`, `The field ${field} is ${kind}`);
}

export function notFound(): Refusal {
  return refusal(404, "order_not_found", "Order was not found");
}

/** The order is not in a state that allows this. */
export function conflict(status: string): Refusal {
  return refusal(409, "invalid_order_status", `The order is ${status}`);
}

/** The answer of a broken (500) or busy (503) Tamara. */
export function outage(status: 500 | 503): Answer {
  return { status, body: { message: status === 500 ? "Internal server error" : "Service unavailable" } };
}
