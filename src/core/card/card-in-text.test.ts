import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { crockfordAlphabet } from "../crockford.ts";
import { hasLuhnCheckDigit } from "../validators.ts";
import { hasCardNumber } from "./card-in-text.ts";

const withCard: readonly string[] = [
  "4508750015741019",
  "Ali 4508750015741019",
  "Ali4508750015741019Ali",
  "Ali 4508 7500 1574 1019",
  "4508-7500-1574-1019",
  "4508.7500.1574.1019",
  "4508 - 7500 - 1574 - 1019",
  "4508–7500–1574–1019",
  "4508\u00a07500\u00a01574\u00a01019",
  "4508 75001574 1019",
  "4 5 0 8 7 5 0 0 1 5 7 4 1 0 1 9",
  "4508\u200b7500\u200f15741019",
  "٤٥٠٨٧٥٠٠١٥٧٤١٠١٩",
  "۴۵۰۸ ۷۵۰۰ ۱۵۷۴ ۱۰۱۹",
  "\uff14\uff15\uff10\uff18\uff17\uff15\uff10\uff10\uff11\uff15\uff17\uff14\uff11\uff10\uff11\uff19",
  "الرياض ٤٥٠٨٧٥٠٠١٥٧٤١٠١٩ حي النخيل",
  "4508 7500 1574 1019 12/39 123",
  "4508 7500 1574 1019 12 39 123",
  "طريق 12 4508750015741019",
  "+966551234567 4508750015741019",
  "3718 818871 05009",
  "371881887105009",
  "9682090000000007",
  "2223000000000007",
  "4222222222222",
  "30569309025904",
  "6304000000000000000",
];

for (const text of withCard) {
  test(`${JSON.stringify(text)} has a card number in it`, () => assert.ok(hasCardNumber(text)));
}

const withoutCard: readonly string[] = [
  "",
  "Ali",
  "4508750015741018",
  "450875001574",
  "0551234567",
  "+966 55 123 4567",
  "00966551234567",
  "+49 1512 3456782",
  "0551234567 0567654321",
  "SA0380000000608010167519",
  "SA03 8000 0000 6080 1016 7519",
  "IBAN sa44 2000 0001 2345 6789 1234",
  "310122393500003",
  "7QK4M2XPB9TNW3HC",
  "INV-000042",
  "20261120093015",
  "26.12.2026 - 27.12.2026",
  '{"latitude":24.71,"longitude":46.68}',
  "RRRD2929, 2929 Riyadh 12345-6789",
];

for (const text of withoutCard) {
  test(`${JSON.stringify(text)} has no card number in it`, () => assert.ok(!hasCardNumber(text)));
}

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const withCheckDigit = (body: string): string =>
  [..."0123456789"].map((last) => body + last).find(hasLuhnCheckDigit) ?? "";

test("a card of 16 digits is found in any of the ways in which people write it, wherever it stands", () => {
  const separator = fc.constantFrom("", " ", "-", ".", " - ");
  const words = fc.constantFrom("", "Ali ", "شارع ", "no. 7, ");
  fc.assert(
    fc.property(digits(14), separator, words, words, (rest, between, before, after) => {
      const card = withCheckDigit(`4${rest}`);
      const written = (card.match(/.{4}/g) ?? []).join(between);
      assert.ok(hasCardNumber(`${before}${written} ${after}`));
    }),
  );
});

test("no mobile, IBAN, VAT number or order number is taken for a card", () => {
  const mobile = digits(8).chain((rest) =>
    fc.constantFrom(`05${rest}`, `+9665${rest}`, `009665${rest}`, `9665${rest}`, `+966 5${rest}`),
  );
  const iban = digits(22).chain((rest) =>
    fc.constantFrom(`SA${rest}`, (`SA${rest}`.match(/.{4}/g) ?? []).join(" ")),
  );
  const vatNumber = digits(12).map((rest) => `31${rest}3`.slice(0, 14).concat("3"));
  const orderNumber = fc
    .array(fc.constantFrom(...crockfordAlphabet), { minLength: 16, maxLength: 16 })
    .map((letters) => letters.join(""))
    .filter((text) => !/\d{13}/.test(text));
  fc.assert(
    fc.property(fc.oneof(mobile, iban, vatNumber, orderNumber), (text) => {
      assert.ok(!hasCardNumber(text));
      assert.ok(!hasCardNumber(`رقم ${text} العتيبي`));
    }),
    { numRuns: 2000 },
  );
});
