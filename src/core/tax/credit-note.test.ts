import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Minor, minor, sum, timesRatio } from "../money.ts";
import { type Quantity, quantity, wholeQuantity } from "../pricing/quantity.ts";
import {
  type CreditedLine,
  carryOneRate,
  creditInRiyals,
  creditLines,
  creditNamedLines,
  type RefundableLine,
  restsAfter,
} from "./credit-note.ts";

const line = (position: number, qty: Quantity, net: number, vatBps: number): RefundableLine => {
  const vat = timesRatio(minor(net), vatBps, 10_000);
  return {
    position,
    qty,
    vatBps,
    exemption: vatBps === 0 ? "VATEX-SA-30" : null,
    total: minor(net + vat),
    rest: { taxable: minor(net), vat },
    restQty: qty,
  };
};
const none = { taxable: 0, vat: 0 };

test("one of three laptops beside an exempt rent takes back the laptop's own VAT, and nothing of the rent", () => {
  const lines = [line(1, wholeQuantity(3), 1_200_000, 1_500), line(2, wholeQuantity(1), 600_000, 0)];
  assert.deepEqual(creditNamedLines(lines, [{ position: 1, quantity: wholeQuantity(1) }]), [
    { taxable: 400_000, vat: 60_000, quantity: wholeQuantity(1) },
    none,
  ]);
  assert.deepEqual(creditNamedLines(lines, [{ position: 2, amount: minor(100) }]), [
    none,
    { taxable: 100, vat: 0 },
  ]);
  assert.equal(carryOneRate(lines), false);
});

test("an amount says enough once only one rate is left", () => {
  const [laptops, rent] = [
    line(1, wholeQuantity(3), 1_200_000, 1_500),
    line(2, wholeQuantity(1), 600_000, 0),
  ];
  assert.equal(carryOneRate([laptops, { ...rent, rest: { taxable: minor(0), vat: minor(0) } }]), true);
  assert.equal(carryOneRate([laptops, line(2, wholeQuantity(1), 500, 1_500)]), true);
  assert.equal(carryOneRate([{ ...rent, exemption: "VATEX-SA-29" }, rent]), false);
});

test("lines that are not there, named twice or used up are refused by index and field", () => {
  const lines = [line(1, wholeQuantity(2), 10_000, 1_500)];
  const cases = [
    [[{ position: 2, quantity: wholeQuantity(1) }], { index: 0, field: "position", code: "unknown_line" }],
    [
      [
        { position: 1, quantity: wholeQuantity(1) },
        { position: 1, amount: minor(5) },
      ],
      { index: 1, field: "position", code: "duplicate" },
    ],
    [[{ position: 1, quantity: wholeQuantity(3) }], { index: 0, field: "quantity", code: "too_large" }],
    [[{ position: 1, amount: minor(11_501) }], { index: 0, field: "amount", code: "too_large" }],
  ] as const;
  for (const [wishes, refusal] of cases) assert.deepEqual(creditNamedLines(lines, wishes), refusal);
});

test("pieces are credited at the nearest halala to what they were sold for", () => {
  const priceOf = (pieces: number) => {
    const [credited] = creditNamedLines(
      [line(1, wholeQuantity(3), 200, 0)],
      [{ position: 1, quantity: wholeQuantity(pieces) }],
    ) as readonly CreditedLine[];
    return credited?.taxable;
  };
  assert.deepEqual([1, 2, 3].map(priceOf), [67, 133, 200]);
});

test("pieces that come back one by one sum to their line, whatever its price and discount", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.integer({ min: 1, max: 9 }).map(wholeQuantity),
          fc.integer({ min: 1, max: 5_000 }).map(quantity),
        ),
        { minLength: 1, maxLength: 30 },
      ),
      fc.nat(1_000_000),
      fc.constantFrom(0, 500, 1_500),
      (pieces, net, rate) => {
        const qty = quantity(pieces.reduce((all, piece) => all + piece, 0));
        let left = line(1, qty, net, rate);
        const credited: CreditedLine[] = [];
        for (const piece of pieces) {
          const parts = creditNamedLines([left], [{ position: 1, quantity: piece }]);
          assert.ok(Array.isArray(parts), JSON.stringify(parts));
          const [part] = parts as readonly CreditedLine[];
          assert.ok(part);
          credited.push(part);
          const [rest] = restsAfter([left.rest], [[part]]);
          assert.ok(rest && rest.taxable >= 0 && rest.vat >= 0);
          left = { ...left, rest, restQty: left.restQty - piece };
        }
        const whole = line(1, qty, net, rate).rest;
        const all = (of: "taxable" | "vat"): Minor => sum(credited.map((part) => part[of]));
        assert.deepEqual({ taxable: all("taxable"), vat: all("vat") }, whole);
      },
    ),
  );
});

