/** What people do about their own accounts is in the log of each shop that they work in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Secret, TOTP } from "otpauth";
import { createMerchant } from "#server/merchant-api/api-keys.ts";
import { resetLinkTo, workQueue } from "#test/account-mails.ts";
import { cookieOf, startShop, testPassword } from "#test/console.ts";
import { setMembership } from "./persons.ts";

test("a new password, a second factor and its removal are in the log of every shop of the person, with role and address", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("owner");
  const { kysely } = shop.db;
  const { id: personId } = await kysely
    .selectFrom("persons")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const second = await createMerchant(kysely, { username: "second", shopName: "B", email, phone: "1" });
  await setMembership(kysely, { merchantId: second.id, personId, role: "accountant" });
  await shop.send("/reset", { form: { email } });
  const link = await resetLinkTo(shop, email);
  await shop.send(link, { form: { password: testPassword } });
  const cookie = await shop.signIn(email);
  const begun = await shop.send("/second-factor/set-up", { cookie, form: {} });
  const secret = /<code><bdi dir="ltr">([A-Z2-7 ]+)</.exec(begun.body)?.[1]?.replaceAll(" ", "") ?? "";
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = totp.generate({ timestamp: shop.clock.now() });
  const set = await shop.send("/second-factor/confirm", { cookie, form: { code } });
  const removed = await shop.send("/api/v1/me/authenticator", { cookie: cookieOf(set), method: "DELETE" });
  assert.equal(removed.statusCode, 200, removed.body);
  await workQueue(shop);
  // Two are sent at a time, in no order: each says itself when the change was.
  assert.deepEqual(
    shop.mail
      .list(email)
      .map(({ subject }) => subject)
      .toSorted(),
    [
      "أُزيلت طريقة دخول من حسابك",
      "أُضيفت طريقة دخول إلى حسابك",
      "تغيّرت كلمة مرور حسابك",
      "كلمة مرور جديدة للوحة المتجر",
    ],
  );
  const { rows } = await shop.db.pool.query(
    "select merchant_id, act, role, address, result from admin_acts where actor = $1 order by id",
    [`person ${personId}`],
  );
  for (const [merchantId, role] of [
    [shop.merchantId, "owner"],
    [second.id, "accountant"],
  ] as const) {
    const own = rows.filter((row: { merchant_id: number }) => row.merchant_id === merchantId);
    assert.deepEqual(
      own.map((row: { act: string }) => row.act),
      ["choose a new password", "sign in", "set up an authenticator", "remove a factor"],
    );
    assert.ok(
      own.every(
        (row: { role: string; address: string; result: string }) =>
          row.role === role && row.address === "127.0.0.1" && row.result === "done",
      ),
    );
  }
});

test("a person changes their own name, which the log has as it was and as it is, and an empty one is refused", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("cashier");
  const cookie = await shop.signIn(email);
  const rename = async (name: string) =>
    (await shop.send("/api/v1/me", { method: "PATCH", cookie, json: { name } })).statusCode;
  const nameOf = async () => (await shop.send("/api/v1/me", { cookie })).json().person.name;
  const before = await nameOf();
  assert.deepEqual([await rename(" \u200f "), await nameOf()], [422, before]);
  assert.deepEqual(
    [await rename("  هند\u202e العتيبي "), await rename("هند العتيبي"), await nameOf()],
    [200, 200, "هند العتيبي"],
  );
  const { rows } = await shop.db.pool.query(
    "select role, details from admin_acts where act = 'change the name'",
  );
  const details = { before: { name: before }, after: { name: "هند العتيبي" } };
  assert.deepEqual(rows, [{ role: "cashier", details }]);
});
