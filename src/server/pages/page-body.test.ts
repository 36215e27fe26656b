import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import { brotliDecompressSync, createBrotliDecompress, gunzipSync } from "node:zlib";
import { chooseEncoding, encodePieces, encodeWhole } from "./page-body.ts";

test("the best encoding that the browser takes is used", () => {
  const cases = [
    ["gzip, deflate, br", "br"],
    ["gzip;q=1.0, br;q=0.5", "br"],
    ["gzip", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.0", "identity"],
    ["deflate, vibrant", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ] as const;
  for (const [accepted, expected] of cases)
    assert.equal(chooseEncoding(accepted), expected, String(accepted));
});

test("a whole document can be read back", async () => {
  const html = "<p>مرحبا</p>".repeat(100);
  const br = await encodeWhole(html, "br");
  assert.equal(br.encoding, "br");
  assert.equal(brotliDecompressSync(br.body).toString(), html);
  assert.equal(gunzipSync((await encodeWhole(html, "gzip")).body).toString(), html);
  assert.equal((await encodeWhole(html, "identity")).body.toString(), html);
});

test("a document that is too small to gain is sent as it is", async () => {
  assert.equal((await encodeWhole("<p>", "br")).encoding, "identity");
});

test("the first piece can be read before the second exists", { timeout: 10_000 }, async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  async function* html(): AsyncGenerator<string> {
    yield "loading";
    await promise;
    yield " done";
  }
  const decoded = encodePieces(html(), "br", () => assert.fail()).pipe(createBrotliDecompress());
  const [first] = await once(decoded, "data");
  assert.equal(String(first), "loading");
  resolve();
  const [second] = await once(decoded, "data");
  assert.equal(String(second), " done");
});

test("a document that ends by failing ends whole, and the reason is reported", async () => {
  const cause = new Error("away");
  async function* html(): AsyncGenerator<string> {
    yield "sorry";
    throw cause;
  }
  const told: unknown[] = [];
  const body = encodePieces(html(), "identity", (why) => told.push(why));
  assert.equal(Buffer.concat(await body.toArray()).toString(), "sorry");
  assert.deepEqual(told, [cause]);
});
