import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import cookie from "@fastify/cookie";
import fastify, { type FastifyInstance } from "fastify";
import sharp from "sharp";
import type { Me } from "#contract/people.ts";
import { permissionsOf } from "#core/roles.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { consolePolicy } from "../http/policies.ts";
import { consoleDocument, mountConsoleApp } from "./app-page.ts";

const manifest = {
  "src/console/main.tsx": {
    file: "assets/main-1.js",
    imports: ["_shared.js"],
    css: ["assets/style-1.css"],
  },
  "_shared.js": { file: "assets/shared-1.js" },
  "src/console/i18n/console.ar.json": { file: "assets/ar-1.js" },
  "src/console/i18n/console.en.json": { file: "assets/en-1.js" },
};

const me: Me = {
  person: {
    name: "</script><script>alert(1)</script>",
    email: "n@shop.example",
    mobile: null,
    language: "ar",
    hasSecondFactor: true,
    mustSetUpFactor: false,
    hasAuthenticator: true,
    hasPasskey: false,
    mayOpenShop: false,
  },
  shops: [],
  freshUntil: "2026-11-23T00:00:00.000Z",
  typingKey: "QUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUE",
};

async function consoleApp(isSignedIn: boolean, distDir: string): Promise<FastifyInstance> {
  mkdirSync(join(distDir, "console/assets"), { recursive: true });
  writeFileSync(join(distDir, "console/manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(distDir, "console/assets/main-1.js"), "1");
  const app = fastify();
  await app.register(cookie);
  await mountConsoleApp(app, {
    distDir,
    isDeveloped: false,
    webUrl: "https://pay.example/",
    me: async () => (isSignedIn ? me : null),
  });
  return app;
}

test("every screen is one document that loads our files alone and is kept by no cache", async () => {
  using directory = temporaryDirectory();
  await using app = await consoleApp(true, directory.path);
  for (const address of ["/", "/invoices?show=unpaid", "/invoices/7Q2M4X9KD3RT6WBN"]) {
    const reply = await app.inject(address);
    assert.equal(reply.statusCode, 200, address);
    assert.equal(reply.headers["cache-control"], "no-store");
    assert.match(
      String(reply.headers["content-security-policy"]),
      /default-src 'none'; script-src 'self' 'nonce-/,
    );
    assert.match(String(reply.headers["content-security-policy"]), /frame-ancestors 'none'/);
    assert.match(String(reply.headers["content-security-policy"]), /frame-src https:\/\/pay\.example;/);
    assert.equal(reply.headers["cross-origin-opener-policy"], "same-origin");
  }
});

test("without a session a screen leads to the sign-in page and back", async () => {
  using directory = temporaryDirectory();
  await using app = await consoleApp(false, directory.path);
  const reply = await app.inject("/invoices?show=unpaid");
  assert.equal(reply.statusCode, 303);
  assert.equal(reply.headers.location, "/sign-in?next=%2Finvoices%3Fshow%3Dunpaid");
});

test("what is no screen is not answered with the app", async () => {
  using directory = temporaryDirectory();
  await using app = await consoleApp(true, directory.path);
  for (const address of ["/api/v1/nothing", "/assets/gone.js", "/robots.txt"])
    assert.equal((await app.inject(address)).statusCode, 404, address);
  assert.equal((await app.inject("/assets/main-1.js")).statusCode, 200);
});

test("the console can be installed: its document leads to a manifest in the person's language, and its icons are what it says", async () => {
  using directory = temporaryDirectory();
  await using app = await consoleApp(true, directory.path);
  const names = { ar: "وصل – لوحة المتجر", en: "Wasl – shop console" };
  for (const language of ["ar", "en"] as const) {
    const page = await app.inject({ url: "/invoices", headers: { cookie: `lang=${language}` } });
    assert.match(String(page.headers["content-security-policy"]), /manifest-src 'self'/);
    const [, address = ""] = /<link rel="manifest" href="([^"]+)">/.exec(page.body) ?? [];
    const reply = await app.inject(address);
    assert.equal(reply.headers["content-type"], "application/manifest+json; charset=utf-8");
    const manifest = reply.json();
    assert.deepEqual(
      [manifest.name, manifest.lang, manifest.dir, manifest.id, manifest.start_url, manifest.display],
      [names[language], language, language === "ar" ? "rtl" : "ltr", "/", "/", "standalone"],
    );
    assert.equal((await app.inject(manifest.shortcuts[0].url)).statusCode, 200);
    const [, touch = ""] = /<link rel="apple-touch-icon" href="([^"]+)">/.exec(page.body) ?? [];
    const icons = [...manifest.icons, { src: touch, type: "image/png", sizes: "180x180" }];
    assert.deepEqual(
      icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
      ["any any", "192x192 any", "512x512 any", "512x512 maskable", "180x180 undefined"],
    );
    for (const { src, type, sizes } of icons) {
      const icon = await app.inject(src);
      assert.equal(icon.headers["content-type"], type, src);
      const { width, height, format } = await sharp(icon.rawPayload).metadata();
      if (sizes === "any") assert.equal(format, "svg");
      else assert.equal(`${width}x${height}`, sizes, src);
    }
  }
});