test("the VAT of each part is the nearest halala to its share of what was left", () => {
  assert.deepEqual(creditLines([{ taxable: minor(10_000), vat: minor(1_500) }], minor(50)), [
    { taxable: 43, vat: 7 },
  ]);
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(150_000), fc.nat(1_000_000), (taxable, vat, wish) => {
      const total = taxable + vat;
      fc.pre(total > 0);
      const amount = (wish % total) + 1;
      const [part] = creditLines([{ taxable: minor(taxable), vat: minor(vat) }], minor(amount));
      assert.ok(part);
      assert.equal(part.taxable + part.vat, amount);
      // |part.vat - vat x amount / total| <= 1/2, in whole numbers.
      const error = BigInt(part.vat) * BigInt(total) - BigInt(vat) * BigInt(amount);
      assert.ok((error < 0n ? -error : error) * 2n <= BigInt(total), `${part.vat}`);
    }),
  );
});

test("the credit notes of an invoice in another currency sum to it in riyals, too", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ taxable: fc.integer({ min: 1, max: 500_000 }), rate: fc.constantFrom(0, 500, 1_500) }),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
      fc.integer({ min: 30_000, max: 130_000 }),
      fc.array(fc.nat(200_000), { maxLength: 6 }),
      (lines, rate, refunds) => {
        const invoiced = lines.map((one) => ({
          taxable: minor(one.taxable),
          vat: timesRatio(minor(one.taxable), one.rate, 10_000),
        }));
        const inSar = (amount: Minor): Minor => timesRatio(amount, rate, 10_000);
        const totals = (of: readonly CreditedLine[]) => ({
          taxable: sum(of.map((one) => one.taxable)),
          vat: sum(of.map((one) => one.vat)),
        });
        const whole = totals(invoiced);
        const riyals = { taxable: inSar(whole.taxable), vat: inSar(whole.vat) };
        let rests: readonly CreditedLine[] = invoiced;
        let left = riyals;
        for (const wish of [...refunds, Number.MAX_SAFE_INTEGER]) {
          const own = totals(rests);
          const amount = minor(Math.min(wish, own.taxable + own.vat));
          if (amount === 0) continue;
          const credited = creditLines(rests, amount);
          const note = creditInRiyals(totals(credited), { own, riyals: left });
          assert.ok(note.taxable >= 0 && note.vat >= 0 && note.total === note.taxable + note.vat);
          left = { taxable: minor(left.taxable - note.taxable), vat: minor(left.vat - note.vat) };
          assert.ok(left.taxable >= 0 && left.vat >= 0);
          rests = restsAfter(rests, [credited]);
        }
        assert.deepEqual(left, { taxable: 0, vat: 0 });
      },
    ),
  );
});

test("a full refund credits every line in full", () => {
  const rests = [
    { taxable: minor(8_696), vat: minor(1_304) },
    { taxable: minor(500), vat: minor(0) },
    { taxable: minor(0), vat: minor(0) },
  ];
  assert.deepEqual(creditLines(rests, minor(10_500)), rests);
});

test("any series of refunds takes back the invoice exactly, line by line, and never more", () => {
  const invoice = fc.array(
    fc.record({ taxable: fc.nat(1_000_000), rateBps: fc.constantFrom(0, 500, 1500) }),
    {
      minLength: 1,
      maxLength: 8,
    },
  );
  fc.assert(
    fc.property(invoice, fc.array(fc.nat(400_000), { maxLength: 6 }), (lines, refunds) => {
      const original = lines.map((line) => ({
        taxable: minor(line.taxable),
        vat: minor(Math.round((line.taxable * line.rateBps) / 10_000)),
      }));
      let rests = original;
      const takeBack = (amount: number): void => {
        const left = sum(rests.map((rest) => minor(rest.taxable + rest.vat)));
        const part = minor(Math.min(amount, left));
        if (part === 0) return;
        const credited = creditLines(rests, part);
        assert.equal(sum(credited.map((line) => minor(line.taxable + line.vat))), part);
        rests = rests.map((rest, index) => ({
          taxable: minor(rest.taxable - (credited[index]?.taxable ?? 0)),
          vat: minor(rest.vat - (credited[index]?.vat ?? 0)),
        }));
        for (const rest of rests) assert.ok(rest.taxable >= 0 && rest.vat >= 0);
      };
      for (const refund of refunds) takeBack(refund);
      takeBack(Number.MAX_SAFE_INTEGER);
      for (const rest of rests) assert.deepEqual(rest, { taxable: 0, vat: 0 });
    }),
  );
});

test("a refund of nothing or of more than is left is refused", () => {
  const rests = [{ taxable: minor(100), vat: minor(15) }];
  for (const amount of [0, -1, 116]) assert.throws(() => creditLines(rests, minor(amount)), RangeError);
});
