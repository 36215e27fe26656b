/** WASL_CONSOLE_SECOND_FACTOR=required: no person works in the console by a password alone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { type Cookie, cookieOf, type Shop, startShop, testPassword } from "#test/console.ts";

const setUp = "/second-factor/set-up";
let shop: Shop;
before(async () => {
  shop = await startShop({ env: { WASL_CONSOLE_SECOND_FACTOR: "required" } });
});
after(() => shop?.[Symbol.asyncDispose]());

const me = async (cookie: Cookie) => (await shop.send("/api/v1/me", { cookie })).statusCode;

/** Turns the codes of an app on in a session; gives what they come from and the cookie afterwards. */
async function turnOn(cookie: Cookie): Promise<{ readonly cookie: Cookie; readonly totp: TOTP }> {
  const begun = await shop.send(setUp, { cookie, form: {} });
  const secret = /<code><bdi dir="ltr">([A-Z2-7 ]+)</.exec(begun.body)?.[1]?.replaceAll(" ", "") ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = totp.generate({ timestamp: shop.clock.now() });
  const confirmed = await shop.send("/second-factor/confirm", { cookie, form: { code } });
  assert.equal(confirmed.statusCode, 200, confirmed.body);
  return { cookie: cookieOf(confirmed), totp };
}

test("the password of a person without a second factor opens nothing but the pages that set one up", async () => {
  const email = await shop.addPerson("cashier");
  const answer = await shop.send("/sign-in", {
    form: { name: email, password: testPassword, next: "/invoices" },
  });
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, `${setUp}?next=%2Finvoices`]);
  const waiting = cookieOf(answer);
  assert.equal(await me(waiting), 401);
  const page = await shop.send(setUp, { cookie: waiting });
  assert.match(page.body, /href="\/passkeys\/new"/);
  assert.doesNotMatch(page.body, /href="\/account"/);
  assert.equal((await shop.send("/passkeys/new", { cookie: waiting })).statusCode, 200);
  const { cookie, totp } = await turnOn(waiting);
  assert.deepEqual([await me(cookie), await me(waiting)], [200, 401]);

  shop.clock.advance(60_000);
  const again = await shop.send("/sign-in", { form: { name: email, password: testPassword, next: "/" } });
  assert.equal(again.headers.location, "/second-factor?next=%2F");
  const code = totp.generate({ timestamp: shop.clock.now() });
  const opened = await shop.send("/second-factor", { cookie: cookieOf(again), form: { code, next: "/" } });
  assert.equal(await me(cookieOf(opened)), 200);
});

test("the last factor is not removed", async () => {
  const answer = await shop.send("/sign-in", {
    form: { name: await shop.addPerson("owner"), password: testPassword, next: "/" },
  });
  const { cookie } = await turnOn(cookieOf(answer));
  const removed = await shop.send("/api/v1/me/authenticator", { cookie, method: "DELETE" });
  assert.deepEqual([removed.statusCode, removed.json().code], [409, "last_factor"]);
  const who = (await shop.send("/api/v1/me", { cookie })).json();
  assert.equal(who.person.hasAuthenticator, true);
});

test("a session that waits and is ten minutes old sets nothing up", async () => {
  const answer = await shop.send("/sign-in", {
    form: { name: await shop.addPerson("manager"), password: testPassword, next: "/" },
  });
  shop.clock.advance(10 * 60_000 + 1000);
  const begun = await shop.send(setUp, { cookie: cookieOf(answer), form: {} });
  assert.deepEqual([begun.statusCode, begun.headers.location], [303, setUp]);
  const page = await shop.send(setUp, { cookie: cookieOf(answer) });
  assert.equal(page.headers.location, "/sign-in?next=%2Fsecond-factor%2Fset-up");
});
