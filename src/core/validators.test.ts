import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  hasDigits,
  hasLuhnCheckDigit,
  isAddressLine,
  isCity,
  isClientName,
  isEmail,
  isOtp,
  isPersonName,
  isSaudiIban,
  isSaudiNationalId,
  isTabbyName,
  isVatNumber,
} from "./validators.ts";

/** Checks that a rule takes each of the first list and none of the second. */
function check(rule: (text: string) => boolean, right: readonly string[], wrong: readonly string[]) {
  for (const text of right) assert.ok(rule(text), `right: ${JSON.stringify(text)}`);
  for (const text of wrong) assert.ok(!rule(text), `wrong: ${JSON.stringify(text)}`);
}

test("an e-mail address needs a local part, one at sign and a host with a dot", () => {
  check(
    isEmail,
    [
      "otp.success@tabby.ai",
      "a@b.sa",
      "first+tag@mail.example.com",
      " sara@example.com ",
      "o'neil_1@ex-ample.co",
      "sara@example.com\u200f",
      `${"a".repeat(64)}@example.com`,
      `a@${"b".repeat(63)}.com`,
      `a@${"b.".repeat(125)}co`,
    ],
    [
      "",
      "@",
      "sara",
      "sara@",
      "@example.com",
      "sara@localhost",
      "sara@example.",
      "sara@.com",
      "a b@example.com",
    ].concat(
      [
        "a@b@example.com",
        "a..b@example.com",
        ".a@example.com",
        "a.@example.com",
        "a@-example.com",
        "a@example-.com",
      ],
      [
        "a@exam_ple.com",
        "a@1.2.3.4",
        "a@example.123",
        "a@example.com\r\nBcc: b@example.com",
        "سارة@example.com",
        "a@example.com,b@example.com",
      ],
      [`${"a".repeat(65)}@example.com`, `a@${"b".repeat(64)}.com`, `a@${"b.".repeat(125)}com`],
    ),
  );
});

test("a one-time code has four to eight digits of any of the three kinds", () => {
  check(
    isOtp,
    ["4444", "12345", "123456", "12345678", "١٢٣٤٥٦", "۱۲۳۴", " 123456 "],
    ["", "123", "123456789", "12a4", "12 34", "-1234"],
  );
});

test("a number of digits is what was asked for, of any of the three kinds", () => {
  check(
    (text) => hasDigits(text, { fewest: 6, most: 6 }),
    ["123456", "١٢٣٤٥٦", " 123456 ", "\u200f123456"],
    ["", "12345", "1234567", "12a456", "123 456", "-12345"],
  );
});

test("a Saudi id has ten digits, begins with 1 or 2 and ends with its check digit", () => {
  check(
    isSaudiNationalId,
    ["1000000008", "2000000006", "١٠٠٠٠٠٠٠٠٨"],
    ["", "1000000000", "1098765432", "3000000004", "0000000000", "100000000", "10000000080", "1000000008x"],
  );
});

test("a Saudi IBAN has right check digits", () => {
  check(
    isSaudiIban,
    [
      "SA0380000000608010167519",
      "SA03 8000 0000 6080 1016 7519",
      "sa0380000000608010167519",
      "SA5399000900000000000123",
      "SA2699000900000000000124",
    ],
    [
      "",
      "SA0380000000608010167518",
      "SA3080000000608010167519",
      "SA038000000060801016751",
      "AE070331234567890123456",
      "SA0380000000608010167519X",
    ],
  );
});

test("one wrong digit never leaves an IBAN valid", () => {
  const iban = "SA5399000900000000000123";
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 23 }), fc.constantFrom(..."0123456789"), (at, digit) => {
      const changed = iban.slice(0, at) + digit + iban.slice(at + 1);
      assert.equal(isSaudiIban(changed), changed === iban);
    }),
  );
});

test("a VAT number has 15 digits between two threes", () => {
  check(
    isVatNumber,
    ["300000000000003", "310122393500003", "٣٠٠٠٠٠٠٠٠٠٠٠٠٠٣"],
    ["", "30000000000003", "3000000000000003", "200000000000003", "300000000000002", "3000000000000o3"],
  );
});

test("names are taken in any script, markup and control characters are not", () => {
  check(
    isPersonName,
    ["Sara", "سارة", "عبد الله", "Al-Harbi", "O'Neil", "José María", "李明"],
    ["", "A", "R2D2", "-Sara", "Sara<b>", "a\nb", "x".repeat(51)],
  );
  check(
    isClientName,
    ["س", "3M", "شركة النور (فرع 2)", "Sara & Co."],
    ["", "  ", "123", "<script>", "a\u0000b", "x".repeat(101)],
  );
  check(
    isCity,
    ["Riyadh", "Ab", "x".repeat(100), "الرياض", "6th of October City"],
    ["", "R", "12", "a\tb", "x".repeat(101)],
  );
  check(
    isAddressLine,
    ["A1", "x".repeat(200), "King Fahd Rd 1", "طريق الملك فهد 12/3", "#4, St. 5"],
    ["", "1", "12345", "<b>x</b>", "x".repeat(201)],
  );
});

test("Tabby's name rule takes Latin letters, digits, white space, underscore and hyphen alone", () => {
  check(isTabbyName, ["Sara Ali", "Sara_2", "Al-Harbi"], ["", "سارة", "José", "O'Neil", "Sara.", "Sara علي"]);
});

test("Luhn: exactly one last digit completes any number", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 1, maxLength: 18 }),
      (digits) => {
        const fitting = Array.from("0123456789").filter((last) => hasLuhnCheckDigit(digits + last));
        assert.equal(fitting.length, 1);
      },
    ),
  );
  for (const right of ["4508750015741019", "5555555555000018", "371881634498004"])
    assert.ok(hasLuhnCheckDigit(right));
  assert.ok(!hasLuhnCheckDigit("4508750015741091"));
});

test("no rule takes long to refuse a hostile text", () => {
  const hostile = [
    `${"a".repeat(50_000)}@`,
    `a@${"a-".repeat(50_000)}`,
    `${"a.".repeat(50_000)}@b.c`,
    "-".repeat(100_000),
  ];
  const startedAt = performance.now();
  for (const text of hostile)
    for (const rule of [isEmail, isPersonName, isTabbyName, isSaudiIban, isCity]) rule(text);
  assert.ok(performance.now() - startedAt < 500);
});
