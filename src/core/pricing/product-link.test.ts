import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { maximumMinor, minor } from "../money.ts";
import { grossUp, priceOrder } from "./pricing.ts";
import {
  clampQuantity,
  isOutOfStock,
  linkVatBps,
  maximumCheckoutQty,
  priceCheckout,
  priceWithCoupon,
  shownStock,
} from "./product-link.ts";
import { wholeQuantity } from "./quantity.ts";

for (const { wanted, stockQty, offered } of [
  { wanted: 1, stockQty: null, offered: 1 },
  { wanted: 0, stockQty: null, offered: 1 },
  { wanted: -3, stockQty: 5, offered: 1 },
  { wanted: 2.9, stockQty: 5, offered: 2 },
  { wanted: 7, stockQty: 5, offered: 5 },
  { wanted: 1, stockQty: 0, offered: 1 },
  { wanted: 5_000, stockQty: null, offered: maximumCheckoutQty },
  { wanted: 5_000, stockQty: 5_000, offered: maximumCheckoutQty },
  { wanted: Number.NaN, stockQty: 5, offered: 1 },
  { wanted: Number.POSITIVE_INFINITY, stockQty: 5, offered: 1 },
]) {
  test(`who wants ${wanted} with ${stockQty ?? "uncounted"} in stock is offered ${offered}`, () => {
    assert.equal(clampQuantity(wanted, stockQty), offered);
  });
}

test("an offered quantity can be ordered, whatever was wanted", () => {
  const stock = fc.option(fc.integer({ min: 1, max: 2_000_000 }));
  fc.assert(
    fc.property(fc.double(), stock, (wanted, stockQty) => {
      const qty = clampQuantity(wanted, stockQty);
      assert.ok(Number.isInteger(qty) && qty >= 1 && qty <= maximumCheckoutQty);
      assert.ok(stockQty === null || qty <= stockQty);
    }),
  );
});

test("stock that is not counted never runs out, counted stock does at zero", () => {
  assert.deepEqual([null, 2, 1, 0, -1].map(isOutOfStock), [false, false, false, true, true]);
});

for (const { stockQty, atLeast, shown } of [
  { stockQty: null, atLeast: 1, shown: null },
  { stockQty: 0, atLeast: 1, shown: 0 },
  { stockQty: 50, atLeast: 1, shown: 50 },
  { stockQty: 51, atLeast: 1, shown: 50 },
  { stockQty: 500, atLeast: 120, shown: 120 },
  { stockQty: 80, atLeast: 120, shown: 80 },
]) {
  test(`a stock of ${stockQty ?? "nothing counted"} is shown as ${shown} when ${atLeast} must stay possible`, () => {
    assert.equal(shownStock(stockQty, atLeast), shown);
  });
}

for (const { own, link, registered, bps } of [
  { own: null, link: 1500, registered: true, bps: 1500 },
  { own: 500, link: 1500, registered: true, bps: 500 },
  { own: 0, link: 1500, registered: true, bps: 0 },
  { own: 500, link: 1500, registered: false, bps: 0 },
  { own: null, link: 1500, registered: false, bps: 0 },
]) {
  test(`VAT of a product with ${own} on a link with ${link}, merchant ${registered ? "with" : "without"} a VAT number: ${bps}`, () => {
    const rates = { specificVatBps: own, linkVatBps: link, merchantHasVatNumber: registered };
    assert.equal(linkVatBps(rates), bps);
  });
}

for (const { what, effect, price } of [
  { what: "ten percent", effect: { type: "PERCENTAGE", bps: 1000 }, price: 8_999 },
  { what: "a third, rounded half up", effect: { type: "PERCENTAGE", bps: 3_333 }, price: 6_666 },
  { what: "an amount", effect: { type: "FIXED", amount: minor(1_500) }, price: 8_499 },
  { what: "all but a halala", effect: { type: "FIXED", amount: minor(9_998) }, price: 1 },
  { what: "exactly the price", effect: { type: "FIXED", amount: minor(9_999) }, price: null },
  { what: "more than the price", effect: { type: "FIXED", amount: minor(50_000) }, price: null },
  { what: "everything", effect: { type: "PERCENTAGE", bps: 10_000 }, price: null },
] as const) {
  test(`${what} off 99.99 leaves ${price ?? "nothing, so the coupon is not good"}`, () => {
    assert.equal(priceWithCoupon(minor(9_999), effect), price);
  });
}

const prices = fc.integer({ min: 1, max: 10_000_000 }).map(minor);
const rates = fc.integer({ min: 0, max: 10_000 });
const commissions = fc.integer({ min: 0, max: 5_000 });
const quantities = fc.integer({ min: 1, max: maximumCheckoutQty });

test("a coupon never raises a price and leaves something to pay", () => {
  const effects = fc.oneof(
    fc.record({ type: fc.constant("FIXED" as const), amount: prices }),
    fc.record({ type: fc.constant("PERCENTAGE" as const), bps: fc.integer({ min: 1, max: 9_999 }) }),
  );
  fc.assert(
    fc.property(prices, effects, (price, effect) => {
      const lower = priceWithCoupon(price, effect);
      if (lower === null) return;
      assert.ok(lower >= 1 && lower <= price);
      if (effect.type === "FIXED") assert.equal(lower + effect.amount, price);
    }),
  );
});

test("a checkout costs quantity times the grossed-up price, and VAT once on the whole", () => {
  fc.assert(
    fc.property(
      prices,
      quantities,
      rates,
      fc.boolean(),
      commissions,
      (unitPrice, qty, vatBps, clientPaysFees, commissionRateBps) => {
        const priced = priceCheckout({
          unitPrice,
          priceIncludesVat: false,
          qty,
          vatBps,
          clientPaysFees,
          commissionRateBps,
        });
        const net = qty * (clientPaysFees ? grossUp(unitPrice, commissionRateBps) : unitPrice);
        const vat = Math.floor((net * vatBps * 2 + 10_000) / 20_000);
        if (net + vat > maximumMinor) return assert.equal(priced.kind, "refused");
        assert.ok(priced.kind === "priced");
        assert.deepEqual([priced.subTotal, priced.vat, priced.total], [net, vat, net + vat]);
        assert.equal(priced.serviceFees, net - qty * unitPrice);
      },
    ),
  );
});

test("a checkout costs what an order of the same line costs", () => {
  fc.assert(
    fc.property(prices, quantities, rates, fc.boolean(), fc.boolean(), (...drawn) => {
      const [unitPrice, qty, vatBps, registered, priceIncludesVat] = drawn;
      const rate = linkVatBps({
        specificVatBps: vatBps,
        linkVatBps: 1500,
        merchantHasVatNumber: registered,
      });
      const checkout = {
        unitPrice,
        priceIncludesVat,
        qty,
        vatBps: rate,
        clientPaysFees: true,
        commissionRateBps: 250,
      };
      const order = priceOrder({
        lines: [{ qty: wholeQuantity(qty), unitPrice, vatBps }],
        discount: null,
        pricesIncludeVat: priceIncludesVat,
        clientPaysFees: true,
        commissionRateBps: 250,
        vatApplies: registered,
      });
      assert.deepEqual(priceCheckout(checkout), order);
    }),
  );
});
