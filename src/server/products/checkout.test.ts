/** Checkouts of product links over HTTP: what they make, what they refuse, and what is one order. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ProductLinkModel } from "#contract/product.ts";
import { minor, toJsonNumber } from "#core/money.ts";
import { vatBpsOf } from "#core/pricing/pricing.ts";
import { linkVatBps, priceCheckout } from "#core/pricing/product-link.ts";
import { createMerchant } from "#server/merchant-api/api-keys.ts";
import { loadModel, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import {
  asMerchant,
  buy,
  checkoutBody,
  makeCoupon,
  makeLink,
  mobileOf,
  openLink,
  sendCheckout,
  stockOf,
} from "#test/product-links.ts";

async function orderCount(app: TestApp): Promise<number> {
  return (await app.db.pool.query("select id from orders")).rowCount ?? 0;
}

test("a checkout makes an order of the link: its line, client, terms, addresses, time and holds", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, {
    product: { description: "1 كجم", stockQty: 9, isDigital: true },
    link: {
      holdMinutes: 45,
      callbackUrl: "https://shop.example/done",
      cancelUrl: "https://shop.example/cart",
      allowedMethods: ["mada", "stcpay"],
      agreement: { title: "الشروط", text: "نص" },
    },
  });
  const before = app.clock.now();
  const number = await buy(app, await openLink(app, linkIdentity), {
    customerName: "  نورة   العتيبي\u202e ",
    customerMobile: "٠٥٥١٢٣٤٥٦٧",
    qty: 3,
  });
  const model = await loadModel(app, number);
  assert.partialDeepStrictEqual(model, {
    isApiOrder: false,
    hasAgreement: true,
    subTotal: 255,
    vat: 38.25,
    total: 293.25,
    discount: null,
    client: { name: "نورة العتيبي", mobile: "+966551234567", countryCode: "SA" },
    isMadaAllowed: true,
    isStcPayAllowed: true,
    isCreditCardAllowed: false,
    order: {
      orderStatus: "CREATED",
      currencyName: "SAR",
      products: [
        {
          product: { id: productId, title: "صندوق تمر سكري", description: "1 كجم", isDigital: true },
          qty: 3,
          soldPrice: 85,
          appliedVat: 0.15,
        },
      ],
    },
  });
  assert.ok(model.callbackUrl?.startsWith(`https://shop.example/done?orderNumber=${number}&`));
  assert.ok(model.cancelUrl?.startsWith(`https://shop.example/cart?orderNumber=${number}&`));
  const holdMs = new Date(model.expiryDate ?? "").getTime() - before;
  assert.ok(holdMs >= 45 * 60_000 && holdMs < 46 * 60_000);
  assert.deepEqual(await stockOf(app, productId), { free: 6, held: 3, sold: 0 });
});

test("a paid order of a link is PAID_LINK, and its pieces are sold", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 2 } });
  const number = await buy(app, await openLink(app, linkIdentity), { qty: 2 });
  assert.equal((await payByCard(app, number)).json().statusCode, 200);
  assert.equal((await loadModel(app, number)).order.orderStatus, "PAID_LINK");
  assert.deepEqual(await stockOf(app, productId), { free: 0, held: 0, sold: 2 });
  await asMerchant(app, "POST", `/invoices/${number}/refunds`, {});
  assert.deepEqual(
    await stockOf(app, productId),
    { free: 0, held: 0, sold: 2 },
    "a refund brings nothing back",
  );
});

test("the call is there with and without the slash at its end", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const payload = checkoutBody(await openLink(app, linkIdentity));
  for (const url of ["/rest/pay/product/", "/rest/pay/product"]) {
    const reply = await app.app.inject({ method: "POST", url, payload });
    assert.equal(reply.statusCode, 200, url);
  }
});

test("a coupon's price is the line's price, and no discount of the order", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  await makeCoupon(app, { code: "TEN" });
  const number = await buy(app, await openLink(app, linkIdentity), { couponCode: " ten ", qty: 2 });
  const model = await loadModel(app, number);
  assert.partialDeepStrictEqual(model, { subTotal: 153, discount: null, discountAmount: 0, total: 175.95 });
  assert.equal(model.order.products[0]?.soldPrice, 76.5);
});

/** What the page shows as the order amount, from the figures of the model alone. */
function shownTotal(model: ProductLinkModel, unitPrice: number, qty: number): number {
  const priced = priceCheckout({
    unitPrice: minor(Math.round(unitPrice * 100)),
    priceIncludesVat: model.priceIncludesVat,
    qty,
    vatBps: linkVatBps({
      specificVatBps: model.product.specificVat === null ? null : vatBpsOf(model.product.specificVat),
      linkVatBps: vatBpsOf(model.vatPercentage),
      merchantHasVatNumber: model.merchant.vatNumber !== null,
    }),
    clientPaysFees: model.clientPayFees,
    commissionRateBps: Math.round(model.commissionRate * 100),
  });
  assert.ok(priced.kind === "priced");
  return toJsonNumber(priced.total, "SAR");
}

