/** How the simulated STC Pay says no. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";
import { refusalTexts } from "./triggers.ts";

/** A request that cannot be carried out, with a code of the business rules. */
export function refusal(code: number, status: 200 | 403 = 403): Refusal {
  const message = refusalTexts[code] ?? "Business rule violated";
  return new Refusal(message, {
    status,
    body: { Code: code, Text: message, Type: 0 },
    note: `${code} ${message}`,
  });
}

/** The answer of a broken (500) or busy (503) STC Pay. */
export function outage(status: 500 | 503): Answer {
  return { status, body: { Message: status === 500 ? "An error has occurred." : "Service unavailable." } };
}
