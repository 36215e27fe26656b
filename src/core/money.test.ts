import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  currencyExponent,
  formatDecimal,
  fromJsonNumber,
  groupDigits,
  jsonNumberText,
  type Major,
  maximumMinor,
  minor,
  parseDecimal,
  splitByWeight,
  sum,
  timesRatio,
  toJsonNumber,
  zero,
} from "./money.ts";

const anyAmount = fc.integer({ min: 0, max: maximumMinor }).map(minor);
const anySignedAmount = fc.integer({ min: -maximumMinor, max: maximumMinor }).map(minor);

test("only whole, safe numbers become amounts", () => {
  for (const value of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53)]) {
    assert.throws(() => minor(value), RangeError);
  }
  assert.equal(minor(2 ** 53 - 1), 2 ** 53 - 1);
});

test("currencies have the decimals of ISO 4217, two where nothing else is known", () => {
  for (const [decimals, currencies] of [
    [3, "BHD IQD JOD KWD LYD OMR TND"],
    [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"],
    [2, "SAR AED EGP EUR GBP QAR USD XXX toString"],
  ] as const) {
    for (const currency of currencies.split(" "))
      assert.equal(currencyExponent(currency), decimals, currency);
  }
});

test("a ratio is rounded half up, away from zero", () => {
  for (const [amount, numerator, denominator, expected] of [
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, -1, 2, -1],
    [3, 1, 2, 2],
    [1, 1, 3, 0],
    [2, 1, 3, 1],
    [-1, 1, 3, 0],
    [100, 10_000, 9_725, 103],
    [11_500, 100, 115, 10_000],
    [0, 5, 7, 0],
    [10, 3, -4, -8],
  ] as const) {
    const result = timesRatio(minor(amount), numerator, denominator);
    assert.equal(result, expected, `${amount} x ${numerator} / ${denominator}`);
    assert.ok(!Object.is(result, -0));
  }
  assert.throws(() => timesRatio(minor(1), 1, 0), RangeError);
  assert.throws(() => timesRatio(minor(1), 0.5, 1), RangeError);
});

test("a ratio is the nearest whole number to the exact fraction, and the larger of two as near", () => {
  const numerators = fc.integer({ min: -20_000, max: 20_000 });
  const denominators = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(anySignedAmount, numerators, denominators, (amount, numerator, denominator) => {
      const exact = BigInt(amount) * BigInt(numerator);
      fc.pre(exact / BigInt(denominator) < 2n ** 52n && exact / BigInt(denominator) > -(2n ** 52n));
      const result = BigInt(timesRatio(amount, numerator, denominator));
      // |exact - result x denominator| <= denominator / 2, and at exactly half the result is away from zero.
      const miss = exact - result * BigInt(denominator);
      const size = miss < 0n ? -miss : miss;
      assert.ok(size * 2n <= BigInt(denominator));
      if (size * 2n === BigInt(denominator)) assert.ok(exact < 0n ? miss > 0n : miss < 0n);
    }),
  );
});

test("a result too large to be exact is refused", () => {
  assert.throws(() => timesRatio(minor(Number.MAX_SAFE_INTEGER), 3, 2), RangeError);
  assert.throws(() => sum([minor(Number.MAX_SAFE_INTEGER), minor(1)]), RangeError);
});

test("the parts of a split sum to the amount, and each is its share to within one minor unit", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(anyAmount, weights, (amount, shares) => {
      const all = shares.reduce((left, right) => left + right, 0);
      fc.pre(all > 0);
      const parts = splitByWeight(amount, shares);
      assert.equal(sum(parts), amount);
      for (const [index, part] of parts.entries()) {
        const exact = BigInt(amount) * BigInt(shares[index] ?? 0);
        const miss = exact - BigInt(part) * BigInt(all);
        assert.ok(part >= 0 && miss < BigInt(all) && miss > -BigInt(all));
      }
    }),
  );
});

test("no part of a split is larger than its weight when the amount is not larger than all weights", () => {
  const weights = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (shares, portion) => {
      const all = shares.reduce((left, right) => left + right, 0);
      const parts = splitByWeight(minor(Math.floor(all * portion)), shares);
      for (const [index, part] of parts.entries()) assert.ok(part <= (shares[index] ?? 0));
    }),
  );
});

