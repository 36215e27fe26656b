/** Tabby's error answers: a kind, and one sentence. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";
import type { ParseFailure } from "#sim/strict.ts";

/** A request that cannot be carried out. */
export function refusal(status: number, errorType: string, message: string): Refusal {
  return new Refusal(message, {
    status,
    body: { status: "error", errorType, error: message },
    note: `${errorType}: ${message}`,
  });
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return refusal(400, "bad_data", `$.${field}: ${kind}`);
}

export function badData(message: string): Refusal {
  return refusal(400, "bad_data", message);
}

export function notFound(thing: string): Refusal {
  return refusal(404, "not_found", `no such ${thing}`);
}

/** The answer of a broken (500) or busy (503) Tabby. */
export function outage(status: 500 | 503): Answer {
  return { status, body: { status: "error", errorType: "internal", error: "internal" } };
}
