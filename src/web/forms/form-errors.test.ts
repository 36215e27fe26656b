import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldTable } from "#core/fields.ts";
import { errorsAfterBlur, errorsAfterInput, errorsOnSubmit, errorsWith, isDone } from "./form-errors.ts";

const table: FieldTable = {
  number: {
    requiredKey: "missing",
    rules: [{ isMet: (value) => /^\d{4}$/.test(value), textKey: "invalid" }],
  },
  name: { requiredKey: "nameMissing" },
};

test("no message comes while a value is typed for the first time", () => {
  assert.deepEqual(errorsAfterInput({}, { table, values: { number: "12" }, field: "number" }), {});
});

test("a message comes when a filled field is left, and not when an empty one is", () => {
  assert.deepEqual(errorsAfterBlur({}, { table, values: { number: "12" }, field: "number" }), {
    number: "invalid",
  });
  assert.deepEqual(errorsAfterBlur({}, { table, values: { number: " " }, field: "number" }), {});
});

test("a message goes as soon as the value is right, and changes its words when the fault changes", () => {
  const errors = { number: "missing", name: "nameMissing" };
  assert.deepEqual(errorsAfterInput(errors, { table, values: { number: "1234" }, field: "number" }), {
    name: "nameMissing",
  });
  assert.deepEqual(errorsAfterInput(errors, { table, values: { number: "12" }, field: "number" }), {
    number: "invalid",
    name: "nameMissing",
  });
});

test("a message that Pay has left on an empty field stays when the field is left empty", () => {
  const errors = { number: "missing" };
  assert.deepEqual(errorsAfterBlur(errors, { table, values: { number: "" }, field: "number" }), errors);
});

test("Pay shows all that is wrong, in the order of the form", () => {
  assert.deepEqual(Object.entries(errorsOnSubmit(table, { number: "12" })), [
    ["number", "invalid"],
    ["name", "nameMissing"],
  ]);
});

test("what the server found is added to what stands there", () => {
  assert.deepEqual(errorsWith({ name: "nameMissing" }, [{ field: "number", textKey: "declined" }]), {
    name: "nameMissing",
    number: "declined",
  });
});

test("nothing changed means the same object, so that nothing is drawn again", () => {
  const errors = { number: "invalid" };
  assert.equal(errorsAfterInput(errors, { table, values: { number: "12" }, field: "number" }), errors);
  assert.equal(errorsAfterInput(errors, { table, values: { name: "x" }, field: "name" }), errors);
});

test("a field counts as done when something right stands in it", () => {
  for (const [number, expected] of [
    ["1234", true],
    ["12", false],
    ["", false],
    [" ", false],
  ] as const) {
    assert.equal(isDone({ table, values: { number }, field: "number" }), expected, number);
  }
});
