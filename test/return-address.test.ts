/**
 * docs/return-address.md, run: a small shop that knows nothing but the example on that page sends a buyer to pay and
 * judges the address at which the buyer comes back.
 */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { issueInvoice, loadModel, payByCard, post, startTestApp, type TestApp } from "./app-harness.ts";
import { root } from "./source-tree.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

type Example = {
  readonly isSignedReturn: (address: string, secret: string, now?: number) => boolean;
};

const page = readFileSync(join(root, "docs/return-address.md"), "utf8");
using folder = temporaryDirectory();
const { isSignedReturn } = await loadExample();

async function loadExample(): Promise<Example> {
  const [, code] = /```js\n([\s\S]+?)```/.exec(page) ?? [];
  assert.ok(code, "the page has an example");
  const file = join(folder.path, "example.mjs");
  writeFileSync(file, code);
  return await import(pathToFileURL(file).href);
}

type Secret = { readonly secret: string; readonly since: string };

async function secretOf(app: TestApp, replaces?: string): Promise<Secret> {
  const response = await app.app.inject({
    method: replaces === undefined ? "GET" : "PUT",
    url: "/api/v1/merchant/return-secret",
    headers: { authorization: `Bearer ${app.apiKey}` },
    ...(replaces !== undefined && { payload: { replaces } }),
  });
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

/** The shop: what it says to each buyer who comes back. */
async function startShop(app: TestApp) {
  const visits: string[] = [];
  const server = createServer(async (request, reply) => {
    const { secret } = await secretOf(app);
    const address = new URL(request.url ?? "", "https://shop.example");
    const isOurs = isSignedReturn(request.url ?? "", secret, app.clock.now());
    const isPaid = ["PAID", "PAID_LINK"].includes(address.searchParams.get("status") ?? "");
    visits.push(`${address.searchParams.get("basket")} ${address.searchParams.get("externalOrderNumber")}`);
    reply.end(isOurs ? (isPaid ? "thank you" : "not paid yet") : "who are you?");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    visits,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const visit = async (address: string | null): Promise<string> => await (await fetch(address ?? "")).text();

test("a shop with the documented example tells a paid buyer, an unpaid one and a liar apart", async () => {
  await using app = await startTestApp();
  await using shop = await startShop(app);
  const orderNumber = await issueInvoice(app, {
    externalOrderNumber: "طلب 1001",
    callbackUrl: `${shop.url}/thanks?basket=7`,
    cancelUrl: `${shop.url}/cart?basket=7`,
  });
  const before = await loadModel(app, orderNumber);
  assert.equal(await visit(before.cancelUrl), "not paid yet");
  const paid = await payByCard(app, orderNumber);
  const { callbackUrl } = paid.json();
  assert.equal(await visit(callbackUrl), "thank you");
  assert.deepEqual(shop.visits, ["7 طلب 1001", "7 طلب 1001"]);

  const claims = new URL(before.callbackUrl ?? "");
  claims.searchParams.set("status", "PAID");
  assert.equal(await visit(claims.href), "who are you?");
  const other = new URL(callbackUrl);
  other.searchParams.set("externalOrderNumber", "طلب 1002");
  assert.equal(await visit(other.href), "who are you?");
  assert.equal(await visit(`${shop.url}/thanks?basket=7`), "who are you?");
  app.clock.advance(24 * 60 * 60_000 + 1000);
  assert.equal(await visit(callbackUrl), "who are you?");
});

test("every way to the shop carries the order as it is: model, status question and scripts' status", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { callbackUrl: "https://shop.example/done" });
  await payByCard(app, orderNumber);
  const { secret } = await secretOf(app);
  const status = await post(app, "/rest/pay/checkPaymentStatus", { orderNumber });
  const embedded = await app.app.inject(`/web/embeddedJs/${orderNumber}`);
  for (const { callbackUrl } of [await loadModel(app, orderNumber), status.json(), embedded.json()]) {
    assert.ok(isSignedReturn(callbackUrl, secret, app.clock.now()), callbackUrl);
    assert.equal(new URL(callbackUrl).searchParams.get("status"), "PAID");
    assert.equal(new URL(callbackUrl).searchParams.get("orderNumber"), orderNumber);
  }
});

test("a replaced secret signs for a day beside its successor, and the same replacement sent twice is one", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { callbackUrl: "https://shop.example/done" });
  const address = async (): Promise<string> => (await loadModel(app, orderNumber)).callbackUrl ?? "";
  const first = await secretOf(app);
  assert.match(first.secret, /^wrs_[\w-]{43}$/);
  app.clock.advance(1000);
  const second = await secretOf(app, first.since);
  assert.notEqual(second.secret, first.secret);
  assert.deepEqual(await secretOf(app, first.since), second);
  assert.deepEqual(await secretOf(app), second);
  const both = await address();
  assert.ok([first, second].every(({ secret }) => isSignedReturn(both, secret, app.clock.now())));
  app.clock.advance(24 * 60 * 60_000);
  const later = await address();
  assert.equal(isSignedReturn(later, first.secret, app.clock.now()), false);
  assert.equal(isSignedReturn(later, second.secret, app.clock.now()), true);
  const { rows } = await app.db.pool.query(
    "select sealed_return_secret, sealed_earlier_return_secret from merchants",
  );
  for (const { secret } of [first, second]) {
    assert.equal(Buffer.concat(Object.values(rows[0])).includes(secret), false, "sealed in the database");
    assert.equal(app.logLines.join("\n").includes(secret), false, "not in the log");
  }
});

test("each merchant has a secret of its own", async () => {
  await using app = await startTestApp();
  const own = await secretOf(app);
  await app.db.pool.query(
    "insert into merchants (username, shop_name, email, phone) values ('other', 'o', 'o@example.com', '1')",
  );
  await app.db.pool.query(
    "update api_keys set merchant_id = (select id from merchants where username = 'other')",
  );
  assert.notEqual((await secretOf(app)).secret, own.secret);
});

test("an order whose secret cannot be opened any more still leads to the shop, unsigned", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { callbackUrl: "https://shop.example/done" });
  await app.db.pool.query("update merchants set sealed_return_secret = '\\x00'");
  const { searchParams } = new URL((await loadModel(app, orderNumber)).callbackUrl ?? "");
  assert.deepEqual([...searchParams.keys()], ["orderNumber", "status", "timestamp"]);
});
