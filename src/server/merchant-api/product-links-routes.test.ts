import assert from "node:assert/strict";
import { test } from "node:test";
import { newProductLink, type ProductLink, productLinkChanges } from "#contract/product-links.ts";
import { saudiArabia } from "#core/phone/mobile.ts";
import { allowedMethodNames } from "#methods/allowed.ts";
import { payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, makeProduct, openLink } from "#test/product-links.ts";
import { createSecurityLog } from "../log/security-log.ts";
import { createPageServices } from "../pages/page-services.ts";
import { filledIn } from "../products/prefill.ts";
import { createApiKey, createMerchant } from "./api-keys.ts";
import { openApiText } from "./openapi-route.ts";

async function refused(
  app: TestApp,
  body: Readonly<Record<string, unknown>>,
): Promise<{ code: string; fields: unknown[] }> {
  const reply = await asMerchant(app, "POST", "/product-links", body);
  assert.equal(reply.statusCode, 422, reply.body);
  const { code, fields } = reply.json();
  return { code, fields: fields.map((field: { path: string; code: string }) => [field.path, field.code]) };
}

test("a link is made for a product, with defaults, and its address opens the page's model", async () => {
  await using app = await startTestApp();
  const product = await makeProduct(app);
  const reply = await asMerchant(app, "POST", "/product-links", { productId: product.id });
  assert.equal(reply.statusCode, 201, reply.body);
  const { linkIdentity, createdAt, ...made } = reply.json();
  assert.match(linkIdentity, /^[0-9A-HJKMNP-TV-Z]{12}$/);
  assert.equal(reply.headers.location, `/api/v1/product-links/${linkIdentity}`);
  assert.deepEqual(made, {
    url: `http://localhost:3000/pay/product/${linkIdentity}`,
    productId: product.id,
    product: { title: "صندوق تمر سكري", imageId: null, stockQty: null, isArchived: false },
    currency: "SAR",
    unitTotal: "97.75",
    buyerAmount: null,
    askedFields: [],
    sales: { orders: 0, paid: "0.00", refunded: "0.00" },
    quantity: 1,
    vatRate: "15.00",
    clientPaysFees: false,
    allowedMethods: [...allowedMethodNames],
    callbackUrl: null,
    cancelUrl: null,
    agreement: null,
    holdMinutes: 30,
    maxPayments: null,
    paymentsLeft: null,
    isActive: true,
    expiresAt: null,
  });
  assert.deepEqual(
    (await asMerchant(app, "GET", `/product-links/${linkIdentity.toLowerCase()}`)).json(),
    reply.json(),
  );
  assert.equal((await openLink(app, linkIdentity)).product.id, product.id);
});

test("a link takes everything that it can be given, and gives it back", async () => {
  await using app = await startTestApp();
  const given = {
    quantity: 3,
    vatRate: "5.00",
    clientPaysFees: true,
    allowedMethods: ["mada", "sadad"],
    callbackUrl: "https://shop.example/done",
    cancelUrl: "https://shop.example/cart",
    holdMinutes: 1440,
    maxPayments: 20,
    expiresAt: "2090-01-31T20:59:59.000Z",
  };
  const made = await makeLink(app, { link: { ...given, agreement: { title: "الشروط", text: "نص" } } });
  assert.partialDeepStrictEqual(made, given);
  assert.deepEqual(made.agreement, { version: 1, title: "الشروط", text: "نص", english: null });
});

