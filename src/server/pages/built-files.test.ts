import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { mountBuiltFiles } from "./built-files.ts";

const script = "export const total = 1;\n".repeat(20);

function write(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

const build = {
  "assets/pay-1.js": script,
  "assets/pay-1.js.br": brotliCompressSync(script),
  "assets/pay-1.js.gz": gzipSync(script),
  "assets/small-2.js": "1",
  "i18n/ar.json": "{}",
};

async function mounted(folder: string): Promise<FastifyInstance> {
  const app = fastify();
  await mountBuiltFiles(app, folder);
  return app;
}

test("a build that is gone or made again takes nothing away from a running server", async () => {
  using directory = temporaryDirectory();
  write(directory.path, build);
  await using app = await mounted(directory.path);
  rmSync(join(directory.path, "assets"), { recursive: true });
  const reply = await app.inject("/assets/pay-1.js");
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.body, script);
});

test("a file goes out as the build has compressed it, in the best form that the browser takes, cached permanently", async () => {
  using directory = temporaryDirectory();
  write(directory.path, build);
  await using app = await mounted(directory.path);
  for (const [accepted, encoding, decode] of [
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["", undefined, (body: Buffer) => body],
  ] as const) {
    const reply = await app.inject({ url: "/assets/pay-1.js", headers: { "accept-encoding": accepted } });
    assert.equal(reply.headers["content-encoding"], encoding);
    assert.equal(decode(reply.rawPayload).toString(), script);
    assert.equal(reply.headers["content-type"], "text/javascript; charset=utf-8");
    assert.equal(reply.headers["cache-control"], "public, max-age=31536000, immutable");
    assert.equal(reply.headers["vary"], "accept-encoding");
  }
  const small = await app.inject({ url: "/assets/small-2.js", headers: { "accept-encoding": "br" } });
  assert.deepEqual([small.body, small.headers["content-encoding"]], ["1", undefined]);
  const texts = await app.inject("/i18n/ar.json?v=1");
  assert.deepEqual([texts.body, texts.headers["content-type"]], ["{}", "application/json; charset=utf-8"]);
});

test("what is no file of the build is not found, nor are the copies by their own names", async () => {
  using directory = temporaryDirectory();
  write(directory.path, { ...build, "secret.js": "1" });
  await using app = await mounted(directory.path);
  for (const url of [
    "/assets/nope.js",
    "/assets/",
    "/assets/pay-1.js.br",
    "/assets/../secret.js",
    "/assets/%2e%2e%2fsecret.js",
  ])
    assert.equal((await app.inject(url)).statusCode, 404, url);
});

test("an unknown kind of file stops the start", async () => {
  using directory = temporaryDirectory();
  write(directory.path, { ...build, "assets/page.wasm": "1" });
  await assert.rejects(mounted(directory.path), /unknown kind: page\.wasm/);
});
