/** The gateway's error answers. Error bodies come as text/plain, as recorded from the real gateway: parse the body. */

import type { Answer } from "#sim/exchange.ts";
import type { ParseFailure } from "#sim/strict.ts";

export type ValidationType = "INVALID" | "MISSING" | "UNSUPPORTED";

/** Thrown where a request cannot be processed; becomes an error answer at the route. Nothing has been stored. */
export class Refusal extends Error {
  readonly status: number;
  readonly field: string | undefined;
  readonly validationType: ValidationType | undefined;

  constructor(
    explanation: string,
    about: { status?: number; field?: string; validationType?: ValidationType } = {},
  ) {
    super(explanation);
    this.status = about.status ?? 400;
    this.field = about.field;
    this.validationType = about.validationType;
  }
}

/** A field that must be there and is not, wherever it could have come from. */
export function missing(field: string): Refusal {
  return new Refusal("Missing parameter", { field, validationType: "MISSING" });
}

/** A field whose value is refused. The value is never repeated: it may be a card number. */
export function invalid(field: string, explanation = "Invalid value"): Refusal {
  return new Refusal(explanation, { field, validationType: "INVALID" });
}

/** A failure of strict parsing in the gateway's words. */
export function refusalOf(failure: ParseFailure): Refusal {
  if (failure.kind === "missing") return missing(failure.field);
  if (failure.kind === "unexpected") {
    return new Refusal(`Unexpected parameter '${failure.field}'`, {
      field: failure.field,
      validationType: "UNSUPPORTED",
    });
  }
  return failure.field === "" ? new Refusal("The request body is not a JSON object") : invalid(failure.field);
}

/** The answer to a refused request: cause INVALID_REQUEST, with field and validationType where a field is at fault. */
export function refusalAnswer(refusal: Refusal): Answer {
  const { message: explanation, field, validationType } = refusal;
  return errorAnswer(refusal.status, { cause: "INVALID_REQUEST", explanation, field, validationType });
}

/** SERVER_FAILED: the request may or may not have been processed. */
export function serverFailed(supportCode: string): Answer {
  return errorAnswer(500, { cause: "SERVER_FAILED", supportCode });
}

/** SERVER_BUSY: not processed, the identical request may be sent again. */
export function serverBusy(): Answer {
  return errorAnswer(503, { cause: "SERVER_BUSY", explanation: "The server is busy, try again later" });
}

function errorAnswer(status: number, error: Readonly<Record<string, string | undefined>>): Answer {
  return {
    status,
    contentType: "text/plain; charset=utf-8",
    body: JSON.stringify({ error, result: "ERROR" }),
    note: [error["cause"], error["field"], error["validationType"] ?? error["explanation"]]
      .filter(Boolean)
      .join(" "),
  };
}