test("wrong fields are named; wrong addresses alone have their own code", async () => {
  await using app = await startTestApp({ env: { WASL_ENV: "local" } });
  const { id } = await makeProduct(app);
  assert.deepEqual(await refused(app, { productId: 999_999 }), {
    code: "validation_failed",
    fields: [["productId", "unknown_product"]],
  });
  assert.deepEqual(await refused(app, { productId: id, callbackUrl: "javascript:alert(1)" }), {
    code: "url_not_allowed",
    fields: [["callbackUrl", "url_not_allowed"]],
  });
  const wrong = { productId: id, vatRate: "0", expiresAt: "2020-01-01T00:00:00Z" };
  assert.deepEqual((await refused(app, wrong)).fields, [
    ["vatRate", "too_small"],
    ["expiresAt", "not_in_future"],
  ]);
  const shapes = { productId: id, quantity: 1000, holdMinutes: 4, allowedMethods: [], price: "1.00" };
  assert.deepEqual((await refused(app, shapes)).fields, [
    ["quantity", "too_big"],
    ["allowedMethods", "too_small"],
    ["holdMinutes", "too_small"],
    ["price", "unknown_field"],
  ]);
  await asMerchant(app, "PATCH", `/products/${id}`, { isArchived: true });
  assert.deepEqual((await refused(app, { productId: id })).fields, [["productId", "unknown_product"]]);
});

test("a change keeps what it does not name, and orders that were made keep what they have", async () => {
  await using app = await startTestApp();
  const { linkIdentity, ...before } = await makeLink(app, {
    link: { callbackUrl: "https://shop.example/a", agreement: { title: "أ", text: "ب" } },
  });
  const orderNumber = await buy(app, await openLink(app, linkIdentity));
  const change = async (body: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const reply = await asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, body);
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json();
  };
  const same = { linkIdentity, ...before };
  assert.deepEqual(await change({}), same);
  assert.deepEqual(await change({ holdMinutes: 90 }), { ...same, holdMinutes: 90 });
  assert.deepEqual(await change({ callbackUrl: null, agreement: null, expiresAt: null }), {
    ...same,
    holdMinutes: 90,
    callbackUrl: null,
    agreement: null,
  });
  const { callbackUrl, agreement } = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
  assert.deepEqual([callbackUrl, agreement.title], ["https://shop.example/a", "أ"]);
});

test("a link that was switched off is switched on again", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const statusAfter = async (isActive: boolean): Promise<number> => {
    await asMerchant(app, "PATCH", `/product-links/${linkIdentity}`, { isActive });
    return (await app.app.inject(`/rest/pay/product/${linkIdentity}`)).statusCode;
  };
  assert.deepEqual([await statusAfter(false), await statusAfter(true)], [404, 200]);
});

test("links are listed newest first, all or of one product; another merchant's are not there", async () => {
  await using app = await startTestApp();
  const links = [];
  for (let made = 0; made < 3; made += 1) links.unshift(await makeLink(app));
  const list = async (query: string, by = app): Promise<{ items: unknown[]; nextCursor: string | null }> =>
    (await asMerchant(by, "GET", `/product-links?${query}`)).json();
  const first = await list("limit=2");
  assert.deepEqual(first.items, links.slice(0, 2));
  assert.deepEqual(await list(`limit=2&cursor=${first.nextCursor}`), {
    items: links.slice(2),
    nextCursor: null,
  });
  assert.deepEqual((await list(`productId=${links[1]?.productId}`)).items, [links[1]]);
  const { id } = await createMerchant(app.db.kysely, {
    username: "other",
    shopName: "O",
    email: "o@x.sa",
    phone: "1",
  });
  const { environment } = app.services.config;
  const other = {
    ...app,
    apiKey: await createApiKey(app.db.kysely, { merchantId: id, name: "test", environment }),
  };
  assert.deepEqual((await list("", other)).items, []);
  for (const identity of [links[0]?.linkIdentity, "7Q2M4X9KD3RT", "x"]) {
    const reply = await asMerchant(other, "PATCH", `/product-links/${identity}`, { isActive: false });
    assert.deepEqual([reply.statusCode, reply.json().code], [404, "not_found"]);
    assert.equal((await asMerchant(other, "GET", `/product-links/${identity}`)).statusCode, 404);
  }
});

test("the examples in the published description are valid", () => {
  const { schemas } = JSON.parse(openApiText()).components;
  for (const example of schemas.NewProductLink.examples) newProductLink.parse(example);
  for (const example of schemas.ProductLinkChanges.examples) productLinkChanges.parse(example);
});