test("the order's total is the page's to the halala, whatever price, quantity, VAT, fee and coupon", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app);
  const coupon = await makeCoupon(app, { code: "SOME" });
  const cases = fc.record({
    price: fc.integer({ min: 100, max: 5_000_000 }),
    qty: fc.integer({ min: 1, max: 999 }),
    ownVat: fc.option(fc.integer({ min: 1, max: 3_000 })),
    linkVat: fc.integer({ min: 1, max: 3_000 }),
    clientPaysFees: fc.boolean(),
    commissionBps: fc.integer({ min: 0, max: 5_000 }),
    hasVatNumber: fc.boolean(),
    priceIncludesVat: fc.boolean(),
    percentOff: fc.option(fc.integer({ min: 1, max: 9_000 })),
  });
  const decimal = (hundredths: number): string => (hundredths / 100).toFixed(2);
  let buyer = 0;
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      buyer += 1;
      // Any rate may be set without a VAT number.
      await app.db.pool.query("update merchants set commission_rate_bps = $1, vat_number = null", [
        one.commissionBps,
      ]);
      const product = {
        price: decimal(one.price),
        priceIncludesVat: one.priceIncludesVat,
        vatRate: one.ownVat === null ? null : decimal(one.ownVat),
      };
      await asMerchant(app, "PATCH", `/products/${productId}`, product);
      const link = { vatRate: decimal(one.linkVat), clientPaysFees: one.clientPaysFees };
      await asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, link);
      await app.db.pool.query("update merchants set vat_number = $1", [
        one.hasVatNumber ? "310122393500003" : null,
      ]);
      const discount = { type: "PERCENTAGE", value: decimal(one.percentOff ?? 1_000) };
      await asMerchant(app, "PATCH", `/coupons/${coupon.id}`, { discount });
      const model = await openLink(app, linkIdentity);
      const code = one.percentOff === null ? null : "SOME";
      const checked = await app.app.inject(`/rest/pay/product/${linkIdentity}/check-coupon/SOME`);
      const unitPrice = code === null ? model.product.price : checked.json().newPrice;
      const number = await buy(app, model, {
        couponCode: code,
        qty: one.qty,
        customerMobile: mobileOf(buyer),
      });
      assert.equal((await loadModel(app, number)).total, shownTotal(model, unitPrice, one.qty));
    }),
    { numRuns: 40 },
  );
});

for (const { what, changes, status, code } of [
  { what: "a lower price", changes: { productPrice: "8.50" }, status: 409, code: "price_changed" },
  { what: "a price of zero", changes: { productPrice: 0 }, status: 409, code: "price_changed" },
  { what: "a negative price", changes: { productPrice: -85 }, status: 409, code: "price_changed" },
  { what: "a price that is none", changes: { productPrice: "85,00" }, status: 409, code: "price_changed" },
  { what: "a price beyond halalas", changes: { productPrice: 85.001 }, status: 409, code: "price_changed" },
  { what: "no signature", changes: { signature: "" }, status: 403, code: "signature_invalid" },
  {
    what: "a made-up signature",
    changes: { signature: "x".repeat(43) },
    status: 403,
    code: "signature_invalid",
  },
  {
    what: "a made-up signature in the right form",
    changes: { signature: `aorn-6k4-15o-0-1-1.${"A".repeat(43)}` },
    status: 403,
    code: "signature_invalid",
  },
  { what: "a quantity of zero", changes: { qty: 0 }, status: 422, code: "quantity_invalid" },
  { what: "a negative quantity", changes: { qty: -1 }, status: 422, code: "quantity_invalid" },
  { what: "a thousand pieces", changes: { qty: 1000 }, status: 422, code: "quantity_invalid" },
  { what: "more than there is", changes: { qty: 6 }, status: 409, code: "out_of_stock" },
  { what: "half a piece", changes: { qty: 0.5 }, status: 422, code: "validation_failed" },
  { what: "a quantity as text", changes: { qty: "1" }, status: 422, code: "validation_failed" },
  { what: "an amount of its own", changes: { total: 1 }, status: 422, code: "validation_failed" },
  {
    what: "an unknown link",
    changes: { productNumber: "7Q2M4X9KD3RT" },
    status: 404,
    code: "product_not_found",
  },
  {
    what: "a link that is none",
    changes: { productNumber: "' or ''='" },
    status: 404,
    code: "product_not_found",
  },
  {
    what: "another merchant's name",
    changes: { merchantUsername: "other" },
    status: 404,
    code: "product_not_found",
  },
  { what: "no link", changes: { productNumber: undefined }, status: 422, code: "validation_failed" },
]) {
  test(`${what} is refused (${code}), and nothing is made or held`, async () => {
    await using app = await startTestApp();
    await createMerchant(app.db.kysely, { username: "other", shopName: "O", email: "o@x.sa", phone: "1" });
    const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 5 } });
    const reply = await sendCheckout(app, await openLink(app, linkIdentity), changes);
    assert.deepEqual([reply.statusCode, reply.json().code], [status, code], reply.body);
    assert.equal(reply.json().error, reply.json().detail, "the page shows the text in `error`");
    assert.equal(await orderCount(app), 0);
    assert.deepEqual(await stockOf(app, productId), { free: 5, held: 0, sold: 0 });
  });
}

