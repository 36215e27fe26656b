import assert from "node:assert/strict";
import { test } from "node:test";
import { couponChanges, newCoupon } from "#contract/coupons.ts";
import { startTestApp } from "#test/app-harness.ts";
import {
  asMerchant,
  buy,
  makeCoupon,
  makeLink,
  makeProduct,
  mobileOf,
  openLink,
} from "#test/product-links.ts";
import { openApiText } from "./openapi-route.ts";

test("a coupon is created with its limits, its code folded to upper case, and read back", async () => {
  await using app = await startTestApp();
  const { id: productId } = await makeProduct(app);
  const reply = await asMerchant(app, "POST", "/coupons", {
    code: " ramadan-١٠ ",
    discount: { type: "FIXED", value: "15" },
    productId,
    usageLimit: 100,
    usageLimitPerMobile: 1,
    startsAt: "2026-01-01T00:00:00+03:00",
    endsAt: "2090-01-01T00:00:00Z",
  });
  assert.equal(reply.statusCode, 201, reply.body);
  const { id, createdAt: _made, ...coupon } = reply.json();
  assert.deepEqual(coupon, {
    code: "RAMADAN-10",
    discount: { type: "FIXED", value: "15.00" },
    productId,
    usageLimit: 100,
    usageLimitPerMobile: 1,
    usedCount: 0,
    startsAt: "2025-12-31T21:00:00.000Z",
    endsAt: "2090-01-01T00:00:00.000Z",
    isActive: true,
  });
  assert.equal(reply.headers.location, `/api/v1/coupons/${id}`);
  assert.deepEqual((await asMerchant(app, "GET", `/coupons/${id}`)).json(), reply.json());
});

for (const { what, body, field } of [
  { what: "a code with a space in it", body: { code: "TEN OFF" }, field: ["code", "invalid_code"] },
  { what: "a code of other letters", body: { code: "خصم١٠" }, field: ["code", "invalid_code"] },
  { what: "a code that is taken, in another case", body: { code: "taken" }, field: ["code", "taken"] },
  {
    what: "nothing off",
    body: { discount: { type: "PERCENTAGE", value: "0.00" } },
    field: ["discount.value", "too_small"],
  },
  {
    what: "everything off",
    body: { discount: { type: "PERCENTAGE", value: "100" } },
    field: ["discount.value", "too_large"],
  },
  {
    what: "more than everything off",
    body: { discount: { type: "PERCENTAGE", value: "101" } },
    field: ["discount.value", "invalid_percent"],
  },
  {
    what: "thousandths of a riyal off",
    body: { discount: { type: "FIXED", value: "1.005" } },
    field: ["discount.value", "invalid_amount"],
  },
  {
    what: "an end before the start",
    body: { startsAt: "2030-01-02T00:00:00Z", endsAt: "2030-01-01T00:00:00Z" },
    field: ["endsAt", "too_early"],
  },
  { what: "no use at all", body: { usageLimit: 0 }, field: ["usageLimit", "too_small"] },
  { what: "a used count of one's own", body: { usedCount: 5 }, field: ["usedCount", "unknown_field"] },
]) {
  test(`${what} is refused for a coupon`, async () => {
    await using app = await startTestApp();
    await makeCoupon(app, { code: "TAKEN" });
    const reply = await asMerchant(app, "POST", "/coupons", {
      code: "NEW",
      discount: { type: "PERCENTAGE", value: "10" },
      ...body,
    });
    assert.equal(reply.statusCode, 422, reply.body);
    const [{ path, code }] = reply.json().fields;
    assert.deepEqual([path, code], field);
  });
}

test("the count of uses follows orders, and a limit cannot be set below it", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const { id } = await makeCoupon(app, { code: "COUNT" });
  const model = await openLink(app, linkIdentity);
  const orders = [];
  for (let buyer = 0; buyer < 3; buyer += 1)
    orders.push(await buy(app, model, { couponCode: "COUNT", customerMobile: mobileOf(buyer) }));
  const used = async (): Promise<number> => (await asMerchant(app, "GET", `/coupons/${id}`)).json().usedCount;
  assert.equal(await used(), 3);
  const low = await asMerchant(app, "PATCH", `/coupons/${id}`, { usageLimit: 2 });
  assert.deepEqual(
    [low.statusCode, low.json().fields],
    [422, [{ path: "usageLimit", code: "too_small", message: "must not be below usedCount" }]],
  );
  await asMerchant(app, "POST", `/invoices/${orders[0]}/cancel`, {});
  assert.equal(await used(), 2);
  assert.equal((await asMerchant(app, "PATCH", `/coupons/${id}`, { usageLimit: 2 })).statusCode, 200);
  const checked = await app.app.inject(`/rest/pay/product/${linkIdentity}/check-coupon/COUNT`);
  assert.equal(checked.json().success, false);
  await asMerchant(app, "PATCH", `/coupons/${id}`, { usageLimit: null });
  const again = await app.app.inject(`/rest/pay/product/${linkIdentity}/check-coupon/COUNT`);
  assert.equal(again.json().success, true);
});