test("the largest remainder gets the odd unit, the earlier part on a tie", () => {
  assert.deepEqual(splitByWeight(minor(100), [1, 1, 1]), [34, 33, 33]);
  assert.deepEqual(splitByWeight(minor(10), [1, 2, 4]), [1, 3, 6]);
  assert.deepEqual(splitByWeight(minor(3), [5, 2]), [2, 1]);
  assert.deepEqual(splitByWeight(minor(1), [0, 1]), [0, 1]);
  assert.deepEqual(splitByWeight(zero, [0, 0]), [0, 0]);
  assert.deepEqual(splitByWeight(zero, []), []);
});

test("a split that cannot be made is refused", () => {
  assert.throws(() => splitByWeight(minor(1), [0, 0]), RangeError);
  assert.throws(() => splitByWeight(minor(1), []), RangeError);
  assert.throws(() => splitByWeight(minor(-1), [1, 1]), RangeError);
  assert.throws(() => splitByWeight(minor(1), [2, -1]), RangeError);
  assert.throws(() => splitByWeight(minor(1), [0.5]), RangeError);
});

test("plain decimals are read, and nothing else is", () => {
  for (const [text, currency, expected] of [
    ["0", "SAR", 0],
    ["12", "SAR", 1200],
    ["12.5", "SAR", 1250],
    ["12.50", "SAR", 1250],
    ["0.01", "SAR", 1],
    ["1.234", "KWD", 1234],
    ["1", "JPY", 1],
    ["10000000000.00", "SAR", maximumMinor],
    ["10000000000.01", "SAR", null],
    ["1.234", "SAR", null],
    ["1.0", "JPY", null],
    ["", "SAR", null],
    [".5", "SAR", null],
    ["5.", "SAR", null],
    ["-1", "SAR", null],
    ["+1", "SAR", null],
    ["1e3", "SAR", null],
    ["1,000", "SAR", null],
    [" 1", "SAR", null],
    ["1\n", "SAR", null],
    ["٥", "SAR", null],
    ["0x10", "SAR", null],
    ["99999999999999", "SAR", null],
  ] as const) {
    assert.equal(parseDecimal(text, currency), expected, `${text} ${currency}`);
  }
});

test("amounts have all decimals of their currency and no grouping", () => {
  for (const [amount, currency, expected] of [
    [0, "SAR", "0.00"],
    [5, "SAR", "0.05"],
    [-5, "SAR", "-0.05"],
    [123_450, "SAR", "1234.50"],
    [1, "KWD", "0.001"],
    [1500, "JPY", "1500"],
    [-1500, "JPY", "-1500"],
  ] as const) {
    assert.equal(formatDecimal(minor(amount), currency), expected);
  }
});

test("what is written is read back as the same amount", () => {
  fc.assert(
    fc.property(anyAmount, fc.constantFrom("SAR", "KWD", "JPY"), (amount, currency) => {
      assert.equal(parseDecimal(formatDecimal(amount, currency), currency), amount);
    }),
  );
});

test("the number of the buyer calls prints as the amount", () => {
  assert.equal(JSON.stringify(toJsonNumber(minor(123_450), "SAR")), "1234.5");
  assert.equal(toJsonNumber(minor(1), "KWD"), 0.001);
  fc.assert(
    fc.property(anyAmount, (amount) => {
      assert.equal(toJsonNumber(amount, "SAR").toFixed(2), formatDecimal(amount, "SAR"));
    }),
  );
});

test("the number of the buyer calls is read back as the same amount, in every currency", () => {
  fc.assert(
    fc.property(anyAmount, fc.constantFrom("SAR", "KWD", "JPY"), (amount, currency) => {
      const number = toJsonNumber(amount, currency);
      assert.equal(fromJsonNumber(number, currency), amount);
      assert.equal(jsonNumberText(number, currency), formatDecimal(amount, currency));
    }),
  );
});

test("thousands are grouped as the platform groups them, in both languages", () => {
  for (const [locale, currency, digits] of [
    ["en-GB-u-nu-latn", "SAR", 2],
    ["ar-SA-u-nu-latn", "SAR", 2],
    ["ar-SA-u-nu-latn", "KWD", 3],
    ["en-GB-u-nu-latn", "JPY", 0],
  ] as const) {
    const platform = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const decimal = formatDecimal(amount, currency);
        assert.equal(groupDigits(decimal), platform.format(decimal as Intl.StringNumericLiteral));
      }),
    );
  }
  assert.equal(groupDigits("-1234567.5"), "-1,234,567.5");
  assert.equal(groupDigits("1028.98345"), "1,028.98345");
});

test("what pages take as major units takes no minor ones: a hundred times the amount would be shown", () => {
  // @ts-expect-error minor units
  const wrong: Major = minor(150);
  const right: Major = toJsonNumber(minor(150), "SAR");
  assert.deepEqual([wrong, right], [150, 1.5]);
});
