/** What an answer says: how far the request came, and what must not be. */
import type { Answer } from "./send.ts";

/**
 * done: 2xx or 3xx. judged: past the form of the request, refused for the state of the thing or the money. formless: refused
 * for its form, its address or its caller. busy: to be asked again: 503, and the 504 of a payment whose outcome is not known
 * yet, which a second request for the same transaction gets while the first is under way.
 */
export type Reach = "done" | "judged" | "formless" | "busy";

/** Refusals by codes that are of the request's form although their status is that of judgements. */
const ofForm = new Set([
  "validation_failed", "malformed_json", "malformed_request", "idempotency_key_required", "if_match_required", "unsupported_media_type",
]); // biome-ignore format: a table

/** Refusals with a status of the form's that only who got past the form can get. */
const ofState = new Set([
  "signature_invalid", "price_changed", "webhook_rejected", "card_number_invalid", "expiry_year_invalid", "security_code_invalid", "permission_missing",
]); // biome-ignore format: a table

export function codeOf({ text, headers }: Answer): string | null {
  if (!headers["content-type"]?.includes("json")) return null;
  try {
    const { code } = Object(JSON.parse(text));
    return typeof code === "string" ? code : null;
  } catch {
    return null;
  }
}

export function reachOf(answer: Answer): Reach {
  const { status } = answer;
  if (status >= 200 && status < 400) return "done";
  const code = codeOf(answer) ?? "";
  if (status === 503 || code === "outcome_unknown") return "busy";
  if (ofForm.has(code)) return "formless";
  if (ofState.has(code) || [402, 409, 410, 412, 422].includes(status)) return "judged";
  return "formless";
}

/**
 * What is wrong with an answer; null when nothing is.
 * @param isBare no HTTP client sent the request: its connection may just end
 */
export function faultOf(answer: Answer, isBare: boolean): string | null {
  const { status, headers, text } = answer;
  const code = codeOf(answer);
  if (status === 0) return isBare ? null : "the connection ended without an answer";
  if (reachOf(answer) === "busy")
    return code !== null && headers["retry-after"] !== undefined
      ? null
      : `${status} without a code or Retry-After: ${text.slice(0, 300)}`;
  if (status >= 500) return `${status} ${code ?? ""}: ${text.slice(0, 600)}`;
  if (
    status >= 400 &&
    text !== "" &&
    headers["content-type"]?.includes("json") &&
    code === null &&
    !isForeign(text)
  )
    return `${status} without a code: ${text.slice(0, 300)}`;
  return null;
}

/** Refusals in the form of another protocol: JSON-RPC, and Paylink's own. */
function isForeign(text: string): boolean {
  return /"jsonrpc"|"detail"|"title"/.test(text);
}