test("a change names only what changes, and is judged together with what stays", async () => {
  await using app = await startTestApp();
  const { id, ...before } = await makeCoupon(app, { code: "SOME", endsAt: "2030-06-01T00:00:00.000Z" });
  const patch = (body: Readonly<Record<string, unknown>>) => asMerchant(app, "PATCH", `/coupons/${id}`, body);
  assert.deepEqual((await patch({})).json(), { id, ...before });
  const fixed = { type: "FIXED", value: "5.00" };
  assert.deepEqual((await patch({ discount: fixed })).json(), { id, ...before, discount: fixed });
  assert.equal(
    (await patch({ startsAt: "2030-07-01T00:00:00Z" })).statusCode,
    422,
    "after the end that stays",
  );
  assert.equal((await patch({ startsAt: "2030-07-01T00:00:00Z", endsAt: null })).json().endsAt, null);
  assert.equal((await patch({ isActive: false })).json().isActive, false);
  assert.equal((await patch({ code: "OTHER" })).statusCode, 422, "a code stays what it is");
});

test("coupons are listed newest first", async () => {
  await using app = await startTestApp();
  for (const code of ["AAA", "BBB", "CCC"]) await makeCoupon(app, { code });
  const page = (await asMerchant(app, "GET", "/coupons?limit=2")).json();
  assert.deepEqual(
    page.items.map(({ code }: { code: string }) => code),
    ["CCC", "BBB"],
  );
  const last = (await asMerchant(app, "GET", `/coupons?limit=2&cursor=${page.nextCursor}`)).json();
  assert.deepEqual([last.items.length, last.items[0].code, last.nextCursor], [1, "AAA", null]);
  for (const path of ["/coupons/999999", "/coupons/x"])
    assert.equal((await asMerchant(app, "GET", path)).json().code, "not_found");
});

test("the examples in the published description are valid", () => {
  const { schemas } = JSON.parse(openApiText()).components;
  for (const example of schemas.NewCoupon.examples) newCoupon.parse(example);
  for (const example of schemas.CouponChanges.examples) couponChanges.parse(example);
});

test("products, links and coupons change only while they are as their caller has read them, if it says so; a use puts no one behind", async () => {
  await using app = await startTestApp();
  const [product, link, coupon] = [
    await makeProduct(app, { stockQty: 5 }),
    await makeLink(app),
    await makeCoupon(app, { code: "TAGGED" }),
  ];
  const cases = [
    [`/products/${product.id}`, { price: "7.00" }, { price: "8.00" }],
    [`/product-links/${link.linkIdentity}`, { quantity: 2 }, { quantity: 3 }],
    [`/coupons/${coupon.id}`, { usageLimit: 7 }, { usageLimit: 8 }],
  ] as const;
  for (const [path, first, second] of cases) {
    const change = (payload: object, etag?: string) =>
      app.app.inject({
        ...{ method: "PATCH", url: `/api/v1${path}`, payload },
        headers: { authorization: `Bearer ${app.apiKey}`, ...(etag !== undefined && { "if-match": etag }) },
      });
    const etag = String((await asMerchant(app, "GET", path)).headers["etag"]);
    assert.match(etag, /^"[\w-]{22}"$/);
    const changed = await change(first, etag);
    assert.deepEqual([changed.statusCode, changed.headers["etag"] === etag], [200, false], changed.body);
    const late = await change(second, etag);
    assert.deepEqual([late.statusCode, late.json().code], [412, "precondition_failed"], path);
    assert.partialDeepStrictEqual((await asMerchant(app, "GET", path)).json(), first);
    assert.equal((await change(second, String(changed.headers["etag"]))).statusCode, 200);
    assert.equal((await change(first)).statusCode, 200, "without a word, as before");
  }
  const path = `/coupons/${coupon.id}`;
  const before = (await asMerchant(app, "GET", path)).headers["etag"];
  await app.db.pool.query("update coupons set used_count = used_count + 1 where id = $1", [coupon.id]);
  assert.equal((await asMerchant(app, "GET", path)).headers["etag"], before);
});
