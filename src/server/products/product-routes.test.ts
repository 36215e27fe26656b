/** What buyers can load of product links, and what they cannot. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createMerchant } from "#server/merchant-api/api-keys.ts";
import { createPageServices } from "#server/pages/page-services.ts";
import { loadModel, startTestApp, type TestApp } from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, openLink } from "#test/product-links.ts";

async function load(app: TestApp, linkIdentity: string): Promise<{ status: number; code?: string }> {
  const response = await app.app.inject(`/rest/pay/product/${encodeURIComponent(linkIdentity)}`);
  return { status: response.statusCode, code: response.json().code };
}

test("a link's model has all that its page shows, and nothing that only concerns the merchant", async () => {
  await using app = await startTestApp();
  await app.db.pool.query("update merchants set commission_rate_bps = 275");
  const { linkIdentity, productId } = await makeLink(app, {
    product: { description: "1 كجم\nهدية", stockQty: 12, vatRate: "5", isDigital: true },
    link: {
      quantity: 2,
      vatRate: "15",
      allowedMethods: ["mada", "tabby"],
      agreement: { title: "أ", text: "ب" },
    },
  });
  const { signature, merchant, ...model } = await openLink(app, linkIdentity);
  assert.ok(signature.length <= 128);
  assert.deepEqual(
    { id: merchant.id, username: merchant.username, vatNumber: merchant.vatNumber },
    { id: app.merchantId, username: "nakheel", vatNumber: "310122393500003" },
  );
  const flags = Object.entries(model).filter(([name, value]) => /^is.*Allowed$/.test(name) && value === true);
  assert.deepEqual(
    flags.map(([name]) => name),
    ["isMadaAllowed", "isTabbyAllowed"],
  );
  assert.partialDeepStrictEqual(model, {
    linkIdentity,
    product: {
      id: productId,
      title: "صندوق تمر سكري",
      description: "1 كجم\nهدية",
      price: 85,
      productImageId: null,
      stockQty: 12,
      specificVat: 0.05,
      isDigital: true,
    },
    qty: 2,
    vatPercentage: 0.15,
    clientPayFees: false,
    // What the merchant pays when the buyer does not is not shown.
    commissionRate: 0,
    currencyName: "SAR",
    webUrl: "http://localhost:3000",
    hasCoupons: false,
    expiryDate: null,
    hasAgreement: true,
  });
});

test("the commission is shown when the client pays the fees", async () => {
  await using app = await startTestApp();
  await app.db.pool.query("update merchants set commission_rate_bps = 275");
  const { linkIdentity } = await makeLink(app, { link: { clientPaysFees: true } });
  const { clientPayFees, commissionRate } = await openLink(app, linkIdentity);
  assert.deepEqual({ clientPayFees, commissionRate }, { clientPayFees: true, commissionRate: 2.75 });
});

test("a large stock is not shown exactly, on the link's page nor on the order's", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, { product: { stockQty: 4_321 } });
  const model = await openLink(app, linkIdentity);
  assert.equal(model.product.stockQty, 50);
  const { order } = await loadModel(app, await buy(app, model));
  assert.equal(order.products[0]?.product.stockQty, 50);
  await asMerchant(app, "PATCH", `/products/${productId}`, { stockQty: 3 });
  assert.equal((await openLink(app, linkIdentity)).product.stockQty, 3);
});

test("an identity is found in any letter case, with hyphens and look-alike letters", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const typed = linkIdentity
    .toLowerCase()
    .replaceAll("0", "o")
    .replace(/(.{4})(?=.)/g, "$1-");
  assert.equal((await openLink(app, typed)).linkIdentity, linkIdentity);
});

test("unknown, malformed, switched off and archived are one 404; what has ended is a 410", async () => {
  await using app = await startTestApp();
  const gone = { status: 404, code: "product_not_found" };
  const off = await makeLink(app);
  await asMerchant(app, "PATCH", `/product-links/${off.linkIdentity}`, { isActive: false });
  const archived = await makeLink(app);
  await asMerchant(app, "PATCH", `/products/${archived.productId}`, { isArchived: true });
  for (const identity of [
    "7Q2M4X9KD3RT",
    "x",
    "'; drop table product_links",
    off.linkIdentity,
    archived.linkIdentity,
  ])
    assert.deepEqual(await load(app, identity), gone, identity);
  const expiresAt = new Date(app.clock.now() + 60_000).toISOString();
  const ending = await makeLink(app, { link: { expiresAt } });
  assert.equal((await load(app, ending.linkIdentity)).status, 200);
  app.clock.advance(60_000);
  assert.deepEqual(await load(app, ending.linkIdentity), { status: 410, code: "link_expired" });
  const coupon = await app.app.inject(`/rest/pay/product/${ending.linkIdentity}/check-coupon/ABC`);
  assert.equal(coupon.json().code, "link_expired");
});

test("the page of a link that was one keeps its shop, and one that never was has none", async () => {
  await using app = await startTestApp();
  const { loadProductLink: load } = createPageServices(app.services, { note: () => {}, flush: () => {} });
  await asMerchant(app, "PATCH", "/merchant", {
    contact: { phone: "+966112345678", whatsapp: "+966500000001" },
  });
  const reasonOf = async (identity: string): Promise<string | undefined> => {
    const found = await load(identity);
    assert.equal(found?.shop.merchant.id, app.merchantId);
    assert.equal(found?.shop.merchantContact?.phone, "+966112345678");
    assert.equal(found?.shop.seller.whatsapp, "+966500000001");
    return found?.kind === "closed" ? found.reason : found?.kind;
  };
  const expiresAt = new Date(app.clock.now() + 60_000).toISOString();
  const { linkIdentity, productId } = await makeLink(app, { link: { expiresAt } });
  assert.equal(await reasonOf(linkIdentity), "open");
  app.clock.advance(60_000);
  assert.equal(await reasonOf(linkIdentity), "expired");
  await asMerchant(app, "PATCH", `/products/${productId}`, { isArchived: true });
  assert.equal(await reasonOf(linkIdentity), "withdrawn");
  const off = await makeLink(app);
  await asMerchant(app, "PATCH", `/product-links/${off.linkIdentity}`, { isActive: false });
  assert.equal(await reasonOf(off.linkIdentity), "withdrawn");
  await app.db.pool.query("update merchants set deactivated_at = now()");
  assert.equal(await reasonOf(off.linkIdentity), "shop_closed");
  assert.equal(await load("7Q2M4X9KD3RT"), null);
});

test("a link says what its product is sold in, unless that is the piece", async () => {
  await using app = await startTestApp();
  const kilos = await makeLink(app, { product: { unit: "KGM" } });
  assert.deepEqual((await openLink(app, kilos.linkIdentity)).unit, { ar: "كجم", en: "kg" });
  assert.equal((await openLink(app, (await makeLink(app)).linkIdentity)).unit, null);
});

test("a link's theme is its merchant's, and an unknown link has the default theme", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  await asMerchant(app, "PUT", "/theme", { primaryColor: "#0f6b5c", showLogo: "merchant" });
  const themeOf = async (identity: string): Promise<unknown> => {
    const response = await app.app.inject(`/rest/pay/theme/l/${identity}`);
    assert.equal(response.statusCode, 200);
    return response.json();
  };
  assert.deepEqual(await themeOf(linkIdentity), { primaryColor: "#0f6b5c", showLogo: "merchant" });
  for (const identity of ["7Q2M4X9KD3RT", "x"]) assert.deepEqual(await themeOf(identity), {});
});

test("the picture of a link's merchant is found by the link", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  const other = await createMerchant(app.db.kysely, {
    username: "other",
    shopName: "Other",
    email: "other@example.com",
    phone: "+966112345678",
  });
  const pictureOf = async (path: string): Promise<string | undefined> => {
    const response = await app.app.inject(`/openApi/loadMerchantImage/${path}`);
    assert.equal(response.statusCode, 200);
    return response.headers.etag;
  };
  const placeholder = await pictureOf(`${other.id}/300/300`);
  assert.equal(await pictureOf(`l/${linkIdentity}`), placeholder);
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const upload = await app.app.inject({
    method: "POST",
    url: "/api/v1/images",
    headers: { authorization: `Bearer ${app.apiKey}`, "content-type": "image/png" },
    payload: png,
  });
  assert.ok(upload.statusCode < 300, upload.body);
  await asMerchant(app, "PUT", "/merchant/logo", { imageId: upload.json().id });
  assert.notEqual(await pictureOf(`l/${linkIdentity}`), placeholder);
  assert.equal(await pictureOf("l/7Q2M4X9KD3RT"), placeholder);
});

test("calls of product links are never cached", async () => {
  await using app = await startTestApp();
  const { linkIdentity } = await makeLink(app);
  for (const path of [linkIdentity, `${linkIdentity}/check-coupon/ABC`, "7Q2M4X9KD3RT"]) {
    const response = await app.app.inject(`/rest/pay/product/${path}`);
    assert.equal(response.headers["cache-control"], "no-store", path);
  }
});
