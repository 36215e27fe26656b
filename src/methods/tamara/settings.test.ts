import assert from "node:assert/strict";
import { test } from "node:test";
import { tamaraFromEnvironment, tamaraSettings } from "./settings.ts";

const own = { TAMARA_API_TOKEN: "token-of-ours", TAMARA_NOTIFICATION_TOKEN: "notification-token-of-ours" };

test("an installation without an account and without simulators does not offer Tamara", () => {
  assert.equal(tamaraFromEnvironment({}, null), null);
});

test("with simulators their account is the default, and buyers may go to their pages", () => {
  const settings = tamaraFromEnvironment({ TAMARA_API_TOKEN: "" }, "http://127.0.0.1:3001");
  assert.equal(settings?.baseUrl, "http://127.0.0.1:3001/tamara");
  assert.deepEqual(settings?.checkoutOrigins, ["http://127.0.0.1:3001"]);
});

test("an account of our own talks to Tamara, also where simulators run", () => {
  for (const simulatorUrl of [null, "http://127.0.0.1:3001"]) {
    const settings = tamaraFromEnvironment(own, simulatorUrl);
    assert.equal(settings?.baseUrl, "https://api.tamara.co");
    assert.equal(settings?.apiToken.reveal(), "token-of-ours");
    assert.deepEqual(settings?.checkoutOrigins, [
      "https://checkout.tamara.co",
      "https://checkout-sandbox.tamara.co",
    ]);
  }
});

test("addresses can be set, and lose their final slash", () => {
  const settings = tamaraFromEnvironment(
    {
      ...own,
      TAMARA_BASE_URL: "https://api-sandbox.tamara.co/",
      TAMARA_CHECKOUT_ORIGINS: "https://checkout-sandbox.tamara.co/x",
    },
    null,
  );
  assert.equal(settings?.baseUrl, "https://api-sandbox.tamara.co");
  assert.deepEqual(settings?.checkoutOrigins, ["https://checkout-sandbox.tamara.co"]);
});

test("half an account is refused with the name of the variable", () => {
  assert.throws(() => tamaraFromEnvironment({ TAMARA_API_TOKEN: "x" }, null), /TAMARA_NOTIFICATION_TOKEN/);
});

test("a merchant's own account may not point our server anywhere else", () => {
  const stored = { apiToken: "t", notificationToken: "n".repeat(16) };
  assert.equal(tamaraSettings.parse(stored).baseUrl, "https://api.tamara.co");
  for (const baseUrl of [
    "http://169.254.169.254",
    "https://api.tamara.co.example",
    "http://127.0.0.1:3001/tamara",
  ])
    assert.equal(tamaraSettings.safeParse({ ...stored, baseUrl }).success, false);
});

test("printed settings show no secret", () => {
  const printed = JSON.stringify(tamaraFromEnvironment(own, null));
  assert.ok(!printed.includes("of-ours"));
});
