import assert from "node:assert/strict";
import { test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import sharp from "sharp";
import type { Image, MerchantLogo } from "#contract/images.ts";
import { issueInvoice, loadModel, startTestApp, type TestApp } from "#test/app-harness.ts";
import { createApiKey, createMerchant } from "./api-keys.ts";

const uploads = "/api/v1/images";
const logoPath = "/api/v1/merchant/logo";

async function picture(background: string, format: "png" | "jpeg" | "webp" = "png"): Promise<Buffer> {
  const image = sharp({ create: { width: 400, height: 200, channels: 3, background } });
  return await image.toFormat(format).toBuffer();
}

type Sending = { readonly type?: string; readonly key?: string };

async function upload(app: TestApp, payload: Buffer, sending: Sending = {}): Promise<LightMyRequestResponse> {
  return await app.app.inject({
    method: "POST",
    url: uploads,
    headers: {
      authorization: `Bearer ${sending.key ?? app.apiKey}`,
      "content-type": sending.type ?? "image/png",
    },
    payload,
  });
}

async function imageOf(app: TestApp, background: string): Promise<Image> {
  const response = await upload(app, await picture(background));
  assert.equal(response.statusCode, 201, response.body);
  return response.json();
}

async function setLogo(app: TestApp, imageId: unknown): Promise<LightMyRequestResponse> {
  const headers = { authorization: `Bearer ${app.apiKey}` };
  return await app.app.inject({ method: "PUT", url: logoPath, headers, payload: { imageId } });
}

/** The key of another merchant. */
async function strangersKey(app: TestApp): Promise<string> {
  const { id } = await createMerchant(app.db.kysely, {
    username: "stranger",
    shopName: "Stranger",
    email: "s@example.com",
    phone: "+966112345678",
    vatNumber: null,
  });
  return await createApiKey(app.db.kysely, { merchantId: id, name: "test", environment: "test" });
}

test("a picture is uploaded as PNG, JPEG or WebP bytes and answered with its id and size", async () => {
  await using app = await startTestApp();
  for (const format of ["png", "jpeg", "webp"] as const) {
    const response = await upload(app, await picture("red", format), { type: `image/${format}` });
    assert.equal(response.statusCode, 201, response.body);
    const { id, ...size } = response.json() as Image;
    assert.match(id, /^[\w-]{22}$/);
    assert.deepEqual(size, { width: 400, height: 200 });
  }
});

test("a picture is read back in each size by its merchant, and is not there for another one", async () => {
  await using app = await startTestApp();
  const { id } = await imageOf(app, "purple");
  const read = async (size: string, key = app.apiKey): Promise<LightMyRequestResponse> =>
    await app.app.inject({ url: `${uploads}/${id}${size}`, headers: { authorization: `Bearer ${key}` } });
  for (const [size, width] of [
    ["", 300],
    ["?size=small", 100],
    ["?size=full", 400],
  ] as const) {
    const reply = await read(size);
    assert.equal(reply.statusCode, 200, reply.body);
    assert.equal((await sharp(reply.rawPayload).metadata()).width, width);
  }
  const strange = await read("", await strangersKey(app));
  assert.deepEqual([strange.statusCode, strange.json().code], [404, "not_found"]);
});

test("a photograph of megabytes is taken, though other calls take far less", async () => {
  await using app = await startTestApp();
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const photograph = sharp({
    create: { width: 1_200, height: 900, channels: 3, background: "white", noise },
  });
  const bytes = await photograph.png().toBuffer();
  assert.ok(bytes.length > 2_000_000 && bytes.length < 5 * 1024 * 1024, `${bytes.length} bytes`);
  assert.equal((await upload(app, bytes)).statusCode, 201);
});

test("the same bytes are the same picture, sent again or eight times at once; another merchant's are another", async () => {
  await using app = await startTestApp();
  const bytes = await picture("green");
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(app, bytes)));
  const statuses = answers.map(({ statusCode }) => statusCode).toSorted();
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
  const ids = new Set(answers.map((answer) => (answer.json() as Image).id));
  assert.equal(ids.size, 1);
  const again = await upload(app, bytes);
  assert.equal(again.statusCode, 200);
  assert.deepEqual(again.json(), answers[0]?.json());
  const strangers = await upload(app, bytes, { key: await strangersKey(app) });
  assert.equal(strangers.statusCode, 201);
  assert.ok(!ids.has((strangers.json() as Image).id));
  const { rows } = await app.db.pool.query("select count(*)::int as count from images");
  assert.equal(rows[0].count, 2);
});

