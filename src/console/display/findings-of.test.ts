import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsOf } from "./findings-of.ts";

const finding = { code: "BR-KSA-98", text: "The invoice should be reported within 24 hours" };
const other = { code: "BR-KSA-F-06", text: "Too long" };
const submission = { state: "reported", deadlineAt: null, answeredAt: null } as const;

test("the warnings of an accepted document are shown, and the errors of a rejected one before them, each once", () => {
  assert.deepEqual(findingsOf({ ...submission, errors: [], warnings: [finding, other, { ...finding }] }), [
    { kind: "warnings", findings: [finding, other] },
  ]);
  assert.deepEqual(
    findingsOf({ ...submission, state: "rejected", errors: [other], warnings: [finding] }).map(
      ({ kind }) => kind,
    ),
    ["errors", "warnings"],
  );
});

test("of a document without findings, and of one that is not stamped, nothing is shown", () => {
  assert.deepEqual([findingsOf({ ...submission, errors: [], warnings: [] }), findingsOf(null)], [[], []]);
});
