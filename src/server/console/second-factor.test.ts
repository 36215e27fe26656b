/** The second factor: asked for after the password, each code once. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { type Cookie, cookieOf, type Shop, startShop, testPassword } from "#test/console.ts";

let shop: Shop;
let email: string;
let totp: TOTP;
let paper: readonly string[];

const codeNow = () => totp.generate({ timestamp: shop.clock.now() });
const me = async (cookie: Cookie) => (await shop.send("/api/v1/me", { cookie })).statusCode;

before(async () => {
  shop = await startShop();
  email = await shop.addPerson("owner");
});
after(() => shop?.[Symbol.asyncDispose]());

/** Signs in with the password; gives the cookie of the session that waits. */
async function withPassword(): Promise<Cookie> {
  const answer = await shop.send("/sign-in", {
    form: { name: email, password: testPassword, next: "/invoices" },
  });
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, "/second-factor?next=%2Finvoices"]);
  return cookieOf(answer);
}

test("a person sets it up with the first right code, gets ten codes on paper, and other sessions end", async () => {
  const [cookie, other] = [await shop.signIn(email), await shop.signIn(email)];
  const begun = await shop.send("/second-factor/set-up", { cookie, form: {} });
  const secret = /<code><bdi dir="ltr">([A-Z2-7 ]+)</.exec(begun.body)?.[1]?.replaceAll(" ", "") ?? "";
  totp = new TOTP({ secret: Secret.fromBase32(secret) });
  assert.match(begun.body, /<svg/);
  const confirmed = await shop.send("/second-factor/confirm", { cookie, form: { code: codeNow() } });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  paper = [...confirmed.body.matchAll(/>([a-z2-9]{5}-[a-z2-9]{5})</g)].map(([, code]) => code ?? "");
  assert.equal(paper.length, 10);
  const renewed = cookieOf(confirmed);
  assert.deepEqual([await me(renewed), await me(cookie), await me(other)], [200, 401, 401]);
  const { rows } = await shop.db.pool.query(
    "select t::text from person_totp t union all select t::text from person_recovery_codes t",
  );
  const stored = JSON.stringify(rows) + shop.logLines.join("");
  assert.ok(!stored.includes(secret) && !paper.some((code) => stored.includes(code)));
});

test("a proof that is too old for setting it up is asked for on the page, and without a session the way leads to signing in", async () => {
  const cookie = await shop.signIn(await shop.addPerson("manager"));
  const page = async (given: Cookie) => await shop.send("/second-factor/set-up", { cookie: given });
  shop.clock.advance(10 * 60_000);
  const way = "/prove?next=%2Fsecond-factor%2Fset-up";
  assert.equal((await page(cookie)).headers.location, way);
  const begun = await shop.send("/second-factor/set-up", { cookie, form: {} });
  assert.deepEqual([begun.statusCode, begun.headers.location], [303, "/second-factor/set-up"]);
  const prove = async (password: string) =>
    await shop.send("/prove", { cookie, form: { password, next: "/second-factor/set-up" } });
  const wrong = await prove("not the password");
  assert.equal(wrong.statusCode, 403);
  assert.match(String(wrong.headers["content-type"]), /^text\/html/);
  const right = await prove(testPassword);
  assert.deepEqual([right.statusCode, right.headers.location], [303, "/second-factor/set-up"]);
  assert.match((await page(cookieOf(right))).body, /<form method="post" action="\/second-factor\/set-up">/);
  assert.equal(
    (await shop.send("/second-factor/set-up", { cookie })).statusCode,
    303,
    "the token from before",
  );
  const nobody = await shop.send("/second-factor/set-up");
  assert.equal(nobody.headers.location, "/sign-in?next=%2Fsecond-factor%2Fset-up");
});

test("after the password the session opens nothing but the form for the code; the right one gives it a new token", async () => {
  shop.clock.advance(60_000);
  const waiting = await withPassword();
  assert.equal(await me(waiting), 401);
  const wrong = await shop.send("/second-factor", {
    cookie: waiting,
    form: { code: "000000", next: "/invoices" },
  });
  assert.equal(wrong.statusCode, 401);
  const right = await shop.send("/second-factor", {
    cookie: waiting,
    form: { code: codeNow(), next: "/invoices" },
  });
  assert.deepEqual([right.statusCode, right.headers.location], [303, "/invoices"]);
  assert.equal(await me(cookieOf(right)), 200);
  assert.equal(await me(waiting), 401, "the token from before");
});

test("a code counts once, of the app and on paper", async () => {
  shop.clock.advance(60_000);
  const code = codeNow();
  const enter = async (text: string) =>
    (await shop.send("/second-factor", { cookie: await withPassword(), form: { code: text } })).statusCode;
  assert.deepEqual([await enter(code), await enter(code)], [303, 401]);
  assert.deepEqual([await enter(paper[0] ?? ""), await enter(paper[0] ?? "")], [303, 401]);
});

test("five wrong codes close the form for ten minutes, for a right one, too", async () => {
  shop.clock.advance(20 * 60_000);
  const waiting = await withPassword();
  for (let tries = 0; tries < 5; tries += 1)
    await shop.send("/second-factor", { cookie: waiting, form: { code: "12" } });
  const closed = await shop.send("/second-factor", { cookie: waiting, form: { code: codeNow() } });
  assert.equal(closed.statusCode, 429);
  shop.clock.advance(10 * 60_000);
  const open = await shop.send("/second-factor", { cookie: await withPassword(), form: { code: codeNow() } });
  assert.equal(open.statusCode, 303);
});

test("proving again who one is needs the code beside the password", async () => {
  shop.clock.advance(60_000);
  const entered = await shop.send("/second-factor", {
    cookie: await withPassword(),
    form: { code: codeNow() },
  });
  const cookie = cookieOf(entered);
  shop.clock.advance(60_000);
  const again = async (json: object) => (await shop.send("/sign-in/again", { cookie, json })).statusCode;
  assert.equal(await again({ password: testPassword }), 403);
  assert.equal(await again({ password: testPassword, code: codeNow() }), 200);
});

test("a session that waits for the code expires after ten minutes", async () => {
  const waiting = await withPassword();
  shop.clock.advance(10 * 60_000);
  const late = await shop.send("/second-factor", { cookie: waiting, form: { code: codeNow() } });
  assert.deepEqual([late.statusCode, late.headers.location], [303, "/sign-in"]);
});
