import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFields } from "#core/fields.ts";
import { problemStatuses } from "#core/problem.ts";
import ar from "../i18n/email.ar.json" with { type: "json" };
import en from "../i18n/email.en.json" with { type: "json" };
import { afterEmailCall, emailFields } from "./email-steps.ts";

const refused = (code: keyof typeof problemStatuses | "unknown") =>
  ({ kind: "refused", refusal: { code, text: "Words of the server", fields: [] } }) as const;

const fieldCases = [
  ["entering_email", { email: "" }, ["emailMissing"]],
  ["entering_email", { email: "noura" }, ["emailInvalid"]],
  ["entering_email", { email: " noura@example.com " }, []],
  ["waiting_otp", { email: "noura@example.com", otp: "" }, ["otpMissing"]],
  ["waiting_otp", { email: "noura@example.com", otp: "12a" }, ["otpInvalid"]],
  ["waiting_otp", { email: "noura@example.com", otp: "١٢٣٤٥٦" }, []],
] as const;

for (const [step, values, expected] of fieldCases) {
  test(`${step} with ${JSON.stringify(values)} says ${expected.join() || "nothing"}`, () => {
    const keys = checkFields(emailFields[step], values).map(({ textKey }) => textKey);
    assert.deepEqual(keys, expected);
    for (const key of keys) for (const texts of [ar, en]) assert.ok(Object.hasOwn(texts, key));
  });
}

test("a good answer gives its signature", () => {
  const reply = { success: true, signature: "s" };
  assert.deepEqual(afterEmailCall({ kind: "ok", reply }, "notSubmitted"), {
    kind: "signature",
    signature: "s",
  });
});

test("every refusal has the words of the call, or leads to a page that is up to date", () => {
  for (const code of Object.keys(problemStatuses) as (keyof typeof problemStatuses)[]) {
    const next = afterEmailCall(refused(code), "notValidated");
    if (next.kind === "failure") assert.equal(next.failure.key, "notValidated", code);
    else assert.equal(next.kind, "reload", code);
  }
  for (const code of ["order_already_paid", "order_changed", "link_expired"] as const)
    assert.equal(afterEmailCall(refused(code), "notValidated").kind, "reload");
});

test("a wrong code has the words of Spec 8 only; a locked one also says what to do", () => {
  const wrong = afterEmailCall(refused("email_code_wrong"), "notValidated");
  assert.deepEqual(wrong, { kind: "failure", failure: { key: "notValidated", more: null } });
  const locked = afterEmailCall(refused("otp_locked"), "notValidated");
  assert.deepEqual(locked, {
    kind: "failure",
    failure: { key: "notValidated", more: "Words of the server" },
  });
});

test("when no code is sent any more, for this hour or permanently, the server's words say so", () => {
  for (const code of ["too_many_attempts", "email_codes_used_up"] as const) {
    const next = afterEmailCall(refused(code), "notSubmitted");
    assert.deepEqual(next, {
      kind: "failure",
      failure: { key: "notSubmitted", more: "Words of the server" },
    });
  }
});

test("no answer is a failure that may be tried again, and being offline says so", () => {
  const silent = afterEmailCall({ kind: "no_answer", isTimeout: true }, "notSubmitted");
  assert.deepEqual(silent, { kind: "failure", failure: { key: "notSubmitted", more: null } });
  const offline = afterEmailCall({ kind: "offline" }, "notSubmitted");
  assert.deepEqual(offline, { kind: "failure", failure: { key: "offline", more: null } });
});
