import assert from "node:assert/strict";
import { test } from "node:test";
import { themeSettings } from "#contract/theme.ts";
import { issueInvoice, startTestApp } from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { orderTheme } from "../orders/order-routes.ts";
import { openApiText } from "./openapi-route.ts";

test("a theme is empty at first, is replaced as a whole, and is on the merchant's orders at once", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const onOrder = async (): Promise<unknown> =>
    (await app.app.inject(`/rest/pay/theme/o/${orderNumber}`)).json();
  assert.deepEqual((await asMerchant(app, "GET", "/theme")).json(), {});
  const first = {
    primaryColor: "#0f6b5c",
    showLogo: "merchant",
    hideVatInvoice: false,
    showPaymentMethods: false,
    fontFamily: "Tahoma",
  };
  const put = await asMerchant(app, "PUT", "/theme", first);
  assert.deepEqual([put.statusCode, put.json()], [200, first]);
  assert.deepEqual(await onOrder(), first);
  const second = { secondaryColor: "#8c60e2", defaultLanguage: "en" };
  assert.deepEqual((await asMerchant(app, "PUT", "/theme", second)).json(), second);
  assert.deepEqual((await asMerchant(app, "GET", "/theme")).json(), second);
  assert.deepEqual(await onOrder(), second);
});

for (const { what, body, path } of [
  { what: "a colour by name", body: { primaryColor: "red" }, path: "primaryColor" },
  { what: "CSS in a colour", body: { textColor: "#000;}body{display:none" }, path: "textColor" },
  { what: "a font that devices do not have", body: { fontFamily: "Comic Sans MS" }, path: "fontFamily" },
  { what: "CSS in a font", body: { fontFamily: 'x";}*{display:none' }, path: "fontFamily" },
  { what: "a font from elsewhere", body: { fontUrl: "https://fonts.example/a.css" }, path: "fontUrl" },
  { what: "a language that there is not", body: { defaultLanguage: "fr" }, path: "defaultLanguage" },
  { what: "a switch as text", body: { hideVatInvoice: "true" }, path: "hideVatInvoice" },
]) {
  test(`${what} is refused, and the theme stays as it was`, async () => {
    await using app = await startTestApp();
    await asMerchant(app, "PUT", "/theme", { primaryColor: "#123456" });
    const reply = await asMerchant(app, "PUT", "/theme", body);
    assert.equal(reply.statusCode, 422, reply.body);
    assert.equal(reply.json().fields[0].path, path);
    assert.deepEqual((await asMerchant(app, "GET", "/theme")).json(), { primaryColor: "#123456" });
  });
}

test("a font file that the operator allows can be set, and is in no theme any more when it is off the list", async () => {
  const fontUrl = "https://fonts.example/brand.woff2";
  await using app = await startTestApp({
    env: { WASL_THEME_FONT_URLS: `https://other.example/a.woff2, ${fontUrl}` },
  });
  const put = await asMerchant(app, "PUT", "/theme", { fontUrl });
  assert.deepEqual([put.statusCode, put.json()], [200, { fontUrl }]);
  const orderNumber = await issueInvoice(app);
  assert.deepEqual((await app.app.inject(`/rest/pay/theme/o/${orderNumber}`)).json(), { fontUrl });
  const other = await asMerchant(app, "PUT", "/theme", { fontUrl: "https://fonts.example/other.woff2" });
  assert.deepEqual([other.statusCode, other.json().fields[0].path], [422, "fontUrl"]);
  assert.deepEqual(orderTheme({ themeFontUrls: [] }, { fontUrl }), {});
});

test("the examples in the published description are valid", () => {
  for (const example of JSON.parse(openApiText()).components.schemas.ThemeSettings.examples)
    themeSettings.parse(example);
});

test("a theme is replaced only where it is as it was read, when the caller says so", async () => {
  await using app = await startTestApp();
  const tag = (await asMerchant(app, "GET", "/theme")).headers.etag;
  const put = async (primaryColor: string, ifMatch?: unknown) =>
    await app.app.inject({
      method: "PUT",
      url: "/api/v1/theme",
      headers: {
        authorization: `Bearer ${app.apiKey}`,
        ...(ifMatch !== undefined && { "if-match": String(ifMatch) }),
      },
      payload: { primaryColor },
    });
  const first = await put("#123456", tag);
  assert.equal(first.statusCode, 200, first.body);
  const late = await put("#654321", tag);
  assert.deepEqual([late.statusCode, late.json().code], [412, "precondition_failed"]);
  assert.deepEqual((await asMerchant(app, "GET", "/theme")).json(), { primaryColor: "#123456" });
  assert.equal((await asMerchant(app, "GET", "/theme")).headers.etag, first.headers.etag);
  assert.equal((await put("#654321", first.headers.etag)).statusCode, 200);
  assert.equal((await put("#000000")).statusCode, 200);
});

test("a theme is tried without being stored, and says what pages would change of its colours", async () => {
  await using app = await startTestApp();
  const body = { theme: { primaryColor: "#f5c842", buttonTextColor: "#ffffff" } };
  const reply = await asMerchant(app, "POST", "/theme/preview", body);
  assert.equal(reply.statusCode, 200, reply.body);
  const { pages, repairs, expiresAt } = reply.json();
  assert.deepEqual(Object.keys(pages), ["payment", "invoice", "product", "paid", "declined"]);
  assert.match(pages.payment, /\/pay\/preview\/payment\?look=[\w-]+\.[\w%-]+$/);
  assert.deepEqual(
    repairs.map(({ setting, part }: Record<string, string>) => [setting, part]),
    [
      ["primaryColor", "button"],
      ["primaryColor", "link"],
    ],
  );
  assert.equal(Date.parse(expiresAt) > app.clock.now(), true);
  const acts = await app.db.kysely.selectFrom("admin_acts").select("act").execute();
  assert.deepEqual(acts, [], "a look at what is being made is nothing that was done");
  assert.deepEqual((await asMerchant(app, "GET", "/theme")).json(), {});
});

for (const { what, body, path } of [
  { what: "a colour by name", body: { theme: { primaryColor: "red" } }, path: "theme.primaryColor" },
  {
    what: "a font from elsewhere",
    body: { theme: { fontUrl: "https://fonts.example/a.woff2" } },
    path: "theme.fontUrl",
  },
  { what: "another shop's picture", body: { theme: {}, imageId: "AAAAAAAAAAAAAAAAAAAAAA" }, path: "imageId" },
])
  test(`${what} is not tried`, async () => {
    await using app = await startTestApp();
    const reply = await asMerchant(app, "POST", "/theme/preview", body);
    assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, path]);
  });

test("the fonts that a theme may name are those of devices and of the operator's list", async () => {
  const fontUrl = "https://fonts.example/brand.woff2";
  await using app = await startTestApp({ env: { WASL_THEME_FONT_URLS: fontUrl } });
  const { families, urls } = (await asMerchant(app, "GET", "/theme/fonts")).json();
  assert.deepEqual(urls, [fontUrl]);
  for (const fontFamily of families)
    assert.equal((await asMerchant(app, "PUT", "/theme", { fontFamily })).statusCode, 200, fontFamily);
});
