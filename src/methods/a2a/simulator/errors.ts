/** The bank's error answers: a code and a message. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";
import type { ParseFailure } from "#sim/strict.ts";

/** A request that cannot be carried out. */
export function refusal(status: number, code: string, message: string): Refusal {
  return new Refusal(message, { status, body: { code, message }, note: `${status} ${code}: ${message}` });
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return refusal(400, "invalid_request", `The field ${field || "body"} is ${kind}`);
}

export function notFound(): Refusal {
  return refusal(404, "account_not_found", "There is no such account");
}

/** The answer of a broken (500) or busy (503) bank. */
export function outage(status: 500 | 503): Answer {
  return {
    status,
    body: { code: status === 500 ? "internal_error" : "unavailable", message: "Try again later" },
  };
}
