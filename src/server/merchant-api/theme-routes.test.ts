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
