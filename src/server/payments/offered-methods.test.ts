import assert from "node:assert/strict";
import { test } from "node:test";
import { allMethods, allowedMethods, namesOf } from "#methods/allowed.ts";
import { startTestApp, type TestApp } from "#test/app-harness.ts";
import { storedAccounts } from "#test/method-accounts.ts";

const host = "pay.example";

/** Where the installation has no account of any method, as one where money is real begins. */
const withoutAccounts = {
  WASL_ENV: "stage",
  WASL_WEB_URL: `https://${host}`,
  WASL_TRUSTED_PROXIES: "1",
  SMTP_URL: "smtp://127.0.0.1:1",
};

async function call(app: TestApp, method: "GET" | "POST" | "PUT" | "DELETE", url: string, payload?: object) {
  const headers = { host, authorization: `Bearer ${app.apiKey}`, "idempotency-key": crypto.randomUUID() };
  const reply = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
  assert.ok(reply.statusCode < 300, reply.body);
  return reply.body === "" ? null : reply.json();
}

/** The methods that a page shows: of an invoice, or of a product. */
async function shown(app: TestApp, address: string): Promise<string[]> {
  return allowedMethods(await call(app, "GET", address)).map(({ id }) => id);
}

test("a buyer is offered the methods that have an account, whatever the invoice or the link names, and whenever it came or went", async () => {
  await using app = await startTestApp({ env: withoutAccounts });
  const store = async (method: "tabby" | "sadad") =>
    await call(app, "PUT", `/api/v1/accounts/${method}`, Object(storedAccounts[method][0]));
  await store("tabby");
  const invoice = await call(app, "POST", "/api/v1/invoices", {
    lines: [{ title: "سجاد", quantity: 1, unitPrice: "100.00", vatRate: "15" }],
  });
  assert.deepEqual(invoice.allowedMethods.toSorted(), allMethods.flatMap(namesOf).toSorted());
  const order = `/rest/pay/order/${invoice.orderNumber}`;
  const product = await call(app, "POST", "/api/v1/products", { title: "تمر", price: "50.00" });
  const link = await call(app, "POST", "/api/v1/product-links", { productId: product.id });
  const ofLink = `/rest/pay/product/${link.linkIdentity}`;
  assert.deepEqual([await shown(app, order), await shown(app, ofLink)], [["tabby"], ["tabby"]]);

  await store("sadad");
  assert.deepEqual(
    [await shown(app, order), await shown(app, ofLink)],
    [
      ["tabby", "sadad"],
      ["tabby", "sadad"],
    ],
  );
  await call(app, "DELETE", "/api/v1/accounts/tabby");
  assert.deepEqual([await shown(app, order), await shown(app, ofLink)], [["sadad"], ["sadad"]]);
});
