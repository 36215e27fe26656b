/** Who gets in to the console, and what a request must bring. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { issueInvoice } from "#test/app-harness.ts";
import { consoleUrl, cookieOf, type Shop, startShop, testPassword } from "#test/console.ts";

let shop: Shop;
let owner: string;

before(async () => {
  shop = await startShop();
  owner = await shop.addPerson("owner");
});
after(() => shop?.[Symbol.asyncDispose]());

const me = async (cookie: string) => await shop.send("/api/v1/me", { cookie });

test("a person signs in with mail and password, and the answer says who they are and what they may do where", async () => {
  const cookie = await shop.signIn(owner);
  const answer = await me(cookie);
  assert.equal(answer.statusCode, 200, answer.body);
  const { person, shops, freshUntil } = answer.json();
  assert.equal(person.email, owner);
  assert.deepEqual(
    shops.map(({ merchantId, role, world }: Record<string, unknown>) => [merchantId, role, world]),
    [[shop.merchantId, "owner", "live"]],
  );
  assert.ok(shops[0].permissions.includes("team.manage"));
  assert.ok(Date.parse(freshUntil) > shop.clock.now());
});

test("a person calls the merchant API for a shop of theirs, and for no other", async () => {
  const cookie = await shop.signIn(owner);
  const orderNumber = await issueInvoice(shop);
  const mine = await shop.send(`/api/v1/invoices/${orderNumber}`, { cookie, shop: shop.merchantId });
  assert.equal(mine.statusCode, 200, mine.body);
  const account = await shop.send("/api/v1/merchant", { cookie, shop: shop.merchantId });
  assert.deepEqual([account.statusCode, account.json().key], [200, undefined]);
  const foreign = await shop.send("/api/v1/invoices", { cookie, shop: shop.merchantId + 1 });
  assert.deepEqual([foreign.statusCode, foreign.json().code], [403, "permission_missing"]);
  const none = await shop.send("/api/v1/invoices", { cookie });
  assert.deepEqual([none.statusCode, none.json().code], [422, "validation_failed"]);
});

test("a wrong password and an unknown mail get the same page, which works without a script", async () => {
  const pages = [];
  for (const name of [owner, "nobody@shop.example"]) {
    const answer = await shop.send("/sign-in", { form: { name, password: `${testPassword}x`, next: "/" } });
    assert.equal(answer.statusCode, 401);
    assert.equal(cookieOf(answer), "");
    const ofThisPage = /nonce="[^"]+"|data-passkey="[^"]+"/g;
    pages.push(answer.body.replaceAll(name, "").replace(ofThisPage, ""));
  }
  assert.equal(pages[0], pages[1]);
  assert.match(pages[0] ?? "", /^<!doctype html><html lang="ar" dir="rtl">/);
  // The passkeys' form alone waits for a script, and is not seen without it.
  assert.match(pages[0] ?? "", /<form method="post" action="\/sign-in"><.*<form [^>]*passkey" hidden/);
});

test("the sign-in page is below 10 kB, all in", async () => {
  const { body } = await shop.send("/sign-in");
  assert.ok(brotliCompressSync(body).length < 10_000, `${brotliCompressSync(body).length}`);
});

test("the token is in the cookie alone: new at each sign-in, hashed in the database, in no body and no log", async () => {
  const answer = await shop.send("/sign-in", {
    form: { name: owner, password: testPassword, next: "/invoices?status=paid" },
    headers: { cookie: `wasl_session=${"A".repeat(43)}` },
  });
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, "/invoices?status=paid"]);
  const set = String(answer.headers["set-cookie"]);
  assert.match(set, /^wasl_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  const token = cookieOf(answer).split("=")[1] ?? "";
  assert.notEqual(token, "A".repeat(43));
  const { rows } = await shop.db.pool.query(
    "select token_hash from person_sessions order by id desc limit 1",
  );
  assert.deepEqual(rows[0].token_hash, createHash("sha256").update(token).digest());
  const told = (await me(`wasl_session=${token}`)).body + shop.logLines.join("");
  assert.ok(!told.includes(token) && !told.includes(testPassword));
});

test("signing in leads to no other host, to no call and not back to the form", async () => {
  for (const next of [
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/sign-in",
    "/api/v1/me",
    "/a\nb",
  ]) {
    const answer = await shop.send("/sign-in", { form: { name: owner, password: testPassword, next } });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, "/"], next);
  }
});

test("what a person types of others is sealed with a key of their own, the same in each session and no other person's", async () => {
  const keyIn = async (cookie: string): Promise<string> => (await me(cookie)).json().typingKey;
  const key = await keyIn(await shop.signIn(owner));
  assert.equal(Buffer.from(key, "base64url").length, 32);
  assert.equal(await keyIn(await shop.signIn(owner)), key);
  assert.notEqual(await keyIn(await shop.signIn(await shop.addPerson("cashier"))), key);
});

test("signing out ends the session at once, and has the browser forget", async () => {
  const cookie = await shop.signIn(owner);
  const answer = await shop.send("/sign-out", { cookie, form: {} });
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers["clear-site-data"], '"cache", "storage"');
  assert.match(String(answer.headers["set-cookie"]), /^wasl_session=; Max-Age=0; Path=\/;/);
  const gone = await me(cookie);
  assert.deepEqual([gone.statusCode, gone.json().code], [401, "unauthorized"]);
});

test("a session ends after half an hour without a request, and after twelve hours with them", async () => {
  const cookie = await shop.signIn(owner);
  shop.clock.advance(29 * 60_000);
  assert.equal((await me(cookie)).statusCode, 200);
  shop.clock.advance(31 * 60_000);
  assert.equal((await me(cookie)).statusCode, 401);
  const second = await shop.signIn(owner);
  for (let minutes = 0; minutes < 12 * 60 - 25; minutes += 25) {
    shop.clock.advance(25 * 60_000);
    assert.equal((await me(second)).statusCode, 200, `${minutes}`);
  }
  shop.clock.advance(25 * 60_000);
  assert.equal((await me(second)).statusCode, 401);
});

test("a sensitive act asks again who one is after ten minutes; the proof gives the session a new token", async () => {
  const cookie = await shop.signIn(owner);
  const makeKey = async (by: string) =>
    await shop.send("/api/v1/keys", {
      cookie: by,
      shop: shop.merchantId,
      json: { name: "shop", scopes: ["read"] },
    });
  assert.equal((await makeKey(cookie)).statusCode, 201);
  shop.clock.advance(10 * 60_000);
  const stale = await makeKey(cookie);
  assert.deepEqual([stale.statusCode, stale.json().code], [403, "reauthentication_required"]);
  const wrong = await shop.send("/sign-in/again", { cookie, json: { password: "something else" } });
  assert.equal(wrong.statusCode, 403);
  const again = await shop.send("/sign-in/again", { cookie, json: { password: testPassword } });
  assert.equal(again.statusCode, 200, again.body);
  assert.deepEqual(Object.keys(again.json()), ["freshUntil"]);
  assert.equal((await makeKey(cookieOf(again))).statusCode, 201);
  assert.equal((await me(cookie)).statusCode, 401, "the token from before");
});

test("a change that another site's page makes is refused, and so is its read", async () => {
  const cookie = await shop.signIn(owner);
  const call = { cookie, shop: shop.merchantId };
  const json = { name: "shop", scopes: ["read"] };
  const refused = [
    await shop.send("/api/v1/keys", { ...call, json, headers: { origin: "https://evil.example" } }),
    await shop.send("/api/v1/keys", { ...call, json, headers: { origin: "http://localhost:3000" } }),
    await shop.send("/api/v1/keys", { ...call, json, headers: { origin: "null" } }),
    await shop.send("/api/v1/keys", { ...call, json, headers: { "sec-fetch-site": "same-site" } }),
    await shop.send("/api/v1/invoices", { ...call, headers: { "sec-fetch-site": "cross-site" } }),
    await shop.send("/sign-out", { cookie, form: {}, headers: { origin: "https://evil.example" } }),
    await shop.send("/sign-in/again", {
      ...call,
      json: { password: testPassword },
      headers: { origin: "https://evil.example" },
    }),
  ];
  for (const [index, answer] of refused.entries()) {
    assert.equal(answer.statusCode, 403, `${index}`);
    const isPage = /^text\/html/.test(String(answer.headers["content-type"]));
    if (!isPage) assert.equal(answer.json().code, "origin_not_allowed", `${index}`);
  }
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    const answer = await shop.send("/api/v1/keys", {
      ...call,
      method: "POST",
      headers: { "content-type": type },
      json: JSON.stringify(json),
    });
    assert.equal(answer.statusCode, 415, type);
  }
});

test("the console's host has nothing of the buyers' pages, the other names nothing of the console", async () => {
  const cookie = await shop.signIn(owner);
  const orderNumber = await issueInvoice(shop);
  for (const url of [
    `/rest/pay/order/${orderNumber}`,
    "/api/v1/openapi.json",
    "/docs/en",
    "/mcp",
    "/healthz",
  ])
    assert.equal((await shop.send(url, { cookie })).statusCode, 404, url);
  assert.match(
    String((await shop.send("/docs", { cookie })).headers.location),
    /^http:\/\/localhost:\d+\/docs\?lang=/,
  );
  for (const host of ["localhost:3000", "127.0.0.1:3000"])
    for (const url of ["/sign-in", "/sign-out", "/api/v1/me"])
      assert.equal((await shop.send(url, { cookie, headers: { host } })).statusCode, 404, `${host}${url}`);
  const byCookie = await shop.send("/api/v1/invoices", {
    cookie,
    shop: shop.merchantId,
    headers: { host: "localhost:3000" },
  });
  assert.equal(byCookie.statusCode, 401, "a cookie on the other host");
  const byKey = await shop.send("/api/v1/invoices", {
    shop: shop.merchantId,
    headers: { authorization: `Bearer ${shop.apiKey}` },
  });
  assert.equal(byKey.statusCode, 401, "a key on the console's host");
});

test("pages of the console's host run their one script at most, are in no frame and leave no trace", async () => {
  const { headers } = await shop.send("/sign-in");
  const policy = String(headers["content-security-policy"]);
  assert.match(
    policy,
    /^default-src 'none'; script-src 'nonce-[\w-]{22}'; style-src 'nonce-[\w-]{22}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'/,
  );
  const other = String((await shop.send("/reset")).headers["content-security-policy"]);
  assert.match(other, /^default-src 'none'; style-src 'nonce-/);
  assert.equal(headers["cross-origin-opener-policy"], "same-origin");
  assert.equal(headers["referrer-policy"], "same-origin");
  assert.equal(headers["cache-control"], "no-store");
});

test("behind https the cookie is for this host alone and never sent in the clear", async () => {
  await using live = await startShop({
    env: { WASL_WEB_URL: "https://pay.example", WASL_CONSOLE_URL: "https://shop.pay.example" },
  });
  const email = await live.addPerson("cashier");
  const answer = await live.send("/sign-in", {
    form: { name: email, password: testPassword, next: "/" },
    headers: { host: "shop.pay.example", origin: "https://shop.pay.example" },
  });
  assert.match(
    String(answer.headers["set-cookie"]),
    /^__Host-wasl_session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  assert.notEqual(consoleUrl, live.services.config.consoleUrl);
});

test("what a form is refused for is a page that leads back, and for the app a problem", async () => {
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  const foreign = { origin: "https://evil.example", "accept-language": "en" };
  for (const [url, form, headers, status] of [
    ["/sign-in", { name: "a@shop.example", password: "x", next: "/" }, foreign, 403],
    ["/sign-out", {}, foreign, 403],
    ["/reset", { email: "a@shop.example" }, foreign, 403],
    ["/sign-in", { name: "a@shop.example" }, {}, 400],
    ["/second-factor", {}, {}, 400],
    ["/second-factor/confirm", {}, {}, 400],
    [`/reset/${"a".repeat(43)}`, {}, {}, 400],
    ["/sign-in", { name: "a".repeat(20_000), password: "x", next: "/" }, {}, 413],
  ] as const) {
    const answer = await shop.send(url, { cookie, form, headers });
    assert.deepEqual(
      [answer.statusCode, answer.headers["content-type"]],
      [status, "text/html; charset=utf-8"],
      `${url}: ${answer.body}`,
    );
    assert.match(answer.body, /role="alert".*href="\/sign-in"/);
    assert.match(String(answer.headers["content-security-policy"]), /default-src 'none'/);
    assert.equal(answer.headers["cache-control"], "no-store");
    assert.doesNotMatch(answer.body, /a@shop\.example/);
  }
  const ofApp = await shop.send("/sign-in/again", { cookie, json: { password: 1 } });
  assert.equal(ofApp.json().code, "validation_failed");
});
