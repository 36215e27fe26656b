import assert from "node:assert/strict";
import { test } from "node:test";
import { newAskedField } from "#contract/asked-fields.ts";
import { choicesText, namesOfQuestion, readQuestions } from "./asked-fields-form.ts";

function formOf(rows: readonly Readonly<Record<string, string>>[]): FormData {
  const form = new FormData();
  for (const [row, parts] of rows.entries()) {
    const names = namesOfQuestion(row);
    for (const [part, text] of Object.entries(parts)) form.set(names[part as keyof typeof names], text);
  }
  return form;
}

const sizes = {
  key: "",
  ar: "المقاس",
  en: "Size",
  type: "choice",
  choices: "صغير / Small\n\nكبير",
  required: "on",
};

test("questions are read as the API takes them, with keys that are free", () => {
  const read = readQuestions(
    formOf([
      { key: "field_1", ar: "الاسم على الكيكة", en: "", type: "text" },
      sizes,
      { key: "", ar: "", type: "text" },
    ]),
  );
  assert.ok("askedFields" in read);
  assert.deepEqual(read.askedFields, [
    { key: "field_1", type: "text", label: { ar: "الاسم على الكيكة" }, isRequired: false },
    {
      key: "field_2",
      type: "choice",
      label: { ar: "المقاس", en: "Size" },
      isRequired: true,
      choices: [{ ar: "صغير", en: "Small" }, { ar: "كبير" }],
    },
  ]);
  for (const asked of read.askedFields) assert.ok(newAskedField.safeParse(asked).success);
});

test("choices that are none, or twice the same, and a question without Arabic words are faults at their fields", () => {
  const faultsOf = (parts: Readonly<Record<string, string>>) => {
    const read = readQuestions(formOf([parts]));
    return "faults" in read ? read.faults : {};
  };
  const names = namesOfQuestion(0);
  assert.deepEqual(faultsOf({ ...sizes, choices: " \n" }), { [names.choices]: "fault.choices" });
  assert.deepEqual(faultsOf({ ...sizes, choices: "كبير\nكبير / Large" }), {
    [names.choices]: "fault.choices",
  });
  assert.deepEqual(faultsOf({ ...sizes, ar: " " }), { [names.ar]: "fault.question" });
});

test("choices are written as they are read", () => {
  const text = "صغير / Small\nكبير";
  const read = readQuestions(formOf([{ ...sizes, choices: text }]));
  assert.ok("askedFields" in read);
  const choices = (read.askedFields[0]?.choices ?? []).map(({ ar, en = ar }) => ({ ar, en }));
  assert.equal(choicesText(choices), text);
});
