import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { frameEvents } from "#core/frame-state.ts";
import { languages } from "#core/language.ts";
import { startTestApp } from "#test/app-harness.ts";

test("the drop-in script is small, may be loaded by any page, and is asked for again without being sent again", async () => {
  await using app = await startTestApp();
  const script = await app.app.inject("/v1/wasl.js");
  assert.equal(script.statusCode, 200);
  assert.match(String(script.headers["content-type"]), /^text\/javascript/);
  assert.equal(script.headers["access-control-allow-origin"], "*");
  assert.equal(script.headers["cross-origin-resource-policy"], "cross-origin");
  assert.ok(gzipSync(script.body).length < 2_000, `${gzipSync(script.body).length} bytes`);
  const again = await app.app.inject({
    url: "/v1/wasl.js",
    headers: { "if-none-match": String(script.headers.etag) },
  });
  assert.deepEqual([again.statusCode, again.body], [304, ""]);
});

/** The pairs of a table of the script. */
function pairsOf(script: string, table: string): Readonly<Record<string, string>> {
  const body = new RegExp(`const ${table} = \\{([^}]*)\\}`).exec(script)?.[1] ?? "";
  return Object.fromEntries(
    [...body.matchAll(/^\s*(\w+): "(\w+)"/gm)].map(([, key = "", value = ""]) => [key, value]),
  );
}

test("the types name every option of the script", async () => {
  await using app = await startTestApp();
  const [script = "", types = ""] = await Promise.all(
    ["/v1/wasl.js", "/v1/wasl.d.ts"].map(async (url) => (await app.app.inject(url)).body),
  );
  const options = Object.keys(pairsOf(script, "parameters"));
  assert.equal(options.length, 11);
  for (const option of options) assert.match(types, new RegExp(`readonly ${option}\\?:`), option);
});

test("script, types, document and guides name each state of the frame, and the event that tells of it", async () => {
  const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");
  assert.deepEqual(pairsOf(await read("wasl.js"), "events"), frameEvents);
  const types = await read("wasl.d.ts");
  const union = (name: string) => new RegExp(`type ${name} =([^;]*);`).exec(types)?.[1] ?? "";
  const texts = (union: string) => [...union.matchAll(/"(\w+)"/g)].map(([, text]) => text);
  assert.deepEqual(texts(union("WaslState")), Object.keys(frameEvents));
  assert.deepEqual(texts(union("WaslEvent")), ["form", "ready", "change", "resize"]);
  const rows = (await read("../../../docs/payment-frame.md")).matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm);
  assert.deepEqual(Object.fromEntries([...rows].map(([, state, event]) => [state, event])), frameEvents);
  for (const language of languages) {
    const guide = await read(`../../../docs/guides/${language}/frame.md`);
    for (const event of Object.values(frameEvents)) assert.match(guide, new RegExp(`\`${event}\``), language);
  }
});
