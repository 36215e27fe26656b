import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { brotliDecompressSync } from "node:zlib";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import { createBuilder } from "vite";
import type { PageServices } from "#contract/pages.ts";
import { encodeResult } from "#core/payment-result.ts";
import { orderPage } from "#test/order-page.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { type PageMode, startDevelopment } from "./development.ts";
import { mountPages } from "./pages.ts";

/** Failures that were logged. */
const failures: unknown[] = [];
const directory = temporaryDirectory();
let app: FastifyInstance;

before(async () => {
  const into = (folder: string) => ({ build: { outDir: join(directory.path, folder) } });
  const environments = { client: into("client"), script: into("client"), ssr: into("server") };
  const builder = await createBuilder({ logLevel: "error", environments });
  await builder.buildApp();
  app = await startApp("production");
});

after(async () => {
  await app.close();
  directory[Symbol.dispose]();
});

async function startApp(mode: PageMode): Promise<FastifyInstance> {
  const started = fastify();
  await started.register(cookie);
  started.setNotFoundHandler((_request, reply) => reply.status(404).send({ code: "not_found" }));
  await mountPages(started, {
    services,
    environment: { version: "1.11.53", isTestingPhase: false, hasTestPages: true, directApi: false },
    distDir: directory.path,
    development: mode === "development" ? await startDevelopment(started) : null,
    hasSecureCookies: true,
    log: { info: () => {}, warn: () => {}, error: (_event, fields) => void failures.push(fields) },
  });
  return started;
}

const services: PageServices = {
  loadOrder: async (input) => {
    if (input === "BROKEN") throw new Error("a wrong statement");
    if (input === "AWAY") throw Object.assign(new Error("the server closes"), { code: "57P01" });
    const model = orderPage();
    return input === model.orderNumber ? { model, theme: {}, frameParents: [] } : null;
  },
  methodSettings: async () => ({}),
  troubledMethods: async () => new Map(),
  cardSettings: async () => ({
    sessionFormUrl: "https://gateway.example/session.js",
    amexSessionFormUrl: "https://gateway.example/amex.js",
    directApi: false,
  }),
  loadResult: async () => null,
  loadTaxInvoice: async () => null,
  isResultSigned: () => false,
  loadAgreement: async () => null,
  loadReturn: async () => ({ askedUntil: null, last: null }),
  isRenewalAsked: async () => false,
  loadProductLink: async () => null,
  loadIssuedPapers: async () => [],
  loadQuote: async () => null,
  loadBuyersDocuments: async () => null,
  loadDigitalGoods: async () => [],
  loadOpenReferences: async () => [],
  loadBegunPayment: async () => null,
  loadReturns: async () => null,
  loadLinkAgreement: async () => null,
};

test("a page comes with a policy whose nonce is that of its inline parts, new each time", async () => {
  const nonces = new Set<string>();
  for (let count = 0; count < 3; count += 1) {
    const reply = await app.inject("/?lang=en");
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.headers["content-type"], "text/html; charset=utf-8");
    const policy = String(reply.headers["content-security-policy"]);
    const [, nonce = ""] = /script-src 'self' 'nonce-([\w-]{22})'/.exec(policy) ?? [];
    assert.ok(policy.includes(`style-src 'self' 'nonce-${nonce}'`));
    const inline = [...reply.body.matchAll(/ nonce="([^"]+)"/g)].map(([, value]) => value);
    assert.ok(inline.length > 0 && inline.every((value) => value === nonce));
    nonces.add(nonce);
  }
  assert.equal(nonces.size, 3);
});

test("every style sheet of a page is in its HTML, and the script it names is there", async () => {
  const { body } = await app.inject("/?lang=en");
  assert.doesNotMatch(body, /rel="stylesheet"/);
  assert.match(body, /<style nonce="[^"]+">[^<]*--page-width:1500px[^<]*<\/style>/);
  assert.match(body, /\.home-panel/);
  const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(body) ?? [];
  const reply = await app.inject(script);
  assert.equal(reply.statusCode, 200);
  assert.equal(reply.headers["cache-control"], "public, max-age=31536000, immutable");
});

