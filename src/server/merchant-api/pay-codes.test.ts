/** QR codes of what can be paid: they read as the address, at the size that was asked for, and only of what is one's own. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import decodeQR from "qr/decode.js";
import sharp from "sharp";
import { assertContains, inspect } from "#test/drawn-documents.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { rasterise, readQr } from "#test/pdf.ts";

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi();
});
after(async () => await api[Symbol.asyncDispose]());

const get = (path: string, merchant = api.merchant) => api.call("GET", `/api/v1/${path}`, { merchant });

/** What a scanner reads of a picture on a dark page, and its size. */
async function scan(bytes: Buffer): Promise<{ readonly text: string; readonly size: number[] }> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: "black" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const text = decodeQR({ width: info.width, height: info.height, data });
  return { text, size: [info.width, info.height] };
}

test("the code of an unpaid invoice reads as its address in both formats, at exactly the size that was asked for", async () => {
  const { orderNumber, url } = await api.issue();
  for (const [query, type, text, pixels] of [
    ["", "image/png", url, 512],
    ["?size=300", "image/png", url, 300],
    ["?format=svg&size=777", "image/svg+xml", url, 777],
    ["?format=png&size=128&lang=en", "image/png", `${url}?lang=en`, 128],
  ] as const) {
    const reply = await get(`invoices/${orderNumber.toLowerCase()}/qr${query}`);
    assert.deepEqual([reply.statusCode, reply.headers["content-type"]], [200, type], query);
    assert.match(String(reply.headers["content-disposition"]), new RegExp(`"${orderNumber}\\.(png|svg)"`));
    assert.deepEqual(await scan(reply.rawPayload), { text, size: [pixels, pixels] }, query);
  }
});

test("the paper of an unpaid invoice says what is to be paid by when and that it is no tax invoice, and its code reads as the address", async () => {
  const dueDate = new Date(api.clock.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const { orderNumber, url, total } = await api.issue({ dueDate });
  for (const query of ["lang=en", "lang=ar&size=80mm"]) {
    const reply = await get(`invoices/${orderNumber}/pdf?${query}`);
    assert.deepEqual([reply.statusCode, reply.headers["content-type"]], [200, "application/pdf"], query);
    const { text } = await inspect(reply.rawPayload, `invoice-to-pay-${query}`);
    assertContains(text, [
      orderNumber,
      total,
      dueDate,
      "Scan to pay",
      "not a tax invoice",
      "Due on",
      "فاتورة",
    ]);
    assert.ok(!/Paid on|Paid by|Tax invoice no/.test(text), text);
    assert.equal(readQr(await rasterise(reply.rawPayload, { page: 1, dpi: 150 })), url);
  }
  assert.equal((await get(`invoices/${orderNumber}/pdf?size=a3`)).statusCode, 422);
  await api.addAttempt(orderNumber, "captured");
  assert.equal((await get(`invoices/${orderNumber}/pdf`)).json().code, "order_already_paid");
});

test("what cannot be paid has no code, and wrong sizes and formats are refused", async () => {
  const { orderNumber } = await api.issue();
  for (const query of ["size=127", "size=2049", "size=x", "format=gif", "lang=fr", "shape=round"])
    assert.equal((await get(`invoices/${orderNumber}/qr?${query}`)).statusCode, 422, query);
  await api.db.pool.query("update orders set expires_at = '2026-01-01' where order_number = $1", [
    orderNumber,
  ]);
  assert.equal((await get(`invoices/${orderNumber}/qr`)).json().code, "link_expired");
  await api.call("POST", `/api/v1/invoices/${orderNumber}/cancel`);
  assert.equal((await get(`invoices/${orderNumber}/qr`)).json().code, "order_cancelled");
  const paid = await api.issue();
  await api.addAttempt(paid.orderNumber, "captured");
  assert.equal((await get(`invoices/${paid.orderNumber}/qr`)).json().code, "order_already_paid");
});

test("a product link has a code, and another merchant has neither", async () => {
  const make = async (path: string, body: object) =>
    (await api.call("POST", `/api/v1/${path}`, { body })).json();
  const product = await make("products", { title: "تمر", price: "50.00" });
  const link = await make("product-links", { productId: product.id });
  const reply = await get(`product-links/${link.linkIdentity}/qr?format=svg`);
  assert.deepEqual(await scan(reply.rawPayload), { text: link.url, size: [512, 512] });
  const other = await api.addMerchant();
  const { orderNumber } = await api.issue();
  for (const [theirs, unknown] of [
    [`product-links/${link.linkIdentity}/qr`, "product-links/000000000000/qr"],
    [`invoices/${orderNumber}/qr`, "invoices/0000000000000000/qr"],
  ] as const) {
    const [one, same] = [await get(theirs, other), await get(unknown, other)];
    assert.deepEqual([one.statusCode, one.json().code], [404, same.json().code]);
  }
});
