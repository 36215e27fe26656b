import assert from "node:assert/strict";
import { test } from "node:test";
import {
  isProblem,
  isProblemCode,
  Problem,
  type ProblemCode,
  problemStatus,
  problemStatuses,
  problemTextKey,
} from "./problem.ts";

const codes = Object.keys(problemStatuses).filter(isProblemCode);

test("the codes that pages and integrations rely on keep their status", () => {
  const expected: Partial<Record<ProblemCode, number>> = {
    malformed_json: 400,
    idempotency_key_required: 400,
    unauthorized: 401,
    payment_declined: 402,
    authentication_failed: 402,
    signature_invalid: 403,
    email_not_verified: 403,
    country_not_allowed: 403,
    origin_not_allowed: 403,
    forbidden: 403,
    order_not_found: 404,
    product_not_found: 404,
    not_found: 404,
    method_not_allowed: 405,
    payment_in_progress: 409,
    account_in_use: 409,
    attempts_used_up: 409,
    email_codes_used_up: 409,
    order_already_paid: 409,
    order_cancelled: 409,
    order_refunded: 409,
    order_changed: 409,
    price_changed: 409,
    out_of_stock: 409,
    idempotency_in_progress: 409,
    link_expired: 410,
    body_too_large: 413,
    unsupported_media_type: 415,
    validation_failed: 422,
    agreement_required: 422,
    method_not_allowed_for_order: 422,
    idempotency_key_reused: 422,
    session_invalid: 422,
    card_number_invalid: 422,
    zero_total: 422,
    url_not_allowed: 422,
    credit_not_allowed: 422,
    amount_mismatch: 422,
    mada_not_allowed: 422,
    rate_limited: 429,
    too_many_attempts: 429,
    otp_locked: 429,
    internal: 500,
    gateway_refused: 502,
    gateway_unavailable: 503,
    overloaded: 503,
    outcome_unknown: 504,
  };
  for (const [code, status] of Object.entries(expected)) {
    assert.ok(isProblemCode(code));
    assert.equal(problemStatus(code), status, code);
  }
});

test("every code is a lower-case word with an error status, and no two share a text key", () => {
  for (const code of codes) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    assert.ok(problemStatus(code) >= 400 && problemStatus(code) <= 599, code);
  }
  assert.equal(new Set(codes.map(problemTextKey)).size, codes.length);
  assert.equal(problemTextKey("order_not_found"), "orderNotFound");
  assert.equal(problemTextKey("mada_not_allowed"), "madaNotAllowed");
});

test("a problem says its code and nothing else where an error is printed", () => {
  const problem = new Problem("order_cancelled", { detail: "order 17 of merchant 3" });
  assert.equal(problem.message, "order_cancelled");
  assert.equal(String(problem), "Problem: order_cancelled");
  assert.equal(problem.detail, "order 17 of merchant 3");
  assert.equal(problem.retryAfterSeconds, undefined);
  assert.deepEqual(
    new Problem("validation_failed", { fields: [{ path: "qty", code: "too_small", message: "qty" }] }).fields,
    [{ path: "qty", code: "too_small", message: "qty" }],
  );
  assert.equal(new Problem("rate_limited", { retryAfterSeconds: 5 }).retryAfterSeconds, 5);
});

test("a problem of another copy of this module is recognised, other errors are not", () => {
  class Problem2 extends Error {
    override readonly name = "Problem";
    readonly code = "order_not_found";
  }
  assert.ok(isProblem(new Problem("internal")));
  assert.ok(isProblem(new Problem2()));
  assert.ok(!isProblem(new Error("order_not_found")));
  assert.ok(!isProblem(Object.assign(new Error("x"), { name: "Problem", code: "toString" })));
  assert.ok(!isProblem(Object.assign(new Error("x"), { code: "order_not_found" })));
  for (const value of [null, undefined, "order_not_found", {}]) assert.ok(!isProblem(value));
});