test("files come compressed as they were built", async () => {
  const { body } = await app.inject("/?lang=en");
  const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(body) ?? [];
  const plain = await app.inject(script);
  const reply = await app.inject({ url: script, headers: { "accept-encoding": "gzip, br" } });
  assert.equal(reply.headers["content-encoding"], "br");
  assert.equal(brotliDecompressSync(reply.rawPayload).toString(), plain.body);
  // The plain pages' whole script: what a buyer downloads beside the HTML.
  assert.ok(reply.rawPayload.length <= 5 * 1024);
});

test("the HTML itself comes compressed and fits into the first round trip", async () => {
  const reply = await app.inject({ url: "/", headers: { "accept-encoding": "br" } });
  assert.equal(reply.headers["content-encoding"], "br");
  assert.match(
    brotliDecompressSync(reply.rawPayload).toString(),
    /^<!doctype html><html lang="ar" dir="rtl">/,
  );
  assert.ok(reply.rawPayload.length <= 14 * 1024);
});

test("the merged translations are files with a stamp of their content", async () => {
  for (const language of ["ar", "en"]) {
    const reply = await app.inject(`/i18n/${language}.json?v=stamp`);
    assert.equal(reply.statusCode, 200);
    assert.match(String(reply.headers["content-type"]), /^application\/json/);
    assert.ok(reply.json().invoice.proceed.length > 0);
  }
});

test("the payment page lets the hosted card fields in, the others do not", async () => {
  const info = await app.inject("/pay/info/7K3M9X2PQR4T5V6W");
  assert.match(String(info.headers["content-security-policy"]), /frame-src https:\/\/gateway\.example;/);
  const invoice = await app.inject("/pay/7K3M9X2PQR4T5V6W");
  assert.match(String(invoice.headers["content-security-policy"]), /frame-src 'none';/);
});

test("a result in a frame of another site gives a way out of it and nothing else (Spec 2.5)", async () => {
  const msg = encodeResult({ orderNumber: orderPage().orderNumber, statusCode: 400, msg: '"><b>' });
  const query = new URLSearchParams({ msg, lang: "en", callback: "https://evil.example" });
  const framedBy = (site: string, destination = "iframe", path = "/pay/displayPayment") =>
    app.inject({
      url: `${path}?${query}`,
      headers: { "sec-fetch-dest": destination, "sec-fetch-site": site },
    });
  for (const [site, destination] of [
    ["cross-site", "iframe"],
    ["same-site", "iframe"],
    ["cross-site", "embed"],
    ["cross-site", "object"],
  ] as const)
    for (const path of ["/pay/displayPayment", "/pay/process3DSecure"]) {
      const reply = await framedBy(site, destination, path);
      assert.match(String(reply.headers["content-security-policy"]), /; frame-ancestors \*$/);
      assert.match(
        String(reply.headers["content-security-policy"]),
        /^default-src 'none'; script-src 'nonce-/,
      );
      assert.equal(reply.headers["x-frame-options"], undefined);
      assert.equal(reply.headers["set-cookie"], undefined);
      // Its one address is its own, in the whole window; what came in the query cannot leave its attribute.
      const links = [...reply.body.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address);
      assert.deepEqual(links, [`${path}?${String(query).replaceAll("&", "&#38;")}`]);
      assert.match(reply.body, /<a id="go" target="_top"/);
      for (const told of ["دار رنا", "1,150", "<main", "<form"]) assert.ok(!reply.body.includes(told), told);
    }
  for (const reply of [
    await framedBy("same-origin"),
    await framedBy("none"),
    await framedBy("cross-site", "document"),
    await app.inject(`/pay/displayPayment?${query}`),
  ])
    assert.match(String(reply.headers["content-security-policy"]), /frame-ancestors 'self'/);
  // Every other page stays out of all frames.
  for (const path of ["/pay/info/7K3M9X2PQR4T5V6W", "/pay/googlepay/7K3M9X2PQR4T5V6W", "/"]) {
    const { headers } = await framedBy("cross-site", "iframe", path);
    assert.match(String(headers["content-security-policy"]), /frame-ancestors '(none|self)'/, path);
  }
});

