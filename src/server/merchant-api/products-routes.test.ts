import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { newProduct, productChanges } from "#contract/products.ts";
import { loadModel, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, makeProduct, openLink, sendCheckout } from "#test/product-links.ts";
import { createApiKey, createMerchant } from "./api-keys.ts";
import { openApiText } from "./openapi-route.ts";

/** The same app seen by another merchant, without a VAT number. */
async function asOther(app: TestApp): Promise<TestApp> {
  const { id } = await createMerchant(app.db.kysely, {
    username: "other",
    shopName: "Other",
    email: "other@example.com",
    phone: "+966112345678",
  });
  const key = { merchantId: id, name: "test", environment: app.services.config.environment };
  return { ...app, merchantId: id, apiKey: await createApiKey(app.db.kysely, key) };
}

async function wrongFieldsOf(app: TestApp, body: Readonly<Record<string, unknown>>): Promise<unknown[]> {
  const reply = await asMerchant(app, "POST", "/products", body);
  assert.equal(reply.statusCode, 422, reply.body);
  return (reply.json().fields as { path: string; code: string }[]).map(({ path, code }) => [path, code]);
}

test("a product is created, read back, and found at its location", async () => {
  await using app = await startTestApp();
  const reply = await asMerchant(app, "POST", "/products", {
    title: " صندوق   تمر\u202e ",
    description: "سطر\r\nسطر",
    price: "85.5",
    stockQty: 40,
    vatRate: "5",
    isDigital: true,
  });
  assert.equal(reply.statusCode, 201, reply.body);
  const { createdAt, ...made } = reply.json();
  assert.ok(Date.parse(createdAt) <= Date.now());
  assert.deepEqual(made, {
    id: made.id,
    title: "صندوق تمر",
    description: "سطر\nسطر",
    price: "85.50",
    priceIncludesVat: false,
    currency: "SAR",
    imageId: null,
    stockQty: 40,
    unit: "PCE",
    heldQty: 0,
    vatRate: "5.00",
    vatExemption: null,
    isDigital: true,
    digitalContent: null,
    isArchived: false,
  });
  assert.equal(reply.headers.location, `/api/v1/products/${made.id}`);
  assert.deepEqual((await asMerchant(app, "GET", `/products/${made.id}`)).json(), reply.json());
});

test("a product is created once per idempotency key, and not without one", async () => {
  await using app = await startTestApp();
  const send = (key: string | null) =>
    app.app.inject({
      method: "POST",
      url: "/api/v1/products",
      headers: { authorization: `Bearer ${app.apiKey}`, ...(key && { "idempotency-key": key }) },
      payload: { title: "تمر", price: "1.00" },
    });
  const key = randomUUID();
  const [first, second] = [await send(key), await send(key)];
  assert.equal(second.body, first.body);
  assert.equal(second.headers["idempotent-replayed"], "true");
  assert.equal((await send(null)).json().code, "idempotency_key_required");
  assert.equal((await app.db.pool.query("select id from products")).rowCount, 1);
});

test("every wrong field is named at once", async () => {
  await using app = await startTestApp();
  const theirs = await asOther(app);
  const body = {
    title: "\u200b ",
    price: "0.00",
    imageId: "AAAAAAAAAAAAAAAAAAAAAA",
    vatRate: "0",
  };
  assert.deepEqual(await wrongFieldsOf(app, body), [
    ["title", "required"],
    ["price", "too_small"],
    ["vatExemption", "required"],
    ["imageId", "unknown_image"],
  ]);
  assert.deepEqual(await wrongFieldsOf(app, { title: "x", price: "1.001" }), [["price", "invalid_amount"]]);
  assert.deepEqual(
    await wrongFieldsOf(app, { title: "x", price: "1", vatRate: "15", vatExemption: "VATEX-SA-35" }),
    [["vatExemption", "not_allowed"]],
  );
  assert.deepEqual(await wrongFieldsOf(app, { title: "x", price: 1, stockQty: -1, cost: "2" }), [
    ["price", "invalid_type"],
    ["stockQty", "too_small"],
    ["cost", "unknown_field"],
  ]);
  const free = await asMerchant(theirs, "POST", "/products", { title: "x", price: "1", vatRate: "0" });
  assert.equal(free.statusCode, 201, "who issues no tax invoice needs no reason");
});

test("a change says only what changes; null takes away", async () => {
  await using app = await startTestApp();
  const { id, ...before } = await makeProduct(app, { description: "وصف", stockQty: 4, vatRate: "5" });
  const change = async (body: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> => {
    const reply = await asMerchant(app, "PATCH", `/products/${id}`, body);
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json();
  };
  assert.deepEqual(await change({}), { id, ...before });
  assert.deepEqual(await change({ price: "79.00" }), { id, ...before, price: "79.00" });
  const taken = await change({ description: null, stockQty: null, vatRate: null });
  assert.deepEqual(taken, {
    id,
    ...before,
    price: "79.00",
    description: null,
    stockQty: null,
    vatRate: null,
  });
  const exempt = await change({ vatRate: "0", vatExemption: "VATEX-SA-35" });
  assert.deepEqual([exempt["vatRate"], exempt["vatExemption"]], ["0.00", "VATEX-SA-35"]);
  assert.equal((await change({ vatRate: "15" }))["vatExemption"], null, "the reason goes with its rate");
});

test("setting the stock sets what is free, and what open orders hold is reported beside it", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 10 } });
  const orderNumber = await buy(app, await openLink(app, linkIdentity), { qty: 4 });
  const read = async (): Promise<unknown> => {
    const { stockQty, heldQty } = (await asMerchant(app, "GET", `/products/${productId}`)).json();
    return { stockQty, heldQty };
  };
  assert.deepEqual(await read(), { stockQty: 6, heldQty: 4 });
  await asMerchant(app, "PATCH", `/products/${productId}`, { stockQty: 20 });
  assert.deepEqual(await read(), { stockQty: 20, heldQty: 4 });
  await asMerchant(app, "POST", `/invoices/${orderNumber}/cancel`, {});
  assert.deepEqual(await read(), { stockQty: 24, heldQty: 0 });
});

