import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
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

test("the types name every event and every option of the script", async () => {
  await using app = await startTestApp();
  const [script, types] = await Promise.all(
    ["/v1/wasl.js", "/v1/wasl.d.ts"].map(async (url) => (await app.app.inject(url)).body),
  );
  const namesIn = (table: string): string[] => {
    const body = new RegExp(`const ${table} = \\{([^}]*)\\}`).exec(script ?? "")?.[1] ?? "";
    return [...body.matchAll(/^\s*(\w+): "(\w+)"/gm)].map(([, key = "", value = ""]) =>
      table === "events" ? value : key,
    );
  };
  for (const event of namesIn("events")) assert.match(types ?? "", new RegExp(`\\| "${event}"`), event);
  for (const option of namesIn("parameters"))
    assert.match(types ?? "", new RegExp(`readonly ${option}\\?:`), option);
  assert.equal(namesIn("events").length, 8);
  assert.equal(namesIn("parameters").length, 11);
});
