/** From what the network gave to what it means: parsed, refused, certainly not done, or not known. */

import type { z } from "zod";
import { parseJson } from "#core/json.ts";
import type { HttpResult } from "#core/ports.ts";
import { redactDigits } from "#core/secret/redact.ts";
import { errorAnswer } from "./wire.ts";

export type Refused = {
  readonly kind: "refused";
  readonly cause: "INVALID_REQUEST" | "REQUEST_REJECTED" | "UNAUTHORISED";
  readonly httpStatus: number;
  readonly field?: string;
  /** INVALID, MISSING or UNSUPPORTED, with `field`. */
  readonly validationType?: string;
  /** The gateway's free text, for the log; left out where it could quote card data. */
  readonly explanation?: string;
  readonly supportCode?: string;
};

export type GatewayResult<T> =
  | { readonly kind: "answer"; readonly value: T }
  /** The request was read and not carried out, and will not be: wrong, unknown or not allowed. */
  | Refused
  /** It did not reach the gateway, or the gateway was too busy to take it; the same may be sent again. */
  | { readonly kind: "not_sent"; readonly why: string }
  /** It was sent and there is no word about it: the connection ended, or the gateway failed on the way. */
  | { readonly kind: "no_answer"; readonly why: string }
  /** There is an answer and it cannot be understood. */
  | { readonly kind: "unreadable"; readonly why: string };

/**
 * Reads an answer by its body (error bodies come as text/plain, too). SERVER_BUSY was not processed; SERVER_FAILED
 * and every other 5xx may have been; a cause that no document lists proves nothing.
 */
export function readAnswer<T>(schema: z.ZodType<T>, result: HttpResult): GatewayResult<T> {
  if (result.kind !== "answer") return { kind: result.kind, why: result.reason };
  const { status } = result;
  // The gateway checks the credentials first; the shape of this answer is not documented and not needed.
  if (status === 401 || status === 403) return { kind: "refused", cause: "UNAUTHORISED", httpStatus: status };
  const body = parseJson(result.body);
  const failure = errorAnswer.safeParse(body);
  if (failure.success) return readError(failure.data.error, status);
  if (status >= 500) return { kind: "no_answer", why: `HTTP ${status}` };
  if (status < 200 || status > 299) return { kind: "unreadable", why: `HTTP ${status}` };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { kind: "answer", value: parsed.data };
  return { kind: "unreadable", why: `unexpected shape at ${parsed.error.issues[0]?.path.join(".") ?? ""}` };
}

/** Every result but an answer. */
export type NoAnswer = Exclude<GatewayResult<never>, { kind: "answer" }>;

/**
 * Whether the gateway says that it does not know what was asked for. A refusal that names a field of our question is
 * not that: it says that the question was wrong.
 */
export function isNotFound(result: GatewayResult<unknown>): boolean {
  if (result.kind !== "refused" || result.cause !== "INVALID_REQUEST") return false;
  return result.httpStatus === 404 || result.field === undefined;
}

/**
 * Whether nothing was done for a reason that is not the buyer's: it was not sent, or our credentials were refused,
 * which the gateway looks at before anything else.
 */
export function isNotSent(result: GatewayResult<unknown>): boolean {
  return result.kind === "not_sent" || (result.kind === "refused" && result.cause === "UNAUTHORISED");
}

/** In a few words for the log and the attempt's history: codes, never free text. */
export function whyOf(result: NoAnswer): string {
  return result.kind === "refused" ? [result.cause, result.field].filter(Boolean).join(" ") : result.why;
}

/** What is kept of a refusal, in addition to the outcome. */
export function refusalText(refused: Refused): {
  readonly providerCode: string;
  readonly providerText?: string;
} {
  const text = [refused.explanation, refused.supportCode].filter(Boolean).join(" ");
  return { providerCode: whyOf(refused), ...(text !== "" && { providerText: text }) };
}

function readError(error: z.output<typeof errorAnswer>["error"], httpStatus: number): GatewayResult<never> {
  const { cause, field, validationType, explanation, supportCode } = error;
  if (cause === "SERVER_BUSY") return { kind: "not_sent", why: cause };
  if (cause === "SERVER_FAILED")
    return { kind: "no_answer", why: [cause, supportCode].filter(Boolean).join(" ") };
  if (cause !== "INVALID_REQUEST" && cause !== "REQUEST_REJECTED")
    return { kind: "unreadable", why: "unlisted error cause" };
  if (httpStatus >= 500) return { kind: "no_answer", why: `HTTP ${httpStatus} ${cause}` };
  // Of a card field, "Value '100' is invalid" would quote the security code.
  const quotesCard = field?.startsWith("sourceOfFunds") ?? false;
  return {
    kind: "refused",
    cause,
    httpStatus,
    ...(field !== undefined && { field }),
    ...(validationType !== undefined && { validationType }),
    ...(explanation !== undefined &&
      !quotesCard && { explanation: withoutSession(redactDigits(explanation)) }),
    ...(supportCode !== undefined && { supportCode }),
  };
}

/** Session ids are used like passwords; an expired one is named in the explanation. */
function withoutSession(text: string): string {
  return text.replace(/SESSION[0-9A-Z*]+/gi, "SESSION***");
}
