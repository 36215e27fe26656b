/** How often a password may be tried: by whom, and whom it never stops. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Shop, startShop, testPassword } from "#test/console.ts";

let shop: Shop;

before(async () => {
  shop = await startShop({ env: { WASL_RATE_LIMITS: "true" } });
});
after(() => shop?.[Symbol.asyncDispose]());

const enter = async (name: string, password: string, address: string) =>
  await shop.send("/sign-in", { form: { name, password, next: "/" }, address });

test("five wrong tries of an account from one address wait, those of an unknown mail alike; elsewhere the owner gets in", async () => {
  for (const email of [await shop.addPerson("owner"), "nobody@shop.example"]) {
    for (let tries = 0; tries < 5; tries += 1)
      assert.equal((await enter(email, "wrong", "203.0.113.7")).statusCode, 401);
    const waits = await enter(email, testPassword, "203.0.113.7");
    assert.equal(waits.statusCode, 429);
    assert.ok(Number(waits.headers["retry-after"]) <= 300);
    const elsewhere = await enter(email, testPassword, "203.0.113.8");
    assert.equal(elsewhere.statusCode, email.startsWith("nobody") ? 401 : 303);
  }
  shop.clock.advance(5 * 60_000);
});

test("a right password gives the tries back", async () => {
  const email = await shop.addPerson("manager");
  for (let times = 0; times < 8; times += 1)
    assert.equal((await enter(email, testPassword, "203.0.113.9")).statusCode, 303, `${times}`);
});

test("a mobile is a second name to sign in with, in any writing", async () => {
  const email = await shop.addPerson("cashier");
  await shop.db.kysely
    .updateTable("persons")
    .set({ mobile: "+966551234567" })
    .where("email", "=", email)
    .execute();
  for (const name of ["0551234567", "٠٥٥١٢٣٤٥٦٧", "+966 55 123 4567"])
    assert.equal((await enter(name, testPassword, "203.0.113.10")).statusCode, 303, name);
});
