import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { CallFailure } from "../calls/call.ts";
import { faultsOf } from "../invoices/invoice-form-body.ts";
import { productFaults } from "../selling/product-form-body.ts";
import { faultAt, faultsAt } from "./field-fault.ts";

const refusal = (...fields: readonly { path: string; code: string }[]) =>
  new CallFailure("refused", "validation_failed", fields);
const card = (path: string) => ({ path, code: "card_number_misplaced" });

test("a card number is named at its field, whatever words the form has for that field", () => {
  assert.equal(faultAt(refusal(card("reason")), "reason"), "fault.cardNumber");
  assert.equal(faultAt(refusal(card("note")), "note", "shopFault.required"), "fault.cardNumber");
  assert.equal(
    faultAt(refusal({ path: "note", code: "required" }), "note", "shopFault.required"),
    "shopFault.required",
  );
  assert.equal(faultAt(refusal({ path: "note", code: "required" }), "note"), "fault.notTaken");
  assert.equal(faultAt(refusal(card("reason")), "note", "shopFault.required"), null);
  assert.equal(faultAt(null, "note"), null);
});

test("it is named in the forms of invoices and products, also of one line among several", () => {
  const ofInvoice = faultsOf([card("client.name"), card("note")], [0, 1]);
  assert.deepEqual(ofInvoice, { name: "fault.cardNumber", note: "fault.cardNumber" });
  assert.deepEqual(Object.values(faultsOf([card("lines.1.title")], [0, 4])), ["fault.cardNumber"]);
  assert.deepEqual(productFaults([card("title"), card("description")]), {
    title: "fault.cardNumber",
    description: "fault.cardNumber",
  });
});

test("a checked form says it at the field, by the form's name of it or the server's, and nowhere for a field that it has not", () => {
  const faultsOfForm = (fields: readonly { path: string }[]) =>
    Object.fromEntries(
      fields.flatMap(({ path }) =>
        path === "english.title" ? [["englishTitle", "agreements.wrong"] as const] : [],
      ),
    );
  const has = (name: string) => ["englishTitle", "name"].includes(name);
  const fields = [card("english.title"), card("name"), card("invoice.note")];
  assert.deepEqual(faultsAt(fields, faultsOfForm, has), {
    englishTitle: "fault.cardNumber",
    name: "fault.cardNumber",
  });
  assert.deepEqual(faultsAt([{ path: "english.title", code: "too_big" }], faultsOfForm, has), {
    englishTitle: "agreements.wrong",
  });
});

test("the code is known in one place of the console", () => {
  const folder = resolve("src/console");
  const knowing = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .filter((name) => readFileSync(join(folder, name), "utf8").includes("card_number_misplaced"));
  assert.deepEqual(knowing, [join("forms", "field-fault.ts")]);
});