test("what is no picture, too large or broken is refused, and other calls take no pictures", async () => {
  await using app = await startTestApp();
  const png = await picture("blue");
  const code = async (response: Promise<LightMyRequestResponse>): Promise<[number, string]> => {
    const { statusCode, ...answer } = await response;
    return [statusCode, (answer.json() as { code: string }).code];
  };
  assert.deepEqual(await code(upload(app, png, { key: "wasl_test_no" })), [401, "unauthorized"]);
  assert.deepEqual(await code(upload(app, png, { type: "application/json" })), [
    415,
    "unsupported_media_type",
  ]);
  assert.deepEqual(await code(upload(app, Buffer.from("<svg/>"))), [415, "unsupported_media_type"]);
  assert.deepEqual(await code(upload(app, Buffer.alloc(0))), [415, "unsupported_media_type"]);
  assert.deepEqual(await code(upload(app, png.subarray(0, 60))), [422, "validation_failed"]);
  assert.deepEqual(await code(upload(app, Buffer.alloc(5 * 1024 * 1024 + 1))), [413, "body_too_large"]);
  const asInvoice = app.app.inject({
    method: "POST",
    url: "/api/v1/invoices",
    headers: { authorization: `Bearer ${app.apiKey}`, "content-type": "image/png", "idempotency-key": "x" },
    payload: png,
  });
  assert.deepEqual(await code(asInvoice), [415, "unsupported_media_type"]);
});

test("a logo is set, read and taken away; pages receive an address that may be cached permanently", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  assert.equal((await loadModel(app, orderNumber)).merchant.logoImageUrl, null);
  const { id } = await imageOf(app, "red");
  const answer = (await setLogo(app, id)).json() as MerchantLogo;
  const url = `http://localhost:3000/openApi/loadMerchantImage/${app.merchantId}?v=${id}`;
  assert.deepEqual(answer, { imageId: id, url });
  assert.equal((await loadModel(app, orderNumber)).merchant.logoImageUrl, url);
  const load = async (path: string): Promise<LightMyRequestResponse> => await app.app.inject(path);
  const kept = await load(new URL(url).pathname + new URL(url).search);
  assert.equal(kept.statusCode, 200);
  assert.match(String(kept.headers["cache-control"]), /immutable/);
  assert.equal((await sharp(kept.rawPayload).metadata()).width, 400);

  const { id: next } = await imageOf(app, "yellow");
  await setLogo(app, next);
  const old = await load(new URL(url).pathname + new URL(url).search);
  assert.doesNotMatch(
    String(old.headers["cache-control"]),
    /immutable/,
    "the old address shows another picture",
  );
  const plain = await load(new URL(url).pathname);
  assert.equal(plain.headers["cache-control"], "public, max-age=300");
  const etag = String(plain.headers["etag"]);
  const repeat = await app.app.inject({ url: new URL(url).pathname, headers: { "if-none-match": etag } });
  assert.equal(repeat.statusCode, 304);

  const headers = { authorization: `Bearer ${app.apiKey}` };
  assert.deepEqual((await app.app.inject({ url: logoPath, headers })).json(), {
    imageId: next,
    url: url.replace(id, next),
  });
  const none = await app.app.inject({ method: "DELETE", url: logoPath, headers });
  assert.deepEqual(none.json(), { imageId: null, url: null });
  assert.equal((await loadModel(app, orderNumber)).merchant.logoImageUrl, null);
});

test("a picture on an invoice's line is on its page; another merchant's picture is on neither page nor logo", async () => {
  await using app = await startTestApp();
  const { id } = await imageOf(app, "purple");
  const line = { title: "تمر", quantity: 1, unitPrice: "50.00", vatRate: "15" };
  const orderNumber = await issueInvoice(app, { lines: [{ ...line, imageId: id }, line] });
  const shown = (await loadModel(app, orderNumber)).order.products.map(({ soldImageId }) => soldImageId);
  assert.deepEqual(shown, [id, null]);
  const file = await app.app.inject(`/openApi/downloadSoldProductImageBytes/${id}?size=300`);
  assert.equal((await sharp(file.rawPayload).metadata()).width, 300);

  const foreign = (
    await upload(app, await picture("black"), { key: await strangersKey(app) })
  ).json() as Image;
  await assert.rejects(
    issueInvoice(app, { lines: [line, { ...line, imageId: foreign.id }] }),
    (error: Error) => /"lines\.1\.imageId","code":"unknown_image"/.test(error.message),
  );
  const logo = await setLogo(app, foreign.id);
  assert.equal(logo.statusCode, 422);
  assert.deepEqual(logo.json().fields, [
    { path: "imageId", code: "unknown_image", message: "not an image that you have uploaded" },
  ]);
});
