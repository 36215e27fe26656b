/** Properties of prices, for orders of any shape; the figures worked out by hand are in pricing.test.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { minor, sum } from "../money.ts";
import {
  type Discount,
  type PricedOrder,
  type PricingInput,
  type PricingLine,
  priceOrder,
} from "./pricing.ts";
import { quantity, wholeQuantity } from "./quantity.ts";

const fixed = (amount: number): Discount => ({ type: "FIXED", amount: minor(amount) });
const percentage = (bps: number): Discount => ({ type: "PERCENTAGE", bps });

function figures({ subTotal, discount, vat, serviceFees, total }: PricedOrder): number[] {
  return [subTotal, discount, vat, serviceFees, total];
}

const anyLine: fc.Arbitrary<PricingLine> = fc.record({
  qty: fc.oneof(
    fc.integer({ min: 1, max: 1000 }).map(wholeQuantity),
    fc.integer({ min: 1, max: 1_000_000 }).map(quantity),
  ),
  unitPrice: fc.integer({ min: 0, max: 10_000_000 }).map(minor),
  vatBps: fc.oneof(fc.constantFrom(0, 500, 1500), fc.integer({ min: 0, max: 10_000 })),
});
const anyDiscount: fc.Arbitrary<Discount | null> = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 5_000_000 }).map(fixed),
  fc.integer({ min: 0, max: 10_000 }).map(percentage),
);
const anyOrder: fc.Arbitrary<PricingInput> = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
  discount: anyDiscount,
  pricesIncludeVat: fc.boolean(),
  clientPaysFees: fc.boolean(),
  commissionRateBps: fc.integer({ min: 0, max: 5000 }),
  vatApplies: fc.boolean(),
});

/** Half up, as integers without a sign. */
function divide(dividend: bigint, divisor: bigint): bigint {
  return (dividend * 2n + divisor) / (divisor * 2n);
}

/** What the merchant typed, times the quantity in thousandths, the fee rounded once per unit. */
function typedAmounts(input: PricingInput): bigint[] {
  const divisor = input.clientPaysFees ? BigInt(10_000 - input.commissionRateBps) : 10_000n;
  return input.lines.map((line) =>
    divide(divide(BigInt(line.unitPrice) * 10_000n, divisor) * BigInt(line.qty), 1_000n),
  );
}

function typedDiscount(input: PricingInput, typed: bigint): bigint {
  if (!input.discount) return 0n;
  if (input.discount.type === "PERCENTAGE") return divide(typed * BigInt(input.discount.bps), 10_000n);
  const amount = BigInt(input.discount.amount);
  return amount < typed ? amount : typed;
}

test("lines and document add up, and nothing is negative", () => {
  fc.assert(
    fc.property(anyOrder, (input) => {
      const result = priceOrder(input);
      if (result.kind === "refused") return;
      for (const line of result.lines) {
        assert.equal(line.lineTaxable, line.lineNet - line.lineDiscount);
        assert.equal(line.lineTotal, line.lineTaxable + line.lineVat);
        for (const amount of Object.values(line)) assert.ok(Number.isSafeInteger(amount) && amount >= 0);
      }
      for (const amount of figures(result)) assert.ok(Number.isSafeInteger(amount) && amount >= 0);
      assert.equal(result.subTotal, sum(result.lines.map((line) => line.lineNet)));
      assert.equal(result.discount, sum(result.lines.map((line) => line.lineDiscount)));
      assert.equal(result.vat, sum(result.lines.map((line) => line.lineVat)));
      assert.equal(result.total, sum(result.lines.map((line) => line.lineTotal)));
      assert.equal(result.total, result.subTotal - result.discount + result.vat);
      assert.ok(result.vatBps >= 0 && result.vatBps <= 10_000);
    }),
    { numRuns: 1000 },
  );
});

test("prices without VAT: each line is the exact fraction, rounded once", () => {
  fc.assert(
    fc.property(anyOrder, (any) => {
      const input = { ...any, pricesIncludeVat: false };
      const result = priceOrder(input);
      if (result.kind === "refused") return;
      const typed = typedAmounts(input);
      const all = typed.reduce((left, right) => left + right, 0n);
      assert.equal(BigInt(result.subTotal), all);
      assert.equal(BigInt(result.discount), typedDiscount(input, all));
      for (const [index, line] of result.lines.entries()) {
        const rate = input.vatApplies ? BigInt(input.lines[index]?.vatBps ?? 0) : 0n;
        assert.equal(BigInt(line.lineNet), typed[index]);
        assert.equal(BigInt(line.lineVat), divide(BigInt(line.lineTaxable) * rate, 10_000n));
      }
    }),
    { numRuns: 1000 },
  );
});

test("prices with VAT: the total is what was typed less the discount, and net is the nearest to the exact net", () => {
  fc.assert(
    fc.property(anyOrder, (any) => {
      const input = { ...any, pricesIncludeVat: true };
      const result = priceOrder(input);
      if (result.kind === "refused") return;
      const typed = typedAmounts(input);
      const all = typed.reduce((left, right) => left + right, 0n);
      assert.equal(BigInt(result.total), all - typedDiscount(input, all));
      for (const [index, line] of result.lines.entries()) {
        const rate = input.vatApplies ? BigInt(input.lines[index]?.vatBps ?? 0) : 0n;
        assert.equal(BigInt(line.lineNet), divide((typed[index] ?? 0n) * 10_000n, 10_000n + rate));
        assert.equal(BigInt(line.lineTaxable), divide(BigInt(line.lineTotal) * 10_000n, 10_000n + rate));
      }
    }),
    { numRuns: 1000 },
  );
});

test("a higher price or quantity never makes an order without a discount cheaper", () => {
  fc.assert(
    fc.property(
      anyOrder,
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 0, max: 5 }),
      (any, more, moreUnits) => {
        const input = { ...any, discount: null };
        const [first, ...others] = input.lines;
        assert.ok(first);
        const dearer = {
          ...first,
          unitPrice: minor(first.unitPrice + more),
          qty: quantity(first.qty + moreUnits),
        };
        const before = priceOrder(input);
        const after = priceOrder({ ...input, lines: [dearer, ...others] });
        if (before.kind === "priced" && after.kind === "priced") assert.ok(after.total >= before.total);
      },
    ),
  );
});

test("with VAT in the prices a higher price never makes an order cheaper, whatever the discount", () => {
  fc.assert(
    fc.property(anyOrder, fc.integer({ min: 0, max: 1000 }), (any, more) => {
      const [first, ...others] = any.lines;
      assert.ok(first);
      const input = { ...any, pricesIncludeVat: true };
      const before = priceOrder(input);
      const after = priceOrder({
        ...input,
        lines: [{ ...first, unitPrice: minor(first.unitPrice + more) }, ...others],
      });
      if (before.kind === "priced" && after.kind === "priced") assert.ok(after.total >= before.total);
    }),
  );
});

test("the fee appears only when the client pays it, and never below what it is for", () => {
  fc.assert(
    fc.property(anyOrder, (input) => {
      const result = priceOrder(input);
      if (result.kind === "refused") return;
      if (!input.clientPaysFees || input.commissionRateBps === 0) assert.equal(result.serviceFees, 0);
      assert.ok(result.serviceFees <= result.subTotal);
    }),
  );
});
