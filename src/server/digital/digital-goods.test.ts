/** Digital goods from the merchant's upload to the buyer's download, over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { DigitalFile } from "#contract/digital-goods.ts";
import type { Invoice } from "#contract/invoices.ts";
import { createPageServices } from "#server/pages/page-services.ts";
import {
  gatewayBody,
  issueInvoice,
  loadModel,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { asMerchant, buy, makeLink, makeProduct, openLink } from "#test/product-links.ts";

const pdf = Buffer.from("%PDF-1.7 the book");

async function upload(
  app: TestApp,
  file: { readonly bytes?: Buffer; readonly name?: string; readonly type?: string } = {},
) {
  return await app.app.inject({
    method: "POST",
    url: `/api/v1/digital-files?${new URLSearchParams({ fileName: file.name ?? "كتاب التمر.pdf" })}`,
    headers: { authorization: `Bearer ${app.apiKey}`, "content-type": file.type ?? "application/pdf" },
    payload: file.bytes ?? pdf,
  });
}

async function uploaded(app: TestApp, file: Parameters<typeof upload>[1] = {}): Promise<DigitalFile> {
  const response = await upload(app, file);
  assert.equal(response.statusCode, 201, response.body);
  return response.json();
}

const line = (digitalContent?: object) => ({
  title: "كتاب التمر",
  quantity: 1,
  unitPrice: "39.00",
  vatRate: "15",
  isDigital: true,
  ...(digitalContent && { digitalContent }),
});

async function confirmEmail(app: TestApp, orderNumber: string): Promise<void> {
  const email = { email: "noura@example.com", emailType: "EmailOtp" };
  const asked = await post(app, `/rest/pay/registerClientEmail/${orderNumber}?lang=en`, email);
  const otp = /(?<!\d)\d{6}(?!\d)/.exec(app.mail.list(email.email)[0]?.text ?? "")?.[0];
  const body = { ...email, otp, signature: asked.json().signature };
  assert.equal((await post(app, `/rest/pay/confirmClientEmail/${orderNumber}`, body)).statusCode, 200);
}

async function payDigital(app: TestApp, orderNumber: string): Promise<void> {
  await confirmEmail(app, orderNumber);
  const session = await prepareSession(app, orderNumber);
  const paid = await post(
    app,
    "/rest/pay/openGateway",
    gatewayBody(await loadModel(app, orderNumber), session),
  );
  assert.equal(paid.json().statusCode, 200, paid.body);
}

const goodsOf = (app: TestApp, orderNumber: string) =>
  createPageServices(app.services, { note: () => {}, flush: () => {} }).loadDigitalGoods(orderNumber);

async function addressOf(app: TestApp, orderNumber: string): Promise<string> {
  const [good] = await goodsOf(app, orderNumber);
  assert.ok(good?.file);
  return good.file.address.replace("http://localhost:3000", "");
}

test("a file and a text of an invoice line are there once it is paid, not before, and not after a full refund", async () => {
  await using app = await startTestApp();
  const file = await uploaded(app);
  const text = "رمز التفعيل: KEY-1\nhttps://shop.example/help";
  const orderNumber = await issueInvoice(app, { lines: [line({ fileId: file.id, text }), line()] });
  const issued: Invoice = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
  assert.deepEqual(
    issued.lines.map(({ digitalContent }) => digitalContent),
    [{ fileId: file.id, text }, null],
  );
  assert.deepEqual(await goodsOf(app, orderNumber), []);
  assert.ok(!JSON.stringify(await loadModel(app, orderNumber)).includes("KEY-1"));

  await payDigital(app, orderNumber);
  const goods = await goodsOf(app, orderNumber);
  assert.deepEqual(
    goods.map((good) => [good.title, good.text, good.file?.name, good.file?.byteLength]),
    [["كتاب التمر", text, "كتاب التمر.pdf", pdf.length]],
  );
  const address = await addressOf(app, orderNumber);
  assert.deepEqual((await app.app.inject(address)).rawPayload, pdf);

  await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, { amount: "5.00" });
  assert.equal((await goodsOf(app, orderNumber)).length, 1, "a part given back takes nothing away");
  await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, {});
  assert.deepEqual(await goodsOf(app, orderNumber), []);
  const gone = await app.app.inject(address);
  assert.deepEqual(
    [gone.statusCode, gone.headers["location"]],
    [303, `http://localhost:3000/pay/order/${orderNumber}`],
  );
});

test("a file is only ever saved: never shown, run, kept in a cache or taken for another type", async () => {
  await using app = await startTestApp();
  const html = Buffer.from("<script>alert(1)</script>");
  for (const type of ["text/html", "image/svg+xml", "application/javascript", "text/xml"])
    assert.equal((await upload(app, { bytes: html, type })).statusCode, 415, type);
  const file = await uploaded(app, {
    bytes: html,
    name: '..\\../evil\u202e"%.fdp.html',
    type: "application/octet-stream",
  });
  assert.doesNotMatch(file.fileName, /[\\/\u202e"]|^\./);
  const orderNumber = await issueInvoice(app, { lines: [line({ fileId: file.id })] });
  await payDigital(app, orderNumber);
  const { headers } = await app.app.inject(await addressOf(app, orderNumber));
  assert.equal(headers["content-type"], "application/octet-stream");
  assert.match(
    String(headers["content-disposition"]),
    /^attachment; filename="[\w .-]+"; filename\*=UTF-8''[\w%.-]+$/,
  );
  assert.match(String(headers["content-security-policy"]), /^sandbox/);
  assert.equal(headers["x-content-type-options"], "nosniff");
  assert.equal(headers["cache-control"], "private, no-store");
});

test("an address opens its own order and line alone, and for an hour; afterwards it leads to the invoice", async () => {
  await using app = await startTestApp();
  const file = await uploaded(app);
  const [mine, other] = [
    await issueInvoice(app, { lines: [line({ fileId: file.id })] }),
    await issueInvoice(app, { lines: [line({ fileId: file.id })] }),
  ];
  await payDigital(app, mine);
  await payDigital(app, other);
  const address = await addressOf(app, mine);
  for (const forged of [
    address.replace(mine, other),
    address.replace("/1?", "/2?"),
    address.replace(/expires=\w+/, "expires=zzzzzzzz"),
    address.replace(/signature=.{5}/, "signature=AAAAA"),
  ]) {
    const refused = await app.app.inject(forged);
    assert.deepEqual([refused.statusCode, refused.json().code], [404, "not_found"], forged);
  }
  app.clock.advance(60 * 60_000 + 1000);
  assert.equal((await app.app.inject(address)).statusCode, 303);
  assert.equal((await app.app.inject(await addressOf(app, mine))).statusCode, 200);
});

test("an order of a product link delivers what the product was when it was ordered", async () => {
  await using app = await startTestApp();
  const { linkIdentity, productId } = await makeLink(app, {
    product: { isDigital: true, digitalContent: { text: "first edition" } },
  });
  const orderNumber = await buy(app, await openLink(app, linkIdentity));
  const changed = await asMerchant(app, "PATCH", `/products/${productId}`, {
    digitalContent: { text: "second edition" },
  });
  assert.deepEqual(changed.json().digitalContent, { text: "second edition", fileId: null });
  await payDigital(app, orderNumber);
  assert.equal((await goodsOf(app, orderNumber))[0]?.text, "first edition");
});

test("what delivers must be digital, and a file must be the merchant's own", async () => {
  await using app = await startTestApp();
  const file = await uploaded(app);
  const pathsOf = async (url: string, body: object, method: "POST" | "PATCH" = "POST"): Promise<string[]> => {
    const refused = await asMerchant(app, method, url, body as never);
    assert.equal(refused.statusCode, 422, refused.body);
    return refused.json().fields.map(({ path }: { path: string }) => path);
  };
  const invoiceOf = (over: object) => ({ client: { name: "n" }, lines: [{ ...line(), ...over }] });
  const unknown = "A".repeat(22);
  assert.deepEqual(await pathsOf("/invoices", invoiceOf({ digitalContent: {} })), ["lines.0.digitalContent"]);
  assert.deepEqual(
    await pathsOf("/invoices", invoiceOf({ isDigital: false, digitalContent: { text: "x" } })),
    ["lines.0.digitalContent"],
  );
  assert.deepEqual(await pathsOf("/invoices", invoiceOf({ digitalContent: { fileId: unknown } })), [
    "lines.0.digitalContent.fileId",
  ]);
  const product = { title: "t", price: "10.00", isDigital: true };
  assert.deepEqual(await pathsOf("/products", { ...product, digitalContent: { fileId: unknown } }), [
    "digitalContent.fileId",
  ]);
  const { id } = await makeProduct(app, { isDigital: true, digitalContent: { fileId: file.id } });
  assert.deepEqual(await pathsOf(`/products/${id}`, { isDigital: false }, "PATCH"), ["digitalContent"]);
  const emptied = await asMerchant(app, "PATCH", `/products/${id}`, {
    isDigital: false,
    digitalContent: null,
  });
  assert.equal(emptied.json().digitalContent, null, emptied.body);
  await app.db.pool.query(
    "insert into merchants (username, shop_name, email, phone) values ('other', 'o', 'o@example.com', '1')",
  );
  await app.db.pool.query(
    "update api_keys set merchant_id = (select id from merchants where username = 'other')",
  );
  assert.deepEqual(await pathsOf("/invoices", invoiceOf({ digitalContent: { fileId: file.id } })), [
    "lines.0.digitalContent.fileId",
  ]);
  await assert.rejects(
    app.db.pool.query(
      `insert into products (merchant_id, title, price, is_digital, digital_file_id)
      select id, 't', 1, true, $1 from merchants where username = 'other'`,
      [file.id],
    ),
    { code: "23503" },
    "the database refuses it, too",
  );
});

test("the same bytes of the same name are one file, nothing and too much are none", async () => {
  await using app = await startTestApp();
  const first = await uploaded(app);
  const again = await upload(app);
  assert.deepEqual([again.statusCode, again.json().id], [200, first.id]);
  assert.notEqual((await uploaded(app, { name: "other.pdf" })).id, first.id);
  assert.equal((await upload(app, { bytes: Buffer.alloc(0) })).statusCode, 422);
  assert.equal((await upload(app, { bytes: Buffer.alloc(25 * 1024 * 1024 + 1) })).statusCode, 413);
  const strange = await app.app.inject({
    method: "POST",
    url: "/api/v1/digital-files?fileName=x",
    headers: { "content-type": "application/pdf" },
    payload: pdf,
  });
  assert.equal(strange.statusCode, 401);
});
