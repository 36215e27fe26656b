import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maximumMinor, minor } from "../money.ts";
import {
  type Discount,
  grossUp,
  type PricedOrder,
  type PricingInput,
  percentText,
  priceOrder,
  vatBpsOf,
  vatFraction,
} from "./pricing.ts";
import type { Quantity } from "./quantity.ts";

/** An order of lines written as [quantity, unit price, VAT rate], taxed, without fee or discount unless said. */
function order(
  lines: readonly (readonly [number, number, number])[],
  change: Partial<PricingInput> = {},
): PricingInput {
  return {
    lines: lines.map(([units, unitPrice, vatBps]) => ({
      qty: (units * 1_000) as Quantity,
      unitPrice: minor(unitPrice),
      vatBps,
    })),
    discount: null,
    pricesIncludeVat: false,
    clientPaysFees: false,
    commissionRateBps: 0,
    vatApplies: true,
    ...change,
  };
}

function price(input: PricingInput): PricedOrder {
  const result = priceOrder(input);
  assert.equal(result.kind, "priced");
  return result;
}

function figures({ subTotal, discount, vat, serviceFees, total }: PricedOrder): number[] {
  return [subTotal, discount, vat, serviceFees, total];
}

const fixed = (amount: number): Discount => ({ type: "FIXED", amount: minor(amount) });
const percentage = (bps: number): Discount => ({ type: "PERCENTAGE", bps });
const included = { pricesIncludeVat: true } as const;

test("orders come to the figures worked out by hand", () => {
  for (const [name, input, expected] of [
    ["one line, 15 % on top", order([[1, 10_000, 1500]]), [10_000, 0, 1500, 0, 11_500]],
    ["VAT is rounded per line, not per unit", order([[3, 333, 1500]]), [999, 0, 150, 0, 1149]],
    [
      "VAT comes after a fixed discount",
      order([[1, 10_000, 1500]], { discount: fixed(1000) }),
      [10_000, 1000, 1350, 0, 10_350],
    ],
    [
      "VAT comes after a percentage",
      order([[2, 5000, 1500]], { discount: percentage(1000) }),
      [10_000, 1000, 1350, 0, 10_350],
    ],
    [
      "a discount is split over lines by their size",
      order(
        [
          [1, 6667, 1500],
          [1, 3333, 0],
        ],
        { discount: fixed(100) },
      ),
      [10_000, 100, 990, 0, 10_890],
    ],
    ["no VAT number, no VAT", order([[1, 10_000, 1500]], { vatApplies: false }), [10_000, 0, 0, 0, 10_000]],
    [
      "fee first, VAT after it",
      order([[1, 10_000, 1500]], { clientPaysFees: true, commissionRateBps: 275 }),
      [10_283, 0, 1542, 283, 11_825],
    ],
    [
      "the fee is rounded once per unit",
      order([[3, 999, 0]], { clientPaysFees: true, commissionRateBps: 275 }),
      [3081, 0, 0, 84, 3081],
    ],
    [
      "the merchant pays the fee",
      order([[1, 10_000, 1500]], { commissionRateBps: 275 }),
      [10_000, 0, 1500, 0, 11_500],
    ],
    [
      "prices with VAT stay what was typed",
      order([[1, 11_500, 1500]], included),
      [10_000, 0, 1500, 0, 11_500],
    ],
    [
      "odd prices with VAT too, times the quantity",
      order([[3, 3333, 1500]], included),
      [8695, 0, 1304, 0, 9999],
    ],
    [
      "a fixed discount on prices with VAT is typed with VAT",
      order([[1, 11_500, 1500]], { ...included, discount: fixed(1000) }),
      [10_000, 870, 1370, 0, 10_500],
    ],
    [
      "a percentage of prices with VAT",
      order([[1, 11_500, 1500]], { ...included, discount: percentage(1000) }),
      [10_000, 1000, 1350, 0, 10_350],
    ],
    [
      "prices with VAT of no VAT",
      order([[1, 11_500, 1500]], { ...included, vatApplies: false }),
      [11_500, 0, 0, 0, 11_500],
    ],
    [
      "fee on prices with VAT",
      order([[1, 11_500, 1500]], { ...included, clientPaysFees: true, commissionRateBps: 1000 }),
      [11_111, 0, 1667, 1111, 12_778],
    ],
    [
      "rates may differ per line",
      order([
        [1, 10_000, 1500],
        [2, 5000, 500],
        [1, 100, 0],
      ]),
      [20_100, 0, 2000, 0, 22_100],
    ],
  ] as const) {
    assert.deepEqual(figures(price(input)), expected, name);
  }
});

