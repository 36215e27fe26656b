/** What developers read is true: guides in both languages, a reference without a foreign request, a shop that sells. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { addEndpoint, callerOf, runJobs } from "#test/webhook-shop.ts";
import { guideFile, guideNames, guidePath, guideTextPath, readGuide } from "./guides.ts";

const program = fileURLToPath(new URL("../../../examples/shop.mjs", import.meta.url));

let app: TestApp;
let url: string;

before(async () => {
  app = await startTestApp();
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}`;
});
after(async () => await app?.[Symbol.asyncDispose]());

test("each guide is a page in both languages, and every link of it that is ours leads somewhere", async () => {
  const links = new Set<string>();
  for (const language of ["ar", "en"] as const) {
    for (const name of guideNames) {
      const reply = await app.app.inject(guidePath(language, name));
      assert.equal(reply.statusCode, 200, `${language} ${name}`);
      assert.match(
        reply.body,
        new RegExp(`<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">`),
      );
      assert.match(reply.body, /<h1>/);
      for (const [, href = ""] of reply.body.matchAll(/href="(\/[^"]*)"/g)) links.add(href);
      // Within the page: what it names is in it.
      for (const [, id = ""] of reply.body.matchAll(/href="#([^"]*)"/g))
        assert.ok(reply.body.includes(`id="${id}"`), `${language} ${name} #${id}`);
      assert.doesNotMatch(reply.body, /href="[^"]*\.md"/, `${language} ${name}`);
    }
  }
  for (const href of links) assert.ok((await app.app.inject(href)).statusCode < 400, href);
});

test("the first address leads to the reader's language, and an unknown guide is not found", async () => {
  const location = async (language: string) =>
    (await app.app.inject({ url: "/docs", headers: { "accept-language": language } })).headers["location"];
  assert.equal(await location("en-GB"), "/docs/en");
  assert.equal(await location("fr"), "/docs/ar");
  for (const path of ["/docs/fr", "/docs/en/nothing", "/docs/EN", "/docs/en/..%2f..%2fpackage"])
    assert.equal((await app.app.inject(path)).statusCode, 404, path);
});

test("both languages say the same: as many headings, rows, programs and calls", () => {
  for (const name of guideNames) {
    const [ar, en] = (["ar", "en"] as const).map((language) =>
      readFileSync(guideFile(language, name), "utf8"),
    );
    for (const part of [/^#+ /gm, /^\|/gm, /^```/gm, /^(?:- |\d+\. )/gm])
      assert.equal(ar?.match(part)?.length, en?.match(part)?.length, `${name} ${part}`);
    const codes = (text = "") => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code).toSorted();
    assert.deepEqual(codes(ar), codes(en), name);
  }
});

test("the guide shows the shop that this test runs, in at most sixty lines", async () => {
  const text = readFileSync(program, "utf8");
  assert.ok(text.trimEnd().split("\n").length <= 60);
  const { html } = await readGuide("ar", "first-shop");
  assert.ok(html.includes("function isFromWasl"));
});

/** Starts the shop as the guide does; its address is what it prints. */
async function startShop(
  secret: string,
): Promise<{ readonly address: string; readonly child: ChildProcess }> {
  const env = { ...process.env, PORT: "0", WASL_URL: url, WASL_KEY: app.apiKey, WASL_WEBHOOK_SECRET: secret };
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const address = /http:\/\/\S+/.exec(String(line))?.[0];
  assert.ok(address);
  return { address, child };
}

