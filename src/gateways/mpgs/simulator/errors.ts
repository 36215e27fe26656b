/** The gateway's error answers. Error bodies come as text/plain, as recorded from the real gateway: parse the body. */

import type { Answer } from "#sim/exchange.ts";
import { Refusal } from "#sim/refusal.ts";
import type { ParseFailure } from "#sim/strict.ts";

export type ValidationType = "INVALID" | "MISSING" | "UNSUPPORTED";

/** A request that cannot be processed: cause INVALID_REQUEST, with field and validationType where a field is at fault. */
export function refusal(
  explanation: string,
  about: { status?: number; field?: string; validationType?: ValidationType } = {},
): Refusal {
  const { status = 400, field, validationType } = about;
  const error = { cause: "INVALID_REQUEST", explanation, field, validationType };
  return new Refusal(explanation, errorAnswer(status, error));
}

/** A field that must be there and is not, wherever it could have come from. */
export function missing(field: string): Refusal {
  return refusal("Missing parameter", { field, validationType: "MISSING" });
}

/** A field whose value is refused. The value is never repeated: it may be a card number. */
export function invalid(field: string, explanation = "Invalid value"): Refusal {
  return refusal(explanation, { field, validationType: "INVALID" });
}

/** A failure of strict parsing in the gateway's words. */
export function refusalOf(failure: ParseFailure): Refusal {
  if (failure.kind === "missing") return missing(failure.field);
  if (failure.kind === "unexpected") {
    return refusal(`Unexpected parameter '${failure.field}'`, {
      field: failure.field,
      validationType: "UNSUPPORTED",
    });
  }
  return failure.field === "" ? refusal("The request body is not a JSON object") : invalid(failure.field);
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
