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
  "4508      7500 \n\n\n 1574      1019",
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
  // EAN barcodes, one of Saudi Arabia, whose digits pass the check of cards as well; a serial number of a telephone.
  "6281000000083",
  "باركود 6281000000182",
  "5901230000097",
  "356938035643809",
  "50628100000048",
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

/** First digits of schemes with the lengths of their cards. */
const schemes: readonly { readonly begins: readonly string[]; readonly lengths: readonly number[] }[] = [
  { begins: ["4"], lengths: [13, 16, 19] },
  { begins: ["51", "55", "2221", "2720", "588845", "968201", "5067", "604906"], lengths: [16] },
  { begins: ["34", "37"], lengths: [15] },
  { begins: ["30", "36", "38", "39"], lengths: [14, 16] },
  { begins: ["3528", "5018", "5612", "6011", "62", "6759"], lengths: [16, 17, 18, 19] },
];

const cards = fc
  .constantFrom(
    ...schemes.flatMap(({ begins, lengths }) =>
      begins.flatMap((start) => lengths.map((length) => ({ start, length }))),
    ),
  )
  .chain(({ start, length }) =>
    digits(length - start.length - 1).map((rest) => withCheckDigit(start + rest)),
  );

const scripts = ["0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"];

test("a card of every scheme is found in each of its lengths, in digits of each script, in one piece or with gaps", () => {
  const gap = fc.constantFrom("", " ", "-", "\u00a0", "–");
  fc.assert(
    fc.property(cards, fc.constantFrom(...scripts), gap, (card, script, between) => {
      const written = [...card].map((digit) => script[Number(digit)] ?? "").join(between);
      assert.ok(hasCardNumber(written), written);
      assert.ok(hasCardNumber(`بطاقة ${written} شكرًا`), written);
    }),
    { numRuns: 3000 },
  );
});

test("no barcode is taken for a card, but for one of 13 digits that begins as a Visa does or of 14 as a Diners Club", () => {
  const barcode = fc.constantFrom(8, 12, 13, 14).chain(digits);
  fc.assert(
    fc.property(barcode, (text) => {
      fc.pre(!(text.length === 13 && text.startsWith("4")) && !(text.length === 14 && /^3[0689]/.test(text)));
      assert.ok(!hasCardNumber(text));
      assert.ok(!hasCardNumber(`باركود ${text}`));
    }),
    { numRuns: 5000 },
  );
});

test("no text of 15 digits is taken for a card but one that begins as an American Express does", () => {
  fc.assert(
    fc.property(digits(15), (text) => {
      assert.equal(hasCardNumber(text), /^3[47]/.test(text) && hasLuhnCheckDigit(text));
    }),
    { numRuns: 5000 },
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