test("pieces of an order from before stock was given up being counted do not come back as a number", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 10 } });
  const orderNumber = await buy(app, await openLink(app, linkIdentity));
  await asMerchant(app, "PATCH", `/products/${productId}`, { stockQty: null });
  await asMerchant(app, "POST", `/invoices/${orderNumber}/cancel`, {});
  assert.equal((await asMerchant(app, "GET", `/products/${productId}`)).json().stockQty, null);
});

test("products are found by each word of their title or how it begins, whatever its marks and case", async () => {
  await using app = await startTestApp();
  for (const title of ["قَهْوة سعوديّة", "Saudi coffee", "Dates"]) await makeProduct(app, { title });
  const found = async (title: string): Promise<string[]> => {
    const reply = await asMerchant(app, "GET", `/products?title=${encodeURIComponent(title)}`);
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json().items.map((one: { title: string }) => one.title);
  };
  assert.deepEqual(await found("سعودية قهوة"), ["قَهْوة سعوديّة"]);
  assert.deepEqual(await found("COFF"), ["Saudi coffee"]);
  assert.deepEqual([await found("coffee dates"), await found("'&|")], [[], []]);
  assert.deepEqual((await asMerchant(await asOther(app), "GET", "/products?title=dates")).json().items, []);
});

test("lists run newest first through pages, and can leave archived products out", async () => {
  await using app = await startTestApp();
  const ids: number[] = [];
  for (let made = 0; made < 5; made += 1) ids.unshift((await makeProduct(app)).id);
  await asMerchant(app, "PATCH", `/products/${ids[1]}`, { isArchived: true });
  const read = async (query: string): Promise<{ ids: number[]; nextCursor: string | null }> => {
    const page = (await asMerchant(app, "GET", `/products?${query}`)).json();
    return { ids: page.items.map(({ id }: { id: number }) => id), nextCursor: page.nextCursor };
  };
  const first = await read("limit=2");
  assert.deepEqual(first, { ids: ids.slice(0, 2), nextCursor: String(ids[1]) });
  assert.deepEqual(await read(`limit=3&cursor=${first.nextCursor}`), { ids: ids.slice(2), nextCursor: null });
  assert.deepEqual((await read("isArchived=true")).ids, [ids[1]]);
  assert.deepEqual((await read("isArchived=false")).ids.length, 4);
  for (const wrong of ["cursor=x", "limit=0", "limit=101", "isArchived=1", "page=2"])
    assert.equal((await asMerchant(app, "GET", `/products?${wrong}`)).statusCode, 422, wrong);
});

test("another merchant's product is not there, under any call", async () => {
  await using app = await startTestApp();
  const { id } = await makeProduct(app);
  const other = await asOther(app);
  for (const path of [`/products/${id}`, "/products/999999", "/products/x"]) {
    const reply = await asMerchant(other, "GET", path);
    assert.deepEqual([reply.statusCode, reply.json().code], [404, "product_not_found"], path);
    assert.equal((await asMerchant(other, "PATCH", path, { price: "1.00" })).statusCode, 404, path);
  }
  assert.deepEqual((await asMerchant(other, "GET", "/products")).json().items, []);
  for (const [url, path] of [
    ["/product-links", { productId: id }],
    ["/coupons", { code: "ABC", discount: { type: "FIXED", value: "1" }, productId: id }],
  ] as const) {
    const reply = await asMerchant(other, "POST", url, path);
    assert.deepEqual(reply.json().fields, [
      { path: "productId", code: "unknown_product", message: "not a product of yours" },
    ]);
  }
});

test("no call of products works without a key", async () => {
  await using app = await startTestApp();
  for (const url of ["/api/v1/products", "/api/v1/product-links", "/api/v1/coupons", "/api/v1/theme"])
    assert.equal((await app.app.inject(url)).statusCode, 401, url);
});

test("the examples in the published description are valid", () => {
  const { schemas } = JSON.parse(openApiText()).components;
  for (const example of schemas.NewProduct.examples) newProduct.parse(example);
  for (const example of schemas.ProductChanges.examples) productChanges.parse(example);
});

test("a price with VAT is what the buyer pays to the halala, also one that no net price comes to", async () => {
  await using app = await startTestApp();
  const link = await makeLink(app, { product: { price: "10.00", priceIncludesVat: true } });
  assert.equal(link.unitTotal, "10.00");
  const model = await openLink(app, link.linkIdentity);
  assert.deepEqual([model.product.price, model.priceIncludesVat], [10, true]);
  const order = await loadModel(app, await buy(app, model, { qty: 3 }));
  assert.deepEqual([order.subTotal, order.total], [26.09, 30]);
  // A buyer who saw the price with VAT inside is shown the change before it comes on top.
  await asMerchant(app, "PATCH", `/products/${link.productId}`, { priceIncludesVat: false });
  const late = await sendCheckout(app, model, { customerMobile: "0551234568" });
  assert.deepEqual([late.statusCode, late.json().code], [409, "price_changed"]);
});
