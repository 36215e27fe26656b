/** Answers that are not in a document prove nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpResult } from "#core/ports.ts";
import { readClearance, readCsid, readReport } from "./answer.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
const answer = (status: number, body: unknown, headers: Record<string, string> = {}): HttpResult => ({
  kind: "answer",
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const passed = { validationResults: { warningMessages: [], errorMessages: [], status: "PASS" } };

const nothingProven: readonly (readonly [string, HttpResult])[] = [
  ["200 without a word", answer(200, "")],
  ["200 that says NOT_REPORTED", answer(200, { ...passed, reportingStatus: "NOT_REPORTED" })],
  ["400 of a machine on the way", answer(400, "<html>Bad Request</html>")],
  ["400 without a finding", answer(400, { ...passed, reportingStatus: "NOT_REPORTED" })],
  ["403", answer(403, "")],
  ["413", answer(413, "")],
  ["a redirect", answer(302, "")],
];
for (const [name, result] of nothingProven)
  test(`a report is neither accepted nor rejected by ${name}`, () => {
    assert.equal(readReport(result, now).kind, "unknown");
    assert.equal(readClearance(result, now).kind, "unknown");
  });

test("a clearance without the cleared file is not one", () => {
  const cleared = { ...passed, clearanceStatus: "CLEARED", clearedInvoice: null };
  assert.equal(readClearance(answer(200, cleared), now).kind, "unknown");
  assert.equal(readClearance(answer(208, cleared), now).kind, "unknown");
});

test("findings are read as one object, as a list and with numbers for codes", () => {
  const errorMessages = { type: "ERROR", code: 12, message: "خطأ" };
  const body = { validationResults: { errorMessages, infoMessages: {}, warningMessages: null } };
  assert.deepEqual(readReport(answer(400, body), now), {
    kind: "rejected",
    errors: [{ code: "12", text: "خطأ" }],
    warnings: [],
  });
});

test("the wait after 429 is read as seconds and as a date, and is unknown otherwise", () => {
  const waitOf = (value?: string) =>
    readReport(answer(429, "", value === undefined ? {} : { "retry-after": value }), now);
  assert.deepEqual(waitOf("30"), { kind: "busy", retryAfterMs: 30_000 });
  assert.deepEqual(waitOf("Sun, 22 Nov 2026 12:01:00 GMT"), { kind: "busy", retryAfterMs: 60_000 });
  assert.deepEqual(waitOf("Sun, 22 Nov 2026 11:00:00 GMT"), { kind: "busy", retryAfterMs: 0 });
  assert.deepEqual(waitOf("soon"), { kind: "busy", retryAfterMs: null });
  assert.deepEqual(waitOf(), { kind: "busy", retryAfterMs: null });
});

test("a certificate's secret is not shown, and a refusal is read in all three shapes", () => {
  const issued = readCsid(
    answer(200, { requestID: 123, binarySecurityToken: "TUlJ", secret: "of the unit" }),
    now,
  );
  assert.partialDeepStrictEqual(issued, {
    kind: "issued",
    csid: { requestId: "123", token: "TUlJ", certificate: "MII" },
  });
  assert.doesNotMatch(JSON.stringify(issued), /of the unit/);
  const shapes = [
    { errors: [{ code: "A", message: "b" }] },
    { errorCode: "A", errorMessage: "b" },
    { code: "A", message: "b" },
  ];
  for (const body of shapes)
    assert.deepEqual(readCsid(answer(400, body), now), {
      kind: "refused",
      errors: [{ code: "A", text: "b" }],
    });
});
