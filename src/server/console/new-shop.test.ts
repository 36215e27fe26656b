/** A further shop of a person who is signed in. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Shop, startShop } from "#test/console.ts";

let shop: Shop;

before(async () => {
  shop = await startShop({ env: { WASL_SIGN_UP: "open" } });
});
after(() => shop?.[Symbol.asyncDispose]());

const form = { shopName: "متجر الرياض", phone: "0551234567" };

async function keyOfPage(cookie: string): Promise<string> {
  const page = await shop.send("/shops/new", { cookie });
  return /name="key" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
}

test("a second shop has its own people and papers, its owner switches to it, and each shop's log tells its own opening", async () => {
  const email = await shop.addPerson("cashier");
  const cookie = await shop.signIn(email);
  const key = await keyOfPage(cookie);
  const opened = await shop.send("/shops/new", { cookie, form: { ...form, key } });
  const { shops } = (await shop.send("/api/v1/me", { cookie })).json();
  assert.deepEqual(
    shops.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`),
    ["متجر النخيل cashier", "متجر الرياض owner"],
  );
  const [, own] = shops;
  assert.equal(opened.headers.location, `/?shop=${own.merchantId}`);
  const acts = async (merchantId: number, by: string) =>
    (await shop.send("/api/v1/audit", { cookie: by, shop: merchantId })).json().items;
  const [first] = await acts(own.merchantId, cookie);
  assert.deepEqual(
    [first.act, first.role, first.result, first.address],
    ["open a shop", "owner", "done", "127.0.0.1"],
  );
  assert.deepEqual(first.after, { shopName: "متجر الرياض" });
  const owner = await shop.signIn(await shop.addPerson("owner"));
  assert.ok((await acts(shop.merchantId, owner)).every(({ act }: { act: string }) => act !== "open a shop"));
  const foreign = await shop.send("/api/v1/invoices", { cookie: owner, shop: own.merchantId });
  assert.equal(foreign.statusCode, 403);
});

test("one press that arrives twice, or again later, opens one shop", async () => {
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  const sent = { ...form, key: await keyOfPage(cookie) };
  const answers = await Promise.all([0, 1, 2].map(() => shop.send("/shops/new", { cookie, form: sent })));
  answers.push(await shop.send("/shops/new", { cookie, form: sent }));
  assert.equal(new Set(answers.map(({ headers }) => headers.location)).size, 1);
  assert.ok(answers.every(({ statusCode }) => statusCode === 303));
  const { shops } = (await shop.send("/api/v1/me", { cookie })).json();
  assert.equal(shops.length, 2);
});

test("only who is signed in and has just proven who they are opens one; wrong fields and other sites open none", async () => {
  const anonymous = await shop.send("/shops/new", { form: { ...form, key: "k".repeat(24) } });
  assert.deepEqual([anonymous.statusCode, anonymous.headers.location], [303, "/sign-in?next=%2Fshops%2Fnew"]);
  const cookie = await shop.signIn(await shop.addPerson("manager"));
  const key = await keyOfPage(cookie);
  for (const [change, status] of [
    [{ shopName: "" }, 422],
    [{ phone: "x" }, 422],
    [{ key: "short" }, 400],
  ] as const)
    assert.equal(
      (await shop.send("/shops/new", { cookie, form: { ...form, key, ...change } })).statusCode,
      status,
    );
  const headers = { origin: "https://evil.example" };
  assert.equal((await shop.send("/shops/new", { cookie, form: { ...form, key }, headers })).statusCode, 403);
  shop.clock.advance(10 * 60_000);
  const stale = await shop.send("/shops/new", { cookie, form: { ...form, key } });
  assert.deepEqual([stale.statusCode, stale.headers.location], [303, "/prove?next=%2Fshops%2Fnew"]);
  const { shops } = (await shop.send("/api/v1/me", { cookie })).json();
  assert.equal(shops.length, 1);
});

test("a person opens at most ten", async () => {
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  for (let count = 0; count < 10; count += 1) {
    const key = await keyOfPage(cookie);
    assert.equal(
      (await shop.send("/shops/new", { cookie, form: { ...form, key } })).statusCode,
      303,
      `${count}`,
    );
  }
  const key = await keyOfPage(cookie);
  assert.equal((await shop.send("/shops/new", { cookie, form: { ...form, key } })).statusCode, 403);
});
