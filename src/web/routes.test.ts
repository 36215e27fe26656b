import assert from "node:assert/strict";
import { test } from "node:test";
import { matchRoute, routes } from "./routes.ts";

const number = "7K3M9X2PQR4T5V6W";

const cases = [
  ["/", "home", {}],
  ["/sales-terms", "salesTerms", {}],
  [`/pay/order/${number}`, "invoice", { orderNumber: number }],
  [`/pay/order/${number}/`, "invoice", { orderNumber: number }],
  [`/pay/${number}`, "invoice", { orderNumber: number }],
  [`/pay/print/${number}`, "print", { orderNumber: number }],
  [`/pay/info/${number}`, "info", { orderNumber: number }],
  [`/pay/simple/${number}`, "simple", { orderNumber: number }],
  [`/pay/frame/${number}`, "frame", { orderNumber: number }],
  [`/pay/info3/${number}`, "testCards", { orderNumber: number }],
  ["/pay/process3DSecure", "result", {}],
  ["/pay/displayPayment", "result", {}],
  ["/pay/error/expired-qr", "error", { reason: "expired-qr" }],
  ["/pay/order/%D9%A1", "invoice", { orderNumber: "١" }],
] as const;

for (const [path, page, params] of cases) {
  test(`${path} is the page "${page}"`, () => {
    const match = matchRoute(path);
    assert.equal(match?.route.page, page);
    assert.deepEqual(match?.params, params);
  });
}

for (const path of ["/nope", "/pay", `//pay/${number}`, `/pay/order/${number}/more`, "/pay/order/%zz"]) {
  test(`${path} is no page`, () => {
    assert.equal(matchRoute(path), null);
  });
}

test("only results may be shown inside a frame of ours, and only the payment frame inside a merchant's", () => {
  assert.equal(matchRoute(`/pay/frame/${number}`)?.route.framing, "merchant");
  assert.equal(matchRoute("/pay/displayPayment")?.route.framing, "self");
  assert.equal(matchRoute(`/pay/info/${number}`)?.route.framing, "none");
});

test("a page that counts as a view has in its address what was viewed", () => {
  const parameters = { invoice: "/:orderNumber", product: "/:linkIdentity" } as const;
  for (const { path, views } of routes)
    assert.ok(views === null || path.endsWith(parameters[views]), `${path} has no ${views}`);
});