test("home comes with its own files where the role begins there, and each document asks for its first list by itself", () => {
  const built = {
    ...manifest,
    "src/console/home/home.tsx": { file: "assets/home-1.js", imports: ["_shared.js"] },
    "src/console/i18n/home.en.json": { file: "assets/home-en-1.js" },
  };
  const shopOf = (role: "owner" | "cashier"): Me["shops"][number] => ({
    merchantId: 7,
    name: "Nakheel",
    world: "live",
    liveMerchantId: null,
    role,
    permissions: [...permissionsOf[role]],
    isApproved: true,
  });
  const filesOf = (role: "owner" | "cashier", isHome: boolean) =>
    consoleDocument({
      manifest: built,
      me: { ...me, shops: [shopOf(role)] },
      isHome,
      language: "en",
      nonce: "n",
    });
  for (const file of ["home-1", "home-en-1"]) {
    const link = `<link rel="modulepreload" href="/assets/${file}.js">`;
    assert.ok(filesOf("owner", true).includes(link), file);
    assert.ok(!filesOf("owner", false).includes(link), file);
    assert.ok(!filesOf("cashier", true).includes(link), file);
  }
  const [, script = ""] = /<script nonce="n">(.*?)<\/script>/s.exec(filesOf("owner", false)) ?? [];
  assert.match(script, /waslFirst/);
  assert.ok(script.length < 2_000 && !script.includes("//"), `${script.length} characters`);
});

test("no name of a person or shop ends the block of data", () => {
  const html = consoleDocument({ manifest, me, language: "ar", nonce: "n" });
  assert.ok(!html.includes("alert(1)</script>"));
  assert.match(html, /<html lang="ar" dir="rtl">/);
  const block = /id="wasl-me">(.*?)<\/script>/.exec(html)?.[1] ?? "";
  assert.deepEqual(JSON.parse(block), me);
});

test("while developing, the document begins with the sources, whose styles Vite writes into it", () => {
  const html = consoleDocument({ manifest: null, me, language: "en", nonce: "n" });
  const scripts = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, address]) => address);
  assert.deepEqual(scripts, ["/@vite/client", "/src/console/main.tsx"]);
  const developed = consolePolicy("n", { previews: "https://pay.example", isDeveloped: true });
  assert.match(developed, /style-src 'self' 'unsafe-inline'; .*connect-src 'self' ws:;/);
  const built = consolePolicy("n", { previews: "https://pay.example", isDeveloped: false });
  assert.doesNotMatch(built, /unsafe|ws:/);
  assert.match(built, /require-trusted-types-for 'script'/);
});

test("the first list of the console loads at most 105,000 bytes of scripts", () => {
  const folder = resolve("dist/console");
  assert.ok(existsSync(join(folder, "manifest.json")), 'the console is not built: run "npm run build"');
  const built = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  for (const language of ["ar", "en"] as const) {
    const html = consoleDocument({ manifest: built, me, language, nonce: "n" });
    const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file);
    assert.ok(files.length >= 2);
    const bytes = files.map((file) => readFileSync(join(folder, `${file}.br`)).length);
    const total = bytes.reduce((sum, one) => sum + one, 0);
    assert.ok(total <= 105_000, `${language}: ${total} bytes`);
  }
});
