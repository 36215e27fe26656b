/**
 * Every refusal in one table: a stable code and its HTTP status. The text key is the code in camel case; the texts
 * themselves are in the translations (decision K21). A declined payment that the spec answers with 200 is an
 * `Outcome`, not a problem; a bug of ours is an ordinary Error.
 */

import type { LimitName } from "./limits.ts";
import type { DeclineReason } from "./outcome.ts";

export const problemStatuses = {
  // The request cannot be read.
  malformed_json: 400,
  malformed_request: 400,
  idempotency_key_required: 400,
  webhook_rejected: 400,
  // The payment was refused, definitely.
  payment_declined: 402,
  authentication_failed: 402,
  three_ds_not_enabled: 402,
  otp_wrong: 402,
  otp_expired: 402,
  // Proof is missing or wrong.
  unauthorized: 401,
  forbidden: 403,
  scope_missing: 403,
  permission_missing: 403,
  preview_read_only: 403,
  reauthentication_required: 403,
  signature_invalid: 403,
  csrf_failed: 403,
  origin_not_allowed: 403,
  country_not_allowed: 403,
  email_not_verified: 403,
  email_code_wrong: 403,
  // One identical answer for unknown, malformed, foreign and hidden.
  not_found: 404,
  order_not_found: 404,
  product_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  request_timeout: 408,
  // The state of things forbids it now.
  payment_in_progress: 409,
  attempts_used_up: 409,
  email_codes_used_up: 409,
  email_already_confirmed: 409,
  order_already_paid: 409,
  in_test_world: 409,
  account_in_use: 409,
  no_test_worlds: 409,
  merchant_inactive: 409,
  shop_not_approved: 409,
  shop_not_ready: 409,
  order_not_paid: 409,
  nothing_to_deliver: 409,
  order_cancelled: 409,
  order_refunded: 409,
  order_changed: 409,
  invoice_of_link: 409,
  reference_open: 409,
  price_changed: 409,
  quote_closed: 409,
  recurring_over: 409,
  quote_changed: 409,
  return_answered: 409,
  buyer_erased: 409,
  out_of_stock: 409,
  external_order_number_taken: 409,
  idempotency_in_progress: 409,
  refund_in_progress: 409,
  payment_not_captured: 409,
  payment_not_surplus: 409,
  approval_pending: 409,
  approval_over: 409,
  approval_outdated: 409,
  own_approval: 409,
  tax_document_not_creditable: 409,
  last_owner: 409,
  last_factor: 409,
  tax_document_not_rejected: 409,
  tax_document_pending: 409,
  tax_unit_held: 409,
  tax_unit_missing: 409,
  tax_certificate_refused: 409,
  tax_onboarding_refused: 409,
  tax_invoice_missing: 409,
  link_expired: 410,
  qr_expired: 410,
  precondition_failed: 412,
  body_too_large: 413,
  uri_too_long: 414,
  host_not_allowed: 421,
  unsupported_media_type: 415,
  // Readable, but wrong.
  validation_failed: 422,
  agreement_required: 422,
  client_required: 422,
  method_not_allowed_for_order: 422,
  amount_mismatch: 422,
  amount_too_large: 422,
  amount_not_taken: 422,
  zero_total: 422,
  quantity_invalid: 422,
  coupon_invalid: 422,
  url_not_allowed: 422,
  validation_url_not_allowed: 422,
  idempotency_key_reused: 422,
  session_invalid: 422,
  payment_token_invalid: 422,
  direct_card_not_allowed: 422,
  test_card_required: 422,
  mada_not_allowed: 422,
  credit_not_allowed: 422,
  card_number_invalid: 422,
  card_number_misplaced: 422,
  expiry_year_invalid: 422,
  expiry_month_invalid: 422,
  security_code_invalid: 422,
  english_name_required: 422,
  refund_too_large: 422,
  refund_not_supported: 422,
  lines_required: 422,
  seller_incomplete: 422,
  standard_required: 422,
  tax_document_refused: 422,
  if_match_required: 428,
  // Too much, too fast.
  headers_too_large: 431,
  rate_limited: 429,
  too_many_attempts: 429,
  otp_locked: 429,
  // Ours or the provider's fault.
  internal: 500,
  gateway_refused: 502,
  gateway_unavailable: 503,
  overloaded: 503,
  // The database is away: nothing of what the call asked for was begun at a provider.
  service_unavailable: 503,
  outcome_unknown: 504,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof problemStatuses;

/** One wrong field of a request: where it is, a machine word, and a text for people or a text key. */
export type ProblemField = { readonly path: string; readonly code: string; readonly message: string };

type ProblemOptions = {
  /** For the log alone: never sent. */
  readonly detail?: string;
  readonly fields?: readonly ProblemField[];
  readonly retryAfterSeconds?: number;
  /** Why a payment was declined: chooses the text. */
  readonly reason?: DeclineReason;
  /** Which limit of payments was reached: chooses the text. */
  readonly limit?: LimitName;
  /** Ids of the methods that the order can be paid by all the same. */
  readonly otherMethods?: readonly string[];
};

/** A refusal to the caller. Thrown where it is found, turned into a reply in one place. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly detail?: string;
  readonly fields?: readonly ProblemField[];
  readonly retryAfterSeconds?: number;
  readonly reason?: DeclineReason;
  readonly limit?: LimitName;
  readonly otherMethods?: readonly string[];

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(code);
    this.code = code;
    if (options.detail !== undefined) this.detail = options.detail;
    if (options.fields !== undefined) this.fields = options.fields;
    if (options.retryAfterSeconds !== undefined) this.retryAfterSeconds = options.retryAfterSeconds;
    if (options.reason !== undefined) this.reason = options.reason;
    if (options.limit !== undefined) this.limit = options.limit;
    if (options.otherMethods !== undefined) this.otherMethods = options.otherMethods;
  }
}

/** Whether a caught value is a Problem. By its properties: server and web bundle hold two copies of the class. */
export function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null || !("name" in value) || !("code" in value)) return false;
  return value.name === "Problem" && isProblemCode(value.code);
}

/** Whether a value of any origin is one of the codes. */
export function isProblemCode(value: unknown): value is ProblemCode {
  return typeof value === "string" && Object.hasOwn(problemStatuses, value);
}

/** HTTP status of a code. */
export function problemStatus(code: ProblemCode): number {
  return problemStatuses[code];
}

/** Text key of a code in the translations: `order_not_found` is `orderNotFound`. */
export function problemTextKey(code: ProblemCode): string {
  return code.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
