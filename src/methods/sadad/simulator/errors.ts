/** Moyasar's error answers: a type, a message, and sometimes the wrong fields. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";
import type { ParseFailure } from "#sim/strict.ts";

/** A request that cannot be carried out. */
export function refusal(
  status: number,
  type: string,
  message: string,
  errors: object | null = null,
): Refusal {
  return new Refusal(message, {
    status,
    body: { type, message, errors },
    note: `${status} ${type}: ${message}`,
  });
}

/** A failure of strict parsing. The value itself is never repeated. */
export function wrongField({ kind, field }: ParseFailure): Refusal {
  return refusal(400, "invalid_request_error", "Validation Failed", {
    [field || "body"]: [`is ${kind}`],
  });
}

/** The real one has a proxy in front that refuses programs without a name, with a page of HTML. */
export function noUserAgent(): Refusal {
  const body = "<h1>1010</h1>";
  return new Refusal(body, { status: 403, contentType: "text/html", body, note: "no user agent" });
}

export function notFound(): Refusal {
  return refusal(404, "api_error", "Object not found");
}

/** The answer of a broken (500) or busy (503) Moyasar. */
export function outage(status: 500 | 503): Answer {
  const message = status === 500 ? "Internal Server Error" : "Service Unavailable";
  return { status, body: { type: "api_error", message, errors: null } };
}