test("a link says what it has sold: paid orders of its own, and what was given back of them", async () => {
  await using app = await startTestApp();
  const sold = await makeLink(app);
  const other = await makeLink(app);
  const model = await openLink(app, sold.linkIdentity);
  const paid = await buy(app, model, { qty: 2 });
  await payByCard(app, paid);
  await payByCard(app, await buy(app, model, { customerMobile: "0551234568" }));
  await buy(app, model, { customerMobile: "0551234569" });
  await payByCard(app, await buy(app, await openLink(app, other.linkIdentity)));
  await asMerchant(app, "POST", `/invoices/${paid}/refunds`, { amount: "20.00", reason: "broken" });
  const { items } = (await asMerchant(app, "GET", "/product-links")).json();
  assert.deepEqual(
    items.map(({ linkIdentity, sales }: ProductLink) => [linkIdentity, sales]),
    [
      [other.linkIdentity, { orders: 1, paid: "97.75", refunded: "0.00" }],
      [sold.linkIdentity, { orders: 2, paid: "293.25", refunded: "20.00" }],
    ],
  );
});

test("a link that is filled in for one buyer opens with what the shop knows, and its number is the order's, sealed", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const other = await makeLink(app);
  const known = { name: "نورة العتيبي", mobile: "0551234567", quantity: 3, externalOrderNumber: "NK-1001" };
  const path = `/product-links/${linkIdentity}/prefill`;
  const made = await asMerchant(app, "POST", path, { ...known, expiresAt: "2099-01-01T00:00:00Z" });
  assert.equal(made.statusCode, 200, made.body);
  const { url } = made.json();
  const token = new URL(url).searchParams.get("for") ?? "";
  for (const said of [known.name, known.mobile, known.externalOrderNumber])
    assert.ok(!Buffer.from(token, "base64url").includes(said), said);

  const pages = createPageServices(app.services, createSecurityLog(app.services.log, app.clock.now));
  const opened = async (identity: string, text: string) => {
    const found = await pages.loadProductLink(identity, text);
    return found?.kind === "open" ? (found.filledIn ?? null) : null;
  };
  assert.deepEqual(await opened(linkIdentity, token), {
    ...{ name: "نورة العتيبي", mobile: "551234567", country: saudiArabia },
    ...{ quantity: 3, couponCode: "", token },
  });
  assert.equal(await opened(other.linkIdentity, token), null, "of another link");
  assert.equal(await opened(linkIdentity, `${token.slice(0, -6)}AAAAAA`), null, "changed");
  assert.equal(await opened(linkIdentity, "x".repeat(5_000)), null);

  const model = await openLink(app, linkIdentity);
  const ordered = async (prefill: string) => {
    const orderNumber = await buy(app, model, { prefill });
    return (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json().externalOrderNumber;
  };
  assert.equal(await ordered(token), "NK-1001");
  assert.equal(await ordered(`${token.slice(0, -6)}AAAAAA`), null, "a buyer cannot make a number up");
});

test("what the page of a link would refuse is not filled in, and an end that has come opens it empty", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const path = `/product-links/${linkIdentity}/prefill`;
  const wrong = await asMerchant(app, "POST", path, {
    ...{ name: "4242", mobile: "12", externalOrderNumber: "\u{1F33F}\u{10FFFF}" },
    expiresAt: "2020-01-01T00:00:00Z",
  });
  assert.equal(wrong.statusCode, 422, wrong.body);
  const paths = wrong.json().fields.map((field: { path: string }) => field.path);
  assert.deepEqual([...new Set(paths)].sort(), ["expiresAt", "externalOrderNumber", "mobile", "name"]);
  const soon = new Date(app.clock.now() + 60_000).toISOString();
  const { url } = (await asMerchant(app, "POST", path, { name: "نورة", expiresAt: soon })).json();
  const of = { merchantId: app.merchantId, linkIdentity };
  const token = new URL(url).searchParams.get("for");
  assert.equal(filledIn(app.services, of, token)?.name, "نورة");
  app.clock.advance(61_000);
  assert.equal(filledIn(app.services, of, token), null);
});
