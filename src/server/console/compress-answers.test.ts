/** What a person's browser reads from the calls of merchants comes compressed; what is shown once does not. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import { type Shop, startShop } from "#test/console.ts";

let shop: Shop;
let cookie: string;

before(async () => {
  shop = await startShop();
  cookie = await shop.signIn(await shop.addPerson("owner"));
});
after(() => shop?.[Symbol.asyncDispose]());

const takesBrotli = { headers: { "accept-encoding": "gzip, br" } };

test("what a screen reads comes compressed, and is the same", async () => {
  const plain = await shop.send("/api/v1/merchant", { cookie, shop: shop.merchantId });
  const packed = await shop.send("/api/v1/merchant", { cookie, shop: shop.merchantId, ...takesBrotli });
  assert.equal(plain.headers["content-encoding"], undefined);
  assert.equal(packed.headers["content-encoding"], "br");
  assert.equal(brotliDecompressSync(packed.rawPayload).toString(), plain.body);
  assert.equal(packed.headers["content-length"], String(packed.rawPayload.length));
});

test("what is made, which may be shown once, is answered as it is, however long", async () => {
  const json = {
    client: { name: "نورة العتيبي", mobile: "0551234567" },
    lines: [{ title: "تمر سكري", quantity: 2, unitPrice: "50.00" }],
  };
  const made = await shop.send("/api/v1/invoices", { cookie, shop: shop.merchantId, json, ...takesBrotli });
  assert.equal(made.statusCode, 201, made.body);
  assert.ok(made.rawPayload.length > 1_000);
  assert.equal(made.headers["content-encoding"], undefined);
});