test("the shop of the guide sells: it issues, believes signed webhooks alone, and knows what was paid", async () => {
  // The secret comes with the endpoint, and the endpoint's address with the shop: a first shop finds its port.
  const first = await startShop("");
  first.child.kill();
  const call = callerOf(app, app.apiKey);
  const { secret, id } = await addEndpoint(call, `${first.address}/hook`, { types: ["invoice.paid"] });
  const { address, child } = await startShop(secret);
  await call("PATCH", `/webhook-endpoints/${id}`, { url: `${address}/hook` });
  try {
    assert.match(await (await fetch(address)).text(), /<button>/);
    const bought = await fetch(`${address}/buy`, { method: "POST", redirect: "manual" });
    assert.equal(bought.status, 303);
    const orderNumber = /([0-9A-Z]{16})/.exec(bought.headers.get("location") ?? "")?.[1] ?? "";
    const invoice = (await call("GET", `/invoices/${orderNumber}`)).json() as Record<string, string>;
    const order = `${address}/orders/${invoice["externalOrderNumber"]}`;
    assert.equal(await (await fetch(order)).text(), "Not paid yet");
    const forged = { type: "invoice.paid", data: { invoice } };
    const headers = { "webhook-id": "1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
    for (const signature of ["", "v1,", "v1,AAAA", `v1,${"A".repeat(44)}`]) {
      const body = JSON.stringify(forged);
      const sent = { method: "POST", body, headers: { ...headers, "webhook-signature": signature } };
      assert.equal((await fetch(`${address}/hook`, sent)).status, 400, signature);
    }
    await payByCard(app, orderNumber);
    await runJobs(app.services);
    assert.equal(await (await fetch(order)).text(), "Paid");
  } finally {
    child.kill();
  }
});

test("each guide is there as Markdown, too, whose links lead to Markdown and whose program is shown", async () => {
  for (const language of ["ar", "en"] as const)
    for (const name of guideNames) {
      const reply = await app.app.inject(guideTextPath(language, name));
      assert.equal(reply.statusCode, 200, name);
      assert.match(String(reply.headers["content-type"]), /^text\/markdown/);
      assert.match(reply.body, /^# /);
      const links = [...reply.body.matchAll(/\]\(([^):]+)\)/g)].map(([, href = ""]) => href);
      for (const href of links) {
        const { pathname } = new URL(href, `http://wasl.example${guideTextPath(language, name)}`);
        assert.equal((await app.app.inject(pathname)).statusCode, 200, `${language} ${name} ${href}`);
      }
    }
  const shop = await app.app.inject(guideTextPath("en", "first-shop"));
  assert.ok(shop.body.includes(`\`\`\`js\n${readFileSync(program, "utf8").trimEnd()}\n\`\`\``));
});

test("llms.txt names every guide in both languages, the OpenAPI document and the MCP server, each where it is", async () => {
  const reply = await app.app.inject("/llms.txt");
  assert.match(String(reply.headers["content-type"]), /^text\/plain/);
  for (const language of ["ar", "en"] as const)
    for (const name of guideNames) assert.ok(reply.body.includes(guideTextPath(language, name)), name);
  assert.ok(reply.body.includes("/api/v1/openapi.json") && reply.body.includes("/mcp"));
  const links = [...reply.body.matchAll(/\]\(([^)]+)\)/g)].map(([, href = ""]) => new URL(href));
  const statuses = links.map(async ({ origin, pathname }) => {
    assert.equal(origin, new URL(app.services.config.serverUrl).origin);
    return `${pathname} ${(await app.app.inject(pathname)).statusCode}`;
  });
  // A model's program posts to /mcp; a look at it asks for the key.
  const found = links.map(({ pathname }) => `${pathname} ${pathname === "/mcp" ? 401 : 200}`);
  assert.deepEqual(await Promise.all(statuses), found);
});

test("the reference has an origin of its own, and what it shows is the served document", async () => {
  const page = await app.app.inject("/docs/api");
  assert.match(
    String(page.headers["content-security-policy"]),
    /^sandbox allow-scripts allow-popups; default-src 'none'/,
  );
  assert.ok(page.body.includes('"POST /api/v1/invoices"') || page.body.includes('"/api/v1/invoices"'));
  assert.equal(
    (await app.app.inject("/docs/reference.js")).statusCode,
    404,
    "an app without pages has no script",
  );
});