for (const { what, changes, fields } of [
  { what: "an empty name", changes: { customerName: " \u200b " }, fields: [["customerName", "required"]] },
  {
    what: "a name without a letter",
    changes: { customerName: "123" },
    fields: [["customerName", "invalid"]],
  },
  {
    what: "a name that papers cannot print",
    changes: { customerName: "王小明" },
    fields: [["customerName", "not_printable"]],
  },
  {
    what: "a name with a sign that papers cannot print",
    changes: { customerName: "Sato・Ken" },
    fields: [["customerName", "not_printable"]],
  },
  {
    what: "a name with markup",
    changes: { customerName: "<b>x</b>" },
    fields: [["customerName", "invalid"]],
  },
  {
    what: "a card number in the name",
    changes: { customerName: "Ali 4508 7500 1574 1019" },
    fields: [["customerName", "card_number_misplaced"]],
  },
  { what: "no mobile", changes: { customerMobile: "" }, fields: [["customerMobile", "missing"]] },
  {
    what: "a mobile of letters",
    changes: { customerMobile: "call me" },
    fields: [["customerMobile", "invalidFormat"]],
  },
  {
    what: "a landline",
    changes: { customerMobile: "0112345678" },
    fields: [["customerMobile", "invalidMobile"]],
  },
  {
    what: "a Saudi mobile as a Kuwaiti one",
    changes: { customerCountryCode: "KW" },
    fields: [["customerMobile", "invalidMobile"]],
  },
  {
    what: "a country that is none",
    changes: { customerCountryCode: "XX" },
    fields: [["customerMobile", "invalidMobile"]],
  },
  {
    what: "everything",
    changes: { customerName: "", customerMobile: "" },
    fields: [
      ["customerName", "required"],
      ["customerMobile", "missing"],
    ],
  },
]) {
  test(`${what} is named by field`, async () => {
    await using app = await startTestApp();
    const { linkIdentity } = await makeLink(app);
    const reply = await sendCheckout(app, await openLink(app, linkIdentity), changes);
    assert.equal(reply.statusCode, 422);
    const named = (reply.json().fields as { path: string; code: string }[]).map(({ path, code }) => [
      path,
      code,
    ]);
    assert.deepEqual(named, fields);
    assert.equal(await orderCount(app), 0);
  });
}

test("a signature is good for its own link only, and for a day", async () => {
  await using app = await startTestApp();
  const [mine, other] = [await makeLink(app), await makeLink(app)];
  const model = await openLink(app, mine.linkIdentity);
  const { signature } = await openLink(app, other.linkIdentity);
  assert.equal((await sendCheckout(app, model, { signature })).json().code, "signature_invalid");
  app.clock.advance(23 * 60 * 60_000);
  assert.equal((await sendCheckout(app, model)).statusCode, 200);
  app.clock.advance(3 * 60 * 60_000);
  assert.equal((await sendCheckout(app, model)).json().code, "price_changed");
});

for (const { what, change } of [
  { what: "the price", change: ["/products/:product", { price: "84.99" }] },
  { what: "the title", change: ["/products/:product", { title: "صندوق آخر" }] },
  { what: "the product's VAT", change: ["/products/:product", { vatRate: "5" }] },
  { what: "the link's VAT", change: ["/product-links/:link", { vatRate: "5" }] },
  { what: "who pays the fees", change: ["/product-links/:link", { clientPaysFees: true }] },
  { what: "the methods", change: ["/product-links/:link", { allowedMethods: ["mada"] }] },
] as const) {
  test(`a buyer who saw the page before ${what} changed gets that answer`, async () => {
    await using app = await startTestApp();
    const { linkIdentity, productId } = await makeLink(app);
    const model = await openLink(app, linkIdentity);
    const path = change[0].replace(":product", String(productId)).replace(":link", linkIdentity);
    assert.equal((await asMerchant(app, "PATCH", path, change[1])).statusCode, 200);
    const reply = await sendCheckout(app, model);
    assert.deepEqual([reply.statusCode, reply.json().code], [409, "price_changed"]);
    assert.equal((await sendCheckout(app, await openLink(app, linkIdentity))).statusCode, 200);
  });
}

test("stock, picture, description, hold and end may change under an open page", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 1 } });
  const model = await openLink(app, linkIdentity);
  await asMerchant(app, "PATCH", `/products/${productId}`, { stockQty: 8, description: "جديد" });
  const link = { quantity: 3, holdMinutes: 60, expiresAt: new Date(app.clock.now() + 60_000).toISOString() };
  await asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, link);
  assert.equal((await sendCheckout(app, model, { qty: 5 })).statusCode, 200);
});
