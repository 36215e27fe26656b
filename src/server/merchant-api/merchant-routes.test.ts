/** A merchant's own account: read, changed as a whole or not at all, and with effect on what it issues. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startMerchantApi } from "#test/merchant-api.ts";

const path = "/api/v1/merchant";

test("a merchant reads and changes its own account, and what is left out stays", async () => {
  await using api = await startMerchantApi();
  const before = (await api.call("GET", path)).json();
  assert.deepEqual(
    [before.shopName, before.vatNumber, before.allowedCountries, before.redirectHosts, before.isActive],
    ["متجر النخيل", "310122393500003", null, [], true],
  );
  const contact = { city: "الرياض", address1: "7525 طريق الملك فهد", commercialRegistration: "١٠١٠١٢٣٤٥٦" };
  const reply = await api.call("PATCH", path, {
    body: {
      shopName: " متجر النخيل للتمور ",
      legalName: "شركة النخيل",
      vatNumber: "٣١٠١٢٢٣٩٣٥٠٠٠٠٣",
      allowedCountries: ["sa", "AE", "SA"],
      redirectHosts: ["Shop.Example.sa", "https://متجر.example/"],
      frameOrigins: ["https://shop.example.sa/"],
      contact,
    },
  });
  assert.equal(reply.statusCode, 200, reply.body);
  assert.deepEqual(reply.json(), {
    ...before,
    shopName: "متجر النخيل للتمور",
    legalName: "شركة النخيل",
    allowedCountries: ["SA", "AE"],
    redirectHosts: ["shop.example.sa", "xn--pgbep1f.example"],
    frameOrigins: ["https://shop.example.sa"],
    contact: { ...contact, email: null, phone: null, commercialRegistration: "1010123456" },
  });
  const back = await api.call("PATCH", path, { body: { legalName: null, allowedCountries: null } });
  assert.deepEqual([back.json().legalName, back.json().allowedCountries], [null, null]);
  assert.equal(back.json().shopName, "متجر النخيل للتمور");
});

const wrong: readonly (readonly [body: object, field: string])[] = [
  [{ shopName: " " }, "shopName"],
  [{ email: "notamail" }, "email"],
  [{ phone: "nophone" }, "phone"],
  [{ vatNumber: "310122393500004" }, "vatNumber"],
  [{ vatNumber: "3101223935" }, "vatNumber"],
  [{ allowedCountries: ["SA", "XX"] }, "allowedCountries.1"],
  ...[
    "*.example.sa",
    "shop",
    "10.0.0.7",
    "shop.example/x",
    "shop.example:8080",
    "a@b.example",
    "javascript:1",
  ].map((host) => [{ redirectHosts: [host] }, "redirectHosts.0"] as const),
  ...["shop.example", "https://*.example", "https://shop.example/x", "*"].map(
    (origin) => [{ frameOrigins: [origin] }, "frameOrigins.0"] as const,
  ),
  [{ contact: { commercialRegistration: "12" } }, "contact.commercialRegistration"],
  [{ contact: { email: "x" } }, "contact.email"],
  [{ commissionRate: "0.00" }, "commissionRate"],
  [{ username: "other" }, "username"],
];

test("what is wrong is named, and nothing of the request is kept", async () => {
  await using api = await startMerchantApi();
  const before = (await api.call("GET", path)).json();
  for (const [body, field] of wrong) {
    const reply = await api.call("PATCH", path, { body: { legalName: "شركة", ...body } });
    assert.deepEqual([reply.statusCode, reply.json().fields?.[0].path], [422, field], JSON.stringify(body));
  }
  assert.deepEqual((await api.call("GET", path)).json(), before);
});

test("in live, buyers are sent to hosts that the merchant registered itself, from the next request on", async () => {
  await using api = await startMerchantApi({ config: { environment: "live" } });
  const issue = async (callbackUrl: string) => {
    const body = { lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00", vatRate: "15" }], callbackUrl };
    return (await api.call("POST", "/api/v1/invoices", { body })).statusCode;
  };
  assert.equal(await issue("https://shop.example.sa/back"), 422);
  const reply = await api.call("PATCH", path, { body: { redirectHosts: ["shop.example.sa"] } });
  assert.equal(reply.statusCode, 200);
  assert.equal(await issue("https://shop.example.sa/back"), 201);
  assert.equal(await issue("https://evil.shop.example.sa/back"), 422);
});
