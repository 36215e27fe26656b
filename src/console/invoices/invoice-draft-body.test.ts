import assert from "node:assert/strict";
import { test } from "node:test";
import { beginningOfDraft, type DraftBody, draftOf, toIssue } from "./invoice-draft-body.ts";
import { readInvoiceForm, typedTotal } from "./invoice-form-body.ts";
import { knownClientText } from "./known-client.ts";

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

test("the total that is shown while typing has discount and VAT, as the invoice will have", () => {
  const form = {
    amount: "٩٧٫٧٥",
    quantity: "2",
    lineAmount1: "20",
    lineQuantity1: "0.5",
    hasVatInside: "on",
  };
  const shop = { hasVat: true };
  assert.equal(typedTotal(formOf(form), shop), "205.50");
  assert.equal(typedTotal(formOf({ ...form, discount: "20", discountKind: "percent" }), shop), "164.40");
  assert.equal(typedTotal(formOf({ ...form, discount: "5.50" }), shop), "200.00");
  assert.equal(typedTotal(formOf({ ...form, hasVatInside: "" }), shop), "236.33");
  assert.equal(
    typedTotal(formOf({ ...form, hasVatInside: "", vatRate: "0", lineVatRate1: "0" }), shop),
    "205.50",
  );
  assert.equal(typedTotal(formOf({ ...form, hasVatInside: "" }), { hasVat: false }), "205.50");
  for (const wrong of [{ amount: "x" }, { lineQuantity1: "0" }, { discount: "half" }, { discount: "300" }])
    assert.equal(typedTotal(formOf({ ...form, ...wrong }), shop), null, JSON.stringify(wrong));
});

test("what a line has besides its fields is sent, and gone once it was taken away", () => {
  const before = {
    lines: [{ title: "Dates", unitPrice: "20.00", unit: "KGM", description: "Fresh", isDigital: false }],
  };
  const beginning = beginningOfDraft(before);
  const lineOf = (form: FormData): unknown => {
    const read = readInvoiceForm(form, { defaultTitle: "Goods" });
    assert.ok("body" in read);
    const [drafted] = (sent(draftOf(form, before))["lines"] ?? []) as readonly DraftBody[];
    const [issued] = sent(toIssue(read.body, form, before))["lines"] as readonly DraftBody[];
    assert.deepEqual(drafted?.["unit"], issued?.["unit"]);
    return [issued?.["unit"], issued?.["description"]];
  };
  const form = formOf({ ...beginning, mobile: "0551234567" });
  assert.deepEqual(lineOf(form), ["KGM", "Fresh"]);
  form.set("kept", "");
  assert.deepEqual(lineOf(form), [undefined, undefined]);
});

test("a known customer is named by its id until the form says something else of it", () => {
  const filled = { name: "Nakheel Co.", mobile: "", email: "" };
  const form = { ...filled, amount: "5", knownClient: knownClientText(7, filled) };
  const bodyOf = (fields: Readonly<Record<string, string>>): DraftBody => {
    const read = readInvoiceForm(formOf(fields), { defaultTitle: "Goods" });
    assert.ok("body" in read);
    return read.body;
  };
  assert.equal(bodyOf(form)["clientId"], 7);
  assert.equal(bodyOf(form)["client"], undefined);
  const other = bodyOf({ ...form, name: "Waha Co." });
  assert.deepEqual([other["clientId"], other["client"]], [undefined, { name: "Waha Co." }]);
  const draft = sent(draftOf(formOf(form), null));
  assert.equal(bodyOf({ ...beginningOfDraft(draft), amount: "5" })["clientId"], 7);
});
