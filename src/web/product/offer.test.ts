import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { minor } from "#core/money.ts";
import { priceCheckout } from "#core/pricing/product-link.ts";
import { productPage } from "#test/product-page.ts";
import { amountsOf, discountOf, priceText, toOffer } from "./offer.ts";

const offer = toOffer(productPage());

/** Offer → quantity and price → unit price, fee, sub-total, VAT, total (Spec 9). */
const cases = [
  ["VAT of the link", {}, 2, 100, [100, 0, 200, 30, 230]],
  ["VAT of the product wins", { specificVat: 0.05 }, 1, 100, [100, 0, 100, 5, 105]],
  ["a product without VAT", { specificVat: 0 }, 1, 100, [100, 0, 100, 0, 100]],
  ["no VAT number, no VAT", { hasVatNumber: false, specificVat: 0.05 }, 1, 100, [100, 0, 100, 0, 100]],
  [
    "the fee of each piece is rounded once",
    { clientPayFees: true, commissionRate: 2.5 },
    3,
    100,
    [102.56, 2.56, 307.68, 46.15, 353.83],
  ],
  ["a rate that the client does not pay", { commissionRate: 2.5 }, 1, 100, [100, 0, 100, 15, 115]],
  [
    "a price with VAT is what is paid, however often",
    { priceIncludesVat: true },
    3,
    10,
    [8.7, 0, 26.09, 3.91, 30],
  ],
  ["a coupon's price", {}, 2, 89.99, [89.99, 0, 179.98, 27, 206.98]],
] as const;

for (const [name, changes, qty, price, figures] of cases) {
  test(`a checkout is priced like its order: ${name}`, () => {
    const amounts = amountsOf({ ...offer, ...changes }, { qty, price });
    assert.ok(amounts);
    const { unitPrice, unitFee, subTotal, vat, total } = amounts;
    assert.deepEqual([unitPrice, unitFee, subTotal, vat, total], figures);
  });
}

test("the page's total is the server's, to the halala", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (unitPrice, qty, commissionRateBps, vatBps) => {
        const priced = priceCheckout({
          unitPrice: minor(unitPrice),
          priceIncludesVat: false,
          qty,
          vatBps,
          clientPaysFees: true,
          commissionRateBps,
        });
        const shown = amountsOf(
          {
            ...offer,
            clientPayFees: true,
            commissionRate: commissionRateBps / 100,
            specificVat: vatBps / 10_000,
          },
          { qty, price: unitPrice / 100 },
        );
        assert.equal(shown && Math.round(shown.total * 100), priced.kind === "priced" ? priced.total : null);
      },
    ),
  );
});

test("a coupon takes its amount off every piece: sub-total, discount, VAT and total add up", () => {
  for (const fees of [{}, { clientPayFees: true, commissionRate: 2.5 }])
    for (const qty of [1, 2, 3, 7]) {
      const before = amountsOf({ ...offer, ...fees }, { qty, price: 100 });
      const after = amountsOf({ ...offer, ...fees }, { qty, price: 80 });
      assert.ok(before && after);
      const discount = discountOf(before, after, offer.currencyName);
      assert.equal(discount, Number((qty * (before.unitPrice - after.unitPrice)).toFixed(2)));
      assert.equal(Number((before.subTotal - discount + after.vat).toFixed(2)), after.total);
    }
});

test("what the server would refuse has no amounts", () => {
  assert.equal(amountsOf(offer, { qty: 1, price: 0 }), null);
  assert.equal(amountsOf(offer, { qty: 999, price: 9_999_999_999 }), null);
});

test("the checkout receives the price with two decimals (Spec 7)", () => {
  assert.equal(priceText({ ...offer, price: 89.9 }), "89.90");
  assert.equal(priceText({ ...offer, price: 1234.56 }), "1234.56");
});
