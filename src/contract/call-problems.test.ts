import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { needsIdempotencyKey, problemsOfCall } from "./call-problems.ts";

const replies = { 200: z.object({}) };

test("a call has its own refusals, those of its form, and those of every call, by status", () => {
  const codes = problemsOfCall("POST /api/v1/things/:id", {
    summary: "x",
    audience: "merchant",
    params: z.object({ id: z.string() }),
    replies: { 201: z.object({}) },
    problems: ["order_not_found", "zero_total"],
  });
  assert.deepEqual(codes, [
    "idempotency_key_required",
    "malformed_json",
    "malformed_request",
    "unauthorized",
    "scope_missing",
    "not_found",
    "order_not_found",
    "request_timeout",
    "idempotency_in_progress",
    "body_too_large",
    "unsupported_media_type",
    "host_not_allowed",
    "idempotency_key_reused",
    "validation_failed",
    "zero_total",
    "rate_limited",
    "headers_too_large",
    "internal",
    "service_unavailable",
  ]);
});

test("reading refuses no body, and a buyer's page is refused for where it stands", () => {
  const read = problemsOfCall("GET /x", { summary: "x", audience: "buyer", replies });
  for (const code of ["malformed_json", "unauthorized", "validation_failed", "csrf_failed"] as const)
    assert.ok(!read.includes(code), code);
  const change = problemsOfCall("POST /x", { summary: "x", audience: "buyer", replies });
  assert.ok(change.includes("csrf_failed") && !change.includes("idempotency_key_reused"));
});

test("an upload and a harmless repetition need no idempotency key", () => {
  const shape = { summary: "x", audience: "merchant", replies: { 201: z.object({}) } } as const;
  assert.ok(needsIdempotencyKey("POST /x", shape));
  assert.ok(!needsIdempotencyKey("POST /x", { ...shape, upload: ["image/png"] }));
  assert.ok(!needsIdempotencyKey("POST /x", { ...shape, replies }));
  assert.ok(
    needsIdempotencyKey("POST /x", { ...shape, replies, needsKey: true }),
    "what sends something out does",
  );
});
