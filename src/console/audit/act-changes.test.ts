import assert from "node:assert/strict";
import { test } from "node:test";
import type { ActChange } from "#core/act-fields.ts";
import type { Language } from "#core/language.ts";
import { textsOf } from "#test/catalogue-texts.ts";
import ar from "../i18n/screens.ar.json" with { type: "json" };
import en from "../i18n/screens.en.json" with { type: "json" };
import type { Wording } from "../i18n/texts.ts";
import { changesOf } from "./act-changes.ts";

function wordingOf(language: Language): Wording {
  const texts = textsOf({ ar, en }[language]);
  return {
    language,
    t: (key, values = {}) =>
      Object.entries(values).reduce(
        (text, [name, value]) => text.replace(`{${name}}`, String(value)),
        texts.get(key) ?? key,
      ),
  };
}

/** Each field, with each value that has words of its own. */
const everyField: Readonly<Required<ActChange>> = {
  ...{ role: "cashier", email: "noura@shop.example", mobile: "+966501234567", name: "نورة" },
  ...{ shopName: "متجر", client: "12", amount: "115.00", currency: "SAR", way: "card_terminal" },
  ...{ refund: "8f14", approval: "91ac", requestedBy: "person 3", perInvoice: "500.00", perDay: null },
  ...{ appliesTo: "manager key", state: "accepted" },
};

const shown = (language: Language, change: ActChange, before: ActChange | null = null) =>
  changesOf({ before: before && { ...before }, after: { ...change } }, wordingOf(language), (id) =>
    id === 3 ? "خالد المدير" : null,
  ).map(({ name, value }) => [name, value]);

test("every field of an act, and every value that is a code, is in the words of the reader", () => {
  assert.deepEqual(shown("ar", everyField), [
    ["الدور", "كاشير"],
    ["البريد الإلكتروني", "noura@shop.example"],
    ["رقم الجوال", "+966501234567"],
    ["الاسم", "نورة"],
    ["اسم المتجر", "متجر"],
    ["رقم العميل", "12"],
    ["المبلغ", "115.00"],
    ["العملة", "SAR"],
    ["طريقة الدفع", "جهاز نقاط البيع"],
    ["رقم الاسترداد", "8f14"],
    ["رقم طلب الاسترداد", "91ac"],
    ["مقدّم الطلب", "خالد المدير"],
    ["الأعلى من فاتورة واحدة بالريال", "500.00"],
    ["الأعلى في يوم واحد بالريال", "لا شيء"],
    ["على من تسري", "المديرون ومفاتيح الربط البرمجي"],
    ["الرد", "تم قبول الإرجاع"],
  ]);
  for (const language of ["ar", "en"] as const)
    for (const [name, value] of shown(language, everyField))
      assert.doesNotMatch(`${name} ${value}`, /audit\.|approvals\.|returns\.|_|undefined/);
});

test("what a field was stands before what it is, no limit is nothing, and a field that is as before is left out", () => {
  const before = { role: "manager", appliesTo: "owner", perDay: null, amount: "1.00" } as const;
  assert.deepEqual(shown("en", { ...before, role: null, appliesTo: "" }, before), [
    ["Role", "from \u2068Manager\u2069 to \u2068nothing\u2069"],
    ["For whom", "from \u2068Owners\u2069 to \u2068nothing\u2069"],
  ]);
});

test("a request of a key and of a person who has left is in words", () => {
  assert.deepEqual(shown("ar", { requestedBy: "key 5" }), [["مقدّم الطلب", "المفتاح 5"]]);
  assert.deepEqual(shown("ar", { requestedBy: "person 9" }), [["مقدّم الطلب", "شخص سابق"]]);
});

test("a field and a value of a newer server are shown as they are stored", () => {
  const newer = { before: null, after: { toString: "1", state: "undecided" } };
  const changes = changesOf(newer, wordingOf("en"), () => null);
  assert.deepEqual(
    changes.map(({ name, value }) => [name, value]),
    [
      ["toString", "1"],
      ["Answer", "undecided"],
    ],
  );
});