test("results may be framed by our own pages, other pages by no site", async () => {
  const ancestors = async (url: string) =>
    /frame-ancestors '(\w+)'/.exec(String((await app.inject(url)).headers["content-security-policy"]))?.[1];
  assert.equal(await ancestors("/pay/displayPayment"), "self");
  assert.equal(await ancestors("/pay/process3DSecure"), "self");
  assert.equal(await ancestors("/pay/7K3M9X2PQR4T5V6W"), "none");
});

test("an address that leads nowhere is the 404 page; one of a program is the app's own answer", async () => {
  const page = await app.inject("/nope/at/all?lang=en");
  assert.equal(page.statusCode, 404);
  assert.match(page.body, /Ooops! The page you requested was not found!/);
  for (const url of ["/rest/pay/nope", "/openApi/nope", "/web/nope", "/assets/nope.js", "/i18n/nope.json"]) {
    const reply = await app.inject(url);
    assert.equal(reply.statusCode, 404, url);
    assert.doesNotMatch(String(reply.headers["content-type"]), /html/, url);
  }
  assert.match((await app.inject("/restaurant")).body, /^<!doctype html>/);
});

test("index addresses lead to the start page (decision N3)", async () => {
  for (const url of ["/index", "/index.html"]) {
    const reply = await app.inject(url);
    assert.equal(reply.statusCode, 308);
    assert.equal(reply.headers.location, "/");
  }
});

test("the language comes from the cookie, and from nothing that is not a language", async () => {
  const languageOf = async (lang: string) =>
    /<html lang="(\w+)"/.exec((await app.inject({ url: "/", cookies: { lang } })).body)?.[1];
  assert.equal(await languageOf("en"), "en");
  assert.equal(await languageOf("fr"), "ar");
});

test("a visitor gets the cookie that scripts repeat, once", async () => {
  const first = await app.inject("/");
  const [token] = first.cookies.filter(({ name }) => name === "XSRF-TOKEN");
  assert.ok(token && token.value.length >= 22);
  assert.equal(token.secure, true, "by the public address: the proxy in front may speak http with us");
  const second = await app.inject({ url: "/", cookies: { "XSRF-TOKEN": token.value } });
  assert.deepEqual(
    second.cookies.filter(({ name }) => name === "XSRF-TOKEN"),
    [],
  );
});

test("a failure of ours is a page with status 500 and a line in the log, nothing more", async () => {
  const reply = await app.inject("/pay/BROKEN?lang=en");
  assert.equal(reply.statusCode, 500);
  assert.match(reply.body, /Something went wrong on our side.*<\/html>$/s);
  assert.equal(reply.headers["retry-after"], undefined);
  assert.doesNotMatch(reply.body, /statement/);
  assert.match(String(Object(failures.at(-1)).error), /a wrong statement/);
});

test("a page without a database says so with status 503 and when to come again, as a call does", async () => {
  const reply = await app.inject("/pay/AWAY?lang=en");
  assert.equal(reply.statusCode, 503);
  assert.equal(reply.headers["retry-after"], "5");
  assert.match(reply.body, /Something went wrong on our side.*<\/html>$/s);
  assert.equal(Object(failures.at(-1)).outage, "unreachable");
});

test("without a build the start fails with a sentence that says what to do", async () => {
  using empty = temporaryDirectory();
  const options = { distDir: empty.path, development: null, hasSecureCookies: true } as const;
  const environment = { version: "1", isTestingPhase: false, hasTestPages: false, directApi: true };
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  await assert.rejects(
    mountPages(fastify(), { ...options, services, environment, log }),
    /run "npm run build"/,
  );
});

test("while developing, pages come from the sources", async () => {
  const developed = await startApp("development");
  try {
    const { body } = await developed.inject("/?lang=en");
    assert.match(body, /src="\/@vite\/client"/);
    assert.match(body, /src="\/src\/web\/script\/page-script\.ts"/);
  } finally {
    await developed.close();
  }
});
