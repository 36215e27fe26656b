import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import fastify, { type FastifyInstance } from "fastify";
import { createApp } from "#server/app.ts";
import { issueInvoice, startTestApp, type TestApp } from "#test/app-harness.ts";
import { checkPage } from "./check-pages.ts";

const distDir = join(import.meta.dirname, "../../dist");
const inventory = ["client", "script"].flatMap((name) =>
  JSON.parse(readFileSync(join(distDir, `client/script-inventory-${name}.json`), "utf8")),
);

let wasl: TestApp;
let app: FastifyInstance;
let page: URL;
before(async () => {
  wasl = await startTestApp();
  app = await createApp(wasl.services, { distDir });
  page = new URL(`/pay/info/${await issueInvoice(wasl)}`, await app.listen({ host: "127.0.0.1", port: 0 }));
});
after(async () => {
  await app.close();
  await wasl[Symbol.asyncDispose]();
});

test("pages as they were built differ in nothing", async () => {
  assert.deepEqual(await checkPage(page, inventory), []);
  assert.deepEqual(await checkPage(new URL(page.href.replace("/info/", "/frame/")), inventory), []);
});

/** A machine on the way that changes what it passes on. */
async function changing(change: (body: string, path: string) => string, header?: [string, string]) {
  const proxy = fastify();
  proxy.get("/*", async (request, reply) => {
    const answer = await fetch(new URL(request.url, page));
    for (const [name, value] of answer.headers)
      if (!/^(content-(?:length|encoding)|connection|transfer-encoding)$/.test(name))
        reply.header(name, value);
    if (header) reply.header(...header);
    return await reply.send(change(await answer.text(), request.url));
  });
  const url = await proxy.listen({ host: "127.0.0.1", port: 0 });
  try {
    return await checkPage(new URL(page.pathname, url), inventory);
  } finally {
    await proxy.close();
  }
}

const isPage = (path: string): boolean => path.startsWith("/pay/");

for (const { what, change, header, says } of [
  {
    what: "a script that was added",
    change: (body: string, path: string) =>
      isPage(path)
        ? body.replace("</body>", '<script src="https://evil.example/s.js"></script></body>')
        : body,
    says: /the script https:\/\/evil\.example\/s\.js is not in the inventory/,
  },
  {
    what: "an inline script that was added",
    change: (body: string, path: string) =>
      isPage(path) ? body.replace("</body>", "<script>steal()</script></body>") : body,
    says: /an inline script has no nonce/,
  },
  {
    what: "a script in an attribute",
    change: (body: string, path: string) =>
      isPage(path) ? body.replace("<main", '<main onclick="steal()"') : body,
    says: /a script in an attribute/,
  },
  {
    what: "a hash that was taken away",
    change: (body: string, path: string) =>
      isPage(path) ? body.replaceAll(/ integrity="[^"]*"/g, "") : body,
    says: /has not its hash/,
  },
  {
    what: "a script with other bytes",
    change: (body: string, path: string) => (path.includes("/hydrate-") ? `${body};steal()` : body),
    says: /\/assets\/hydrate-.* has other bytes than the build/,
  },
  {
    what: "a policy that lets more in",
    change: (body: string) => body,
    header: ["content-security-policy", "default-src 'none'; script-src 'self' *"] as [string, string],
    says: /the header content-security-policy is not ours/,
  },
]) {
  test(`${what} is found`, async () => {
    const wrong = await changing(change, header);
    assert.ok(
      wrong.some((line) => says.test(line)),
      wrong.join("\n"),
    );
  });
}
