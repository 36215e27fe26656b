/** Amounts of Paylink's clients: read exactly, and charged only when the products come to them or the merchant allows it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { ownNumberOf, type PaylinkShop, startPaylinkShop } from "#test/paylink-shop.ts";
import { plainDecimal, readDecimal } from "./exact-decimal.ts";

let shop: PaylinkShop;
before(async () => {
  shop = await startPaylinkShop();
});
after(async () => {
  await shop[Symbol.asyncDispose]();
});

test("decimals are read from their text, whatever a float would make of them", () => {
  const cases: readonly (readonly [string, number, boolean])[] = [
    ["19.99", 1999, true],
    ["170.0", 17000, true],
    ["0.30000000000000004", 30, true],
    ["57.49999999999999", 5750, true],
    ["1.005", 101, false],
    ["33.333333333333336", 3333, false],
    ["12.3499", 1235, false],
    ["-20.00", -2000, true],
    ["-0.00", 0, true],
    ["4503599627.37", 450359962737, true],
    ["10000000000.00", 1_000_000_000_000, true],
  ];
  for (const [text, amount, isExact] of cases) assert.deepEqual(readDecimal(text), { amount, isExact }, text);
  assert.equal(readDecimal("10000000000.01"), null);
});

test("every amount of two decimals comes back as itself, however a program writes it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (halalas) => {
      const text = `${Math.floor(halalas / 100)}.${String(halalas % 100).padStart(2, "0")}`;
      const written = [text, `${text}000`, plainDecimal(text), JSON.stringify(halalas / 100)];
      for (const one of written) assert.deepEqual(readDecimal(one), { amount: halalas, isExact: true }, one);
    }),
  );
});

const product = (price: unknown, qty: unknown = 1, more: object = {}) => ({
  title: "A",
  price,
  qty,
  ...more,
});
const uneven: readonly (readonly [object, string, string | null, number])[] = [
  [{ amount: 115, products: [product(100)] }, "115.00", null, 2],
  [{ amount: 90, products: [product(50, 2)] }, "90.00", "10.00", 1],
  [{ amount: 100, products: [product(33.333333333333336, 3)] }, "100.00", null, 2],
  [{ amount: 25, products: [product(10), product(-5), product(0)] }, "25.00", "5.00", 3],
];

test("an amount that the products do not come to is refused unless the merchant allows it, and then it is charged", async () => {
  for (const [order] of uneven) {
    const answer = await shop.issue({ ...order });
    assert.deepEqual([answer.statusCode, answer.json().code], [400, "validation_failed"], answer.body);
    assert.match(answer.json().detail, /^(amount: the products come to|products\.0\.price: more decimals)/);
  }
  const changed = await shop.api.call("PATCH", "/api/v1/merchant", { body: { paylinkAmounts: "as_sent" } });
  assert.deepEqual([changed.statusCode, changed.json().paylinkAmounts], [200, "as_sent"]);
  for (const [order, total, discount, lines] of uneven) {
    const own = ownNumberOf(await shop.issue({ ...order }));
    const invoice = (await shop.api.call("GET", `/api/v1/invoices/${own}`)).json();
    assert.deepEqual(
      [invoice.total, invoice.discount?.value ?? null, invoice.lines.length],
      [total, discount, lines],
      JSON.stringify(order),
    );
  }
  await shop.api.call("PATCH", "/api/v1/merchant", { body: { paylinkAmounts: "add_up" } });
});

test("whatever is sent by a merchant who allows it, the buyer pays the amount to the halala", async () => {
  const other = await shop.api.addMerchant();
  await shop.api.call("PATCH", "/api/v1/merchant", {
    merchant: other,
    body: { paylinkAmounts: "as_sent" },
  });
  const token = await shop.tokenOf(other);
  const price = fc.integer({ min: -50_000, max: 500_000 }).map((thousandths) => thousandths / 1000);
  const qty = fc.constantFrom(1, 2, 7, "2.0", "0.5", "1.125");
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.array(fc.tuple(price, qty), { maxLength: 6 }),
      async (halalas, products) => {
        const order = { amount: halalas / 100, products: products.map(([one, of]) => product(one, of)) };
        const answer = await shop.issue(order, token);
        assert.equal(answer.statusCode, 200, answer.body);
        assert.equal(answer.json().amount, halalas / 100);
      },
    ),
    { numRuns: 40 },
  );
});

test("products may be missing: the order itself is the line", async () => {
  for (const products of [undefined, null, []]) {
    const own = ownNumberOf(
      await shop.issue({ amount: 12.5, orderNumber: `T-${String(products)}`, products }),
    );
    const invoice = (await shop.api.call("GET", `/api/v1/invoices/${own}`)).json();
    assert.deepEqual(
      [invoice.total, invoice.lines[0].title],
      ["12.50", `الطلب T-${String(products)} / Order T-${String(products)}`],
    );
  }
});

test("nothing, less than nothing and too much are no amounts", async () => {
  for (const amount of [0, -1, "x", null, "10000000000.01", "1e3"]) {
    const answer = await shop.issue({ amount, products: [] });
    assert.equal(answer.statusCode, 400, `${amount} ${answer.body}`);
    assert.match(answer.json().detail, /^amount: /);
  }
});

test("a seller without a VAT number charges none, whatever specificVat says", async () => {
  const other = await shop.api.addMerchant({ vatNumber: null, seller: null });
  const products = [product(100, 1, { specificVat: 15 }), product(70, 1, { specificVat: 0 })];
  const answer = await shop.issue({ products }, await shop.tokenOf(other));
  assert.equal(answer.json().gatewayOrderRequest.products[0].specificVat, null);
  const own = ownNumberOf(answer);
  const invoice = (await shop.api.call("GET", `/api/v1/invoices/${own}`, { merchant: other })).json();
  assert.deepEqual([invoice.total, invoice.vat], ["170.00", "0.00"]);
});
