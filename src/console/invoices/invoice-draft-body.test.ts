import assert from "node:assert/strict";
import { test } from "node:test";
import { beginningOfDraft, type DraftBody, draftOf, toIssue } from "./invoice-draft-body.ts";
import { readInvoiceForm } from "./invoice-form-body.ts";

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) if (text !== "") form.set(name, text);
  return form;
}

/** What the server keeps: members without a value are not sent. */
const sent = (body: DraftBody | null): DraftBody => JSON.parse(JSON.stringify(body));

test("what is typed comes back as it was typed, however wrong it is", () => {
  const typed = {
    amount: "٢٥٠٫٥٠ ريال",
    mobile: "05",
    name: "نورة",
    email: "n@",
    title: "إيجار",
    discount: "x",
    dueDate: "2030-01-01",
    note: "شكرًا",
    language: "en",
    lineTitle1: "كهرباء",
    lineQuantity1: "٢",
    lineAmount1: "30",
  };
  const { hasVatInside, ...beginning } = beginningOfDraft(sent(draftOf(formOf(typed), null)));
  assert.deepEqual(beginning, typed);
  assert.equal(hasVatInside, "", "the box was not ticked");
});

test("a form in which nothing is written is no draft", () => {
  assert.equal(draftOf(formOf({ hasVatInside: "on", language: "ar" }), null), null);
});

test("what a program's draft says besides the form stays, and what is emptied in the form goes", () => {
  const before = {
    callbackUrl: "https://shop.example.sa/thanks",
    note: "old",
    client: { name: "Noura", mobile: "0551234567", vatNumber: "310000000000003" },
    lines: [{ title: "Box", quantity: 3, unitPrice: "20.00", vatRate: "0" }],
  };
  const form = formOf({ ...beginningOfDraft(before), note: "", mobile: "", amount: "25" });
  const wanted = {
    callbackUrl: "https://shop.example.sa/thanks",
    client: { name: "Noura", vatNumber: "310000000000003" },
    pricesIncludeVat: true,
  };
  assert.deepEqual(sent(draftOf(form, before)), {
    ...wanted,
    lines: [{ title: "Box", quantity: "3", unitPrice: "25", vatRate: "0" }],
  });
  const read = readInvoiceForm(form, { defaultTitle: "Goods" });
  assert.ok("body" in read);
  assert.deepEqual(sent(toIssue(read.body, form, before)), {
    ...wanted,
    lines: [{ title: "Box", quantity: 3, unitPrice: "25", vatRate: "0" }],
  });
});
