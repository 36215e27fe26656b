/** Who may open a shop, as the operator has set it, and how often a client may try. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inviteToOpenShop } from "#server/people/shop-openings.ts";
import { newestCode, proofCookieOf, proveForSignUp } from "#test/address-codes.ts";
import { cookieOf, startShop, testPassword } from "#test/console.ts";
import { readConfig } from "../settings/config.ts";
import { ConfigurationError } from "../settings/configuration-error.ts";

const named = { shopName: "متجر", phone: "0551234567", password: testPassword };

test("unless the operator says otherwise no visitor opens a shop: no form, no code, no way from the sign-in page", async () => {
  await using shop = await startShop();
  assert.doesNotMatch((await shop.send("/sign-in")).body, /sign-up/);
  for (const [url, form] of [
    ["/sign-up", undefined],
    ["/sign-up", { name: "a@shop.example" }],
    ["/sign-up/code", { code: "123456" }],
  ] as const) {
    const answer = await shop.send(url, form && { form });
    assert.equal(answer.statusCode, 403, url);
    assert.doesNotMatch(answer.body, /<form/);
  }
  assert.equal((await shop.db.pool.query("select from address_proofs")).rows.length, 0);
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  assert.equal((await shop.send("/shops/new", { cookie })).statusCode, 403);
  assert.equal((await shop.send("/api/v1/me", { cookie })).json().person.mayOpenShop, false);
});

test("by invitation only the invited address gets a code, opens one shop with it, and the answers do not show who is invited", async () => {
  await using shop = await startShop({ env: { WASL_SIGN_UP: "invited" } });
  const { kysely } = shop.db;
  await inviteToOpenShop(kysely, { email: "guest@shop.example" }, shop.clock.now());
  const pages = [];
  for (const name of ["guest@shop.example", "stranger@shop.example"]) {
    const begun = await shop.send("/sign-up", { form: { name } });
    const page = await shop.send("/sign-up/code", { cookie: proofCookieOf(begun) });
    pages.push([begun.statusCode, page.body.replaceAll(name, "").replace(/nonce="[^"]+"/, "")]);
  }
  assert.deepEqual(pages[0], pages[1]);
  await newestCode(shop, "guest@shop.example");
  assert.equal(shop.mail.list("stranger@shop.example").length, 0);
  // Two proofs of the one invitation: the second finds it used.
  const cookie = await proveForSignUp(shop, "guest@shop.example");
  const opened = await shop.send("/sign-up/shop", { cookie, form: named });
  assert.equal(opened.statusCode, 303, opened.body);
  const own = cookieOf(opened);
  assert.equal((await shop.send("/shops/new", { cookie: own })).statusCode, 403);
  await inviteToOpenShop(kysely, { email: "guest@shop.example" }, shop.clock.now());
  assert.equal((await shop.send("/api/v1/me", { cookie: own })).json().person.mayOpenShop, true);
  const page = await shop.send("/shops/new", { cookie: own });
  const key = /name="key" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
  const second = { shopName: "متجر ثانٍ", phone: "0551234567", key };
  const answers = await Promise.all(
    [second, { ...second, key: `${key.slice(1)}x` }].map((form) =>
      shop.send("/shops/new", { cookie: own, form }),
    ),
  );
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [303, 403]);
});

test("an invitation that ends or is used meanwhile opens nothing, and leaves no half account", async () => {
  await using shop = await startShop({ env: { WASL_SIGN_UP: "invited" } });
  await inviteToOpenShop(shop.db.kysely, { mobile: "+966500000002" }, shop.clock.now());
  const cookie = await proveForSignUp(shop, "0500000002", { arrivesAt: "+966500000002" });
  await shop.db.pool.query("update shop_invitations set used_at = now()");
  const form = { shopName: "متجر", email: "care@shop.example", password: testPassword };
  const refused = await shop.send("/sign-up/shop", { cookie, form });
  assert.equal(refused.statusCode, 403);
  assert.equal(
    (await shop.db.pool.query("select from persons where mobile = '+966500000002'")).rows.length,
    0,
  );
});

test("codes are limited by mailbox, whatever the settings say, alike for one with an account and one without", async () => {
  await using shop = await startShop({ env: { WASL_SIGN_UP: "open" } });
  for (const name of [await shop.addPerson("owner"), "new@shop.example"]) {
    const ask = async () => (await shop.send("/sign-up", { form: { name } })).statusCode;
    const hour = [await ask(), await ask(), await ask(), await ask()];
    assert.deepEqual(hour, [303, 303, 303, 429], name);
  }
  shop.clock.advance(60 * 60_000);
  assert.equal((await shop.send("/sign-up", { form: { name: "new@shop.example" } })).statusCode, 303);
});

test("one address asks for twenty codes and guesses sixty times in an hour; others continue", async () => {
  await using shop = await startShop({ env: { WASL_SIGN_UP: "open", WASL_RATE_LIMITS: "true" } });
  const ask = async (name: string, address: string) =>
    await shop.send("/sign-up", { form: { name }, address });
  let last = "";
  for (let count = 0; count < 20; count += 1) {
    const begun = await ask(`n${count}@shop.example`, "203.0.113.7");
    assert.equal(begun.statusCode, 303, `${count}`);
    last = proofCookieOf(begun);
  }
  const waits = await ask("n20@shop.example", "203.0.113.7");
  assert.equal(waits.statusCode, 429);
  assert.ok(Number(waits.headers["retry-after"]) > 0);
  assert.equal((await ask("n21@shop.example", "203.0.113.8")).statusCode, 303);
  const guess = async (cookie: string) =>
    await shop.send("/sign-up/code", { cookie, form: { code: "000000" }, address: "203.0.113.9" });
  const cookies = await shop.db.pool.query("select count(*)::int as count from address_proofs");
  assert.equal(cookies.rows[0].count, 21);
  let answered = 0;
  for (let count = 0; count < 12; count += 1) {
    const { headers } = await ask(`g${count}@shop.example`, `203.0.114.${count}`);
    const cookie = [headers["set-cookie"]].flat()[0]?.split(";")[0] ?? "";
    for (let tries = 0; tries < 5; tries += 1) if ((await guess(cookie)).statusCode !== 429) answered += 1;
  }
  assert.equal(answered, 60);
  assert.equal((await guess(last)).statusCode, 429);
});

test("where the operator requires a second factor, signing up leads to setting it up before anything opens", async () => {
  await using shop = await startShop({
    env: { WASL_SIGN_UP: "open", WASL_CONSOLE_SECOND_FACTOR: "required" },
  });
  const cookie = await proveForSignUp(shop, "factor@shop.example");
  const opened = await shop.send("/sign-up/shop", { cookie, form: named });
  assert.match(String(opened.headers.location), /^\/second-factor\/set-up\?next=%2F%3Fshop%3D\d+$/);
  assert.equal((await shop.send("/api/v1/me", { cookie: cookieOf(opened) })).statusCode, 401);
});

test("letting people open shops needs a console and a mail server, and is one of three words", () => {
  const stage = { WASL_ENV: "stage", WASL_WEB_URL: "https://pay.example", WASL_SIGN_UP: "open" };
  const withConsole = { ...stage, WASL_CONSOLE_URL: "https://shop.pay.example" };
  for (const [env, names] of [
    [stage, /WASL_CONSOLE_URL/],
    [withConsole, /SMTP_URL/],
    [
      { ...withConsole, SMTP_URL: "smtps://mail.example", WASL_SIGN_UP: "yes" },
      /WASL_SIGN_UP.*closed, invited or open/,
    ],
  ] as const)
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigurationError && names.test(error.message),
    );
  assert.equal(readConfig({ ...withConsole, SMTP_URL: "smtps://mail.example" }).signUp, "open");
  assert.equal(readConfig({}).signUp, "closed");
});
