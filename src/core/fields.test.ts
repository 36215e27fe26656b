import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFields, type FieldTable } from "./fields.ts";

const table: FieldTable = {
  mobile: {
    requiredKey: "mobileRequired",
    rules: [
      { isMet: (value) => /^\d+$/.test(value), textKey: "mobileFormat" },
      { isMet: (value) => value.length === 9, textKey: "mobileInvalid" },
    ],
  },
  city: { rules: [{ isMet: (value) => value.length > 1, textKey: "cityInvalid" }] },
  otp: { requiredKey: "otpRequired", appliesWhen: (values) => values["otpSent"] === "yes" },
  code: {
    rules: [{ isMet: (value) => value !== "0", textKey: "codeZero" }],
    faultOf: (value) => (value.length < 4 ? "codeShort" : value.length > 4 ? "codeLong" : null),
  },
  confirm: { rules: [{ isMet: (value, values) => value === values["mobile"], textKey: "confirmDiffers" }] },
};

test("each field gives at most one problem, the first that applies, in the order of the table", () => {
  for (const [values, expected] of [
    [{}, [["mobile", "mobileRequired"]]],
    [{ mobile: "  " }, [["mobile", "mobileRequired"]]],
    [{ mobile: undefined }, [["mobile", "mobileRequired"]]],
    [{ mobile: "5x" }, [["mobile", "mobileFormat"]]],
    [{ mobile: "55" }, [["mobile", "mobileInvalid"]]],
    [{ mobile: " 512345678 " }, []],
    [
      { city: "R", mobile: "x" },
      [
        ["mobile", "mobileFormat"],
        ["city", "cityInvalid"],
      ],
    ],
  ] as const) {
    assert.deepEqual(
      checkFields(table, values).map((problem) => [problem.field, problem.textKey]),
      expected,
    );
  }
});

test("a field names the exact fault of what stands in it, after its rules", () => {
  for (const [code, expected] of [
    ["0", ["codeZero"]],
    ["123", ["codeShort"]],
    ["12345", ["codeLong"]],
    ["1234", []],
    ["", []],
  ] as const) {
    const problems = checkFields(table, { mobile: "512345678", code });
    assert.deepEqual(
      problems.map(({ textKey }) => textKey),
      expected,
    );
  }
});

test("an optional field may stay empty", () => {
  assert.deepEqual(checkFields(table, { mobile: "512345678", city: "" }), []);
});

test("a field that does not apply is not asked for", () => {
  assert.deepEqual(checkFields(table, { mobile: "512345678", otpSent: "no" }), []);
  assert.deepEqual(checkFields(table, { mobile: "512345678", otpSent: "yes" }), [
    { field: "otp", textKey: "otpRequired" },
  ]);
});

test("a rule sees the other values", () => {
  assert.deepEqual(checkFields(table, { mobile: "512345678", confirm: "512345678" }), []);
  assert.deepEqual(checkFields(table, { mobile: "512345678", confirm: "512345679" }), [
    { field: "confirm", textKey: "confirmDiffers" },
  ]);
});

test("a value inherited from a prototype does not count as typed", () => {
  const inherited: Record<string, string> = Object.create({ mobile: "512345678" });
  assert.deepEqual(checkFields(table, inherited), [{ field: "mobile", textKey: "mobileRequired" }]);
});
