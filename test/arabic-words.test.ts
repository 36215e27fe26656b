/** Arabic texts call one thing by one name and speak with one voice (docs/arabic.md). */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { textsOf } from "./catalogue-texts.ts";

const root = join(import.meta.dirname, "..");

/** What the glossary has another word for, and the other word. */
const banned: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/فضل(?:اً|ًا)/, "nothing, or يرجى in errors of fields"],
  [/الرجاء|يُرجى/, "nothing, or يرجى in errors of fields"],
  [/عزيز/, "مرحبًا"],
  [/وسيلة|وسائل الدفع/, "طريقة"],
  [/قسيمة|القسائم/, "كود الخصم"],
  [/مسبق/, "تم دفع"],
  [/مفقود|غير مدخل/, "ناقص"],
  [/اً/, "tanween before the alef: ًا"],
  [/رقم الفاتورة(?! الضريبية| الأصلية)/, "رقم الطلب or رقم الفاتورة الضريبية"],
  [/صنف|أصناف/, "منتج"],
  [/رمز التأكيد|رموز تأكيد/, "رمز التحقق"],
  [/رمز البطاقة/, "رمز الأمان"],
  [/رمز (?:الدولة|القسيمة)/, "مفتاح الدولة, كود الخصم"],
  [/ثلاثي الأبعاد/, "التحقق الآمن (3D Secure)"],
  [/استجابة/, "رمز QR"],
  [/تم رفض/, "رفض البنك or لم تتم"],
  [/تمت معالجة/, "اكتملت"],
  [/جارٍ معالجة|جارٍ إعادت/, "نعالج, نعيدك"],
  [/انتهت هذه البطاقة/, "انتهت صلاحية"],
  [/مُ?سترجعة|رد المبلغ|المبلغ المعاد/, "مستردة, استرداد"],
  [/(?<![\u0600-\u06ff])(?:ا|ال)?لغاء/, "إلغاء"],
  [/حاول (?:مرة أخرى|لاحق)|المحاولة مرة أخرى/, "أعد المحاولة"],
  [/التاجر/, "المتجر"],
  [/اسم العميل/, "اسمك"],
  [/^محفظة/, "the wallet's own name as a label"],
  [/Visa|Mastercard|American Express/, "فيزا, ماستركارد, أمريكان إكسبريس"],
  [/\d ث\.|\} ث\./, "ثانية in all its forms"],
  [/!/, "no exclamation marks"],
  [/تنزيل/, "تحميل"],
  [/الحروف/, "الأحرف"],
  [/ [،؛؟]/, "no space before a sign"],
];

/** Texts given word for word, and pages outside of live operation, by file and path: with the words they may use. */
const exceptions: readonly (readonly [file: string, path: RegExp, word: string, why: string])[] = [
  ["src/methods/applepay/strings.ar.json", /^cancel$/, "الغاء", "Spec 2.8"],
  ["src/web/i18n/result.ar.json", /^declined$/, "الرجاء", "Spec 2.5 and 8"],
  ["src/web/i18n/problems.ar.json", /^paymentDeclined$/, "الرجاء", "Spec 2.5 and 8"],
  ["src/methods/tabby/strings.ar.json", /^tabby_/, "الرجاء", "Tabby's own texts"],
  ["src/methods/tabby/strings.ar.json", /^tabby_/, "يُرجى", "Tabby's own texts"],
  ["src/methods/tabby/strings.ar.json", /^tabby_/, "وسيلة", "Tabby's own texts"],
  ["src/methods/sadad/simulator/bank.ar.json", /^number$/, "رقم الفاتورة", "as banks' apps call it"],
  [
    "src/methods/urpay/simulator/arb/pages.ar.json",
    /^portal$/,
    "التاجر",
    "the bank's own desk for merchants",
  ],
];

const texts = globSync("src/**/*.ar.json", { cwd: root })
  .sort()
  .flatMap((file) =>
    [...textsOf(JSON.parse(readFileSync(join(root, file), "utf8")))].map(
      ([path, text]) => [file, path, text] as const,
    ),
  );

/** The banned words of a text that no exception allows. */
function bannedIn(file: string, path: string, text: string): string[] {
  const allowed = exceptions
    .filter(([of, paths]) => of === file && paths.test(path))
    .map(([, , word]) => word);
  const rest = allowed.reduce((left, word) => left.replaceAll(word, ""), text);
  return banned.filter(([wrong]) => wrong.test(rest)).map(([, right]) => right);
}

test("an Arabic text uses the glossary's words and none that it bans", () => {
  assert.ok(texts.length > 700, "the translations were not found");
  const found = texts.flatMap(([file, path, text]) =>
    bannedIn(file, path, text).map((right) => `${file} ${path}: "${text}" should say ${right}`),
  );
  assert.deepEqual(found, []);
});

test("every word that is banned is found where it stands", () => {
  const old = [
    "فضلاً أدخل رقم الجوال",
    "الرجاء الانتظار",
    "هذه الفاتورة مدفوعة مسبقًا",
    "أو استخدم وسيلة دفع أخرى",
    "القسيمة غير صالحة",
    "رقم الفاتورة",
    "الغاء",
    "حاول مرة أخرى",
    "صحيحاً",
  ];
  for (const text of old) assert.notDeepEqual(bannedIn("x.ar.json", "key", text), [], text);
  assert.deepEqual(bannedIn("x.ar.json", "key", "رقم الفاتورة الضريبية"), []);
  assert.deepEqual(bannedIn("x.ar.json", "key", "تم إلغاء عملية الدفع. أعد المحاولة."), []);
});

test("no exception outlives its text", () => {
  for (const [file, path, word] of exceptions) {
    const isUsed = texts.some(([of, key, text]) => of === file && path.test(key) && text.includes(word));
    assert.ok(isUsed, `${file} ${path}: ${word}`);
  }
});

test("parts of a transfer are not called instalments", () => {
  const transfers = texts.filter(([file]) => file === "src/methods/a2a/strings.ar.json");
  assert.notEqual(transfers.length, 0);
  for (const [, path, text] of transfers) assert.doesNotMatch(text, /دفعات|الدفعة/, path);
});
