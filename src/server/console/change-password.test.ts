/** Changing one's own password: with the old one, with a mail about it, and the end of the other sessions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { workQueue } from "#test/account-mails.ts";
import { cookieOf, startShop, testPassword } from "#test/console.ts";

const better = "camels in Rub al-Khali 9";

test("a person changes the password with the old one alone: other sessions end, a mail and the audit log tell it", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("owner");
  const [cookie, other] = [await shop.signIn(email), await shop.signIn(email)];
  const me = async (by: string) => (await shop.send("/api/v1/me", { cookie: by })).statusCode;
  const change = async (old: string, password: string) =>
    await shop.send("/password", { cookie, form: { old, password } });
  assert.doesNotMatch((await shop.send("/password", { cookie })).body, /<script/);
  assert.equal((await change("not the password", better)).statusCode, 403);
  for (const weak of ["short", "password123456"])
    assert.equal((await change(testPassword, weak)).statusCode, 422, weak);
  assert.deepEqual([await me(cookie), await me(other), shop.mail.list(email).length], [200, 200, 0]);
  const changed = await change(testPassword, better);
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual([await me(cookieOf(changed)), await me(cookie), await me(other)], [200, 401, 401]);
  await workQueue(shop);
  assert.match(shop.mail.list(email)[0]?.text ?? "", /\/reset/);
  const signIn = async (password: string) =>
    (await shop.send("/sign-in", { form: { name: email, password, next: "/" } })).statusCode;
  assert.deepEqual([await signIn(testPassword), await signIn(better)], [401, 303]);
  const { rows } = await shop.db.pool.query<{ result: string }>(
    "select result from admin_acts where act = 'change the password' order by id",
  );
  assert.deepEqual(
    rows.map(({ result }) => result),
    ["refused unauthorized", "done"],
  );
});

test("an open session alone changes nothing: an old proof leads to a new one, and a caller without a session to signing in", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("cashier");
  const cookie = await shop.signIn(email);
  shop.clock.advance(11 * 60_000);
  const form = { old: testPassword, password: better };
  const stale = await shop.send("/password", { cookie, form });
  const nobody = await shop.send("/password", { form });
  assert.deepEqual(
    [stale.headers.location, nobody.headers.location],
    ["/prove?next=%2Fpassword", "/sign-in?next=%2Fpassword"],
  );
  await shop.signIn(email);
});