test("a fixed discount is capped at the sub-total, and a total of zero is refused", () => {
  const refused = { kind: "refused", reason: "zero_total" };
  assert.deepEqual(priceOrder(order([[1, 500, 1500]], { discount: fixed(501) })), refused);
  assert.deepEqual(priceOrder(order([[1, 500, 1500]], { discount: fixed(500) })), refused);
  assert.deepEqual(priceOrder(order([[1, 500, 1500]], { discount: percentage(10_000) })), refused);
  assert.deepEqual(priceOrder(order([[3, 0, 1500]])), refused);
  assert.deepEqual(priceOrder(order([])), refused);
  assert.equal(price(order([[1, 500, 0]], { discount: fixed(499) })).total, 1);
});

test("amounts above the largest are refused, however they come about", () => {
  const refused = { kind: "refused", reason: "amount_too_large" };
  for (const input of [
    order([[1, maximumMinor + 1, 0]]),
    order([[1, Number.MAX_SAFE_INTEGER, 0]], { clientPaysFees: true, commissionRateBps: 5000 }),
    order([[100_000, Number.MAX_SAFE_INTEGER, 0]]),
    order([[2, maximumMinor, 0]], { discount: percentage(5000) }),
    order([[1, maximumMinor, 1]]),
    order([
      [1, maximumMinor, 0],
      [1, 1, 0],
    ]),
    order([[1, maximumMinor, 0]], { clientPaysFees: true, commissionRateBps: 1 }),
  ]) {
    assert.deepEqual(priceOrder(input), refused);
  }
  assert.equal(price(order([[1, maximumMinor, 0]])).total, maximumMinor);
});

test("quantities, prices and rates that no caller may let through are a bug", () => {
  for (const input of [
    order([[0, 100, 0]]),
    order([[-1, 100, 0]]),
    order([[1.0005, 100, 0]]),
    order([[100_001, 100, 0]]),
    order([[1, -100, 0]]),
    order([[1, 100, -1]]),
    order([[1, 100, 10_001]]),
    order([[1, 100, 0.15]]),
    order([[1, 100, 0]], { commissionRateBps: 5001 }),
    order([[1, 100, 0]], { discount: percentage(10_001) }),
    order([[1, 100, 0]], { discount: percentage(-1) }),
    order([[1, 100, 0]], { discount: fixed(-1) }),
  ]) {
    assert.throws(() => priceOrder(input), RangeError);
  }
  assert.throws(() => priceOrder(order([[1, -100, 0]])), /not a price: -100/);
});

test("the shown rate is the one of all lines, or what VAT comes to on a mixed order", () => {
  assert.equal(
    price(
      order([
        [1, 100, 1500],
        [1, 200, 1500],
      ]),
    ).vatBps,
    1500,
  );
  assert.equal(price(order([[1, 1, 1500]])).vatBps, 1500);
  assert.equal(
    price(
      order([
        [1, 10_000, 1500],
        [1, 10_000, 500],
      ]),
    ).vatBps,
    1000,
  );
  assert.equal(
    price(
      order(
        [
          [1, 100, 1500],
          [1, 200, 500],
        ],
        { vatApplies: false },
      ),
    ).vatBps,
    0,
  );
});

test("the sold price is per unit, net, with the fee", () => {
  const [line] = price(
    order([[2, 11_500, 1500]], { ...included, clientPaysFees: true, commissionRateBps: 1000 }),
  ).lines;
  assert.equal(line?.soldUnitPrice, 11_111);
  assert.equal(
    price(order([[2, 10_000, 1500]], { clientPaysFees: true, commissionRateBps: 275 })).lines[0]
      ?.soldUnitPrice,
    10_283,
  );
});

test("after the fee is taken from the grossed-up price, the original price is left", () => {
  assert.equal(grossUp(minor(10_000), 275), 10_283);
  assert.equal(grossUp(minor(10_000), 5000), 20_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000 }).map(minor),
      fc.integer({ min: 0, max: 5000 }),
      (unitPrice, rate) => {
        const left = (BigInt(grossUp(unitPrice, rate)) * BigInt(10_000 - rate)) / 10_000n;
        const miss = left - BigInt(unitPrice);
        assert.ok(miss >= -1n && miss <= 1n);
      },
    ),
  );
});

test("rates show as fractions and as percentages with two decimals", () => {
  for (const [bps, fraction, text] of [
    [1500, 0.15, "15.00"],
    [500, 0.05, "5.00"],
    [0, 0, "0.00"],
    [1, 0.0001, "0.01"],
    [1005, 0.1005, "10.05"],
    [10_000, 1, "100.00"],
  ] as const) {
    assert.equal(vatFraction(bps), fraction);
    assert.equal(percentText(bps), text);
  }
  for (let bps = 0; bps <= 10_000; bps += 1) assert.equal(vatBpsOf(vatFraction(bps)), bps);
});
