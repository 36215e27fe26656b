/**
 * Which refusals a call can answer with: those that its entry names, and those that follow from its form. The OpenAPI
 * documents tell them, and what a call answers besides is a bug that the log names (server/http/problems.ts).
 */
import { type ProblemCode, problemStatus } from "#core/problem.ts";
import type { CallShape } from "./contract.ts";

/** Of every call, whatever it asks for. */
const ofEveryCall: readonly ProblemCode[] = [
  "malformed_request",
  "request_timeout",
  "unsupported_media_type",
  "host_not_allowed",
  "rate_limited",
  "headers_too_large",
  "internal",
  "service_unavailable",
];

const ofBodies: readonly ProblemCode[] = ["malformed_json", "body_too_large"];

const ofKeys: readonly ProblemCode[] = ["unauthorized", "scope_missing"];

/** Of a call by a person in the console, to whom the calls of merchants answer, too (merchant-api/authenticate-person.ts). */
export const problemsOfPeople: readonly ProblemCode[] = [
  "unauthorized",
  "permission_missing",
  "preview_read_only",
  "reauthentication_required",
  "origin_not_allowed",
  "validation_failed",
];

/** Of a change whose repetition is known by its `Idempotency-Key` (merchant-api/idempotency.ts). */
const ofRepeatable: readonly ProblemCode[] = [
  "idempotency_in_progress",
  "idempotency_key_reused",
  "validation_failed",
];

/** Of a change from a buyer's browser (http/security.ts). */
const ofPages: readonly ProblemCode[] = ["origin_not_allowed", "csrf_failed"];

/**
 * Every code that a call can answer with, by status and then by name.
 * @param key "METHOD /path"
 */
export function problemsOfCall(key: string, shape: CallShape): readonly ProblemCode[] {
  const isChange = !key.startsWith("GET ");
  const isMerchant = shape.audience === "merchant";
  const readsSomething = shape.params ?? shape.query ?? shape.headers ?? shape.body;
  const codes: readonly ProblemCode[] = [
    ...ofEveryCall,
    ...(shape.problems ?? []),
    ...(readsSomething ? (["validation_failed"] as const) : []),
    // An address that is too long matches nothing.
    ...(shape.params ? (["not_found"] as const) : []),
    ...(isChange ? ofBodies : []),
    ...(isMerchant ? ofKeys : []),
    ...(shape.audience === "console" ? problemsOfPeople : []),
    ...(shape.isConditional ? (["if_match_required", "precondition_failed"] as const) : []),
    ...(isMerchant && isChange && !shape.upload ? ofRepeatable : []),
    ...(needsIdempotencyKey(key, shape) ? (["idempotency_key_required"] as const) : []),
    ...(!isMerchant && isChange && shape.audience !== "console" ? ofPages : []),
  ];
  return [...new Set(codes)].toSorted(
    (left, right) => problemStatus(left) - problemStatus(right) || (left < right ? -1 : 1),
  );
}

/**
 * What creates something or sends it out needs an idempotency key; an upload does not, since the same bytes are the same
 * thing. The server goes by this, too (merchant-api/idempotency.ts).
 */
export function needsIdempotencyKey(key: string, shape: CallShape): boolean {
  if (shape.audience !== "merchant" || !key.startsWith("POST ") || shape.upload) return false;
  return "201" in shape.replies || shape.needsKey === true;
}
