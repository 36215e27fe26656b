/** What a role does not see is in no answer to it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Role } from "#core/roles.ts";
import { issueInvoice, payByCard } from "#test/app-harness.ts";
import { type Shop, startShop } from "#test/console.ts";

let shop: Shop;
let orderNumber: string;

before(async () => {
  shop = await startShop();
  orderNumber = await issueInvoice(shop);
  await payByCard(shop, orderNumber);
});
after(() => shop?.[Symbol.asyncDispose]());

async function readAll(role: Role, headers: Readonly<Record<string, string>> = {}): Promise<string> {
  const cookie = await shop.signIn(await shop.addPerson(role));
  const payments = await shop.send("/api/v1/payments", { cookie, shop: shop.merchantId, headers });
  const id = payments.json().items[0]?.id ?? "none";
  const bodies = [payments.body];
  for (const url of [`/api/v1/payments/${id}`, "/api/v1/invoices", `/api/v1/invoices/${orderNumber}`]) {
    const answer = await shop.send(url, { cookie, shop: shop.merchantId, headers });
    assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
    bodies.push(answer.body);
  }
  return bodies.join("\n");
}

const name = /نورة/;
const mobile = /551234567/;

test("an accountant reads names and mobiles, a developer neither, a cashier names alone", async () => {
  const seen = {
    accountant: await readAll("accountant"),
    developer: await readAll("developer"),
    cashier: await readAll("cashier"),
  };
  assert.deepEqual([name.test(seen.accountant), mobile.test(seen.accountant)], [true, true]);
  assert.deepEqual([name.test(seen.developer), mobile.test(seen.developer)], [false, false]);
  assert.deepEqual([name.test(seen.cashier), mobile.test(seen.cashier)], [true, false]);
  assert.match(seen.cashier, /•••567/);
});

test("who may change a client and not read the directory is shown no mobile by the change", async () => {
  const { id } = await shop.db.kysely.selectFrom("clients").select("id").executeTakeFirstOrThrow();
  const change = async (role: Role): Promise<string> => {
    const cookie = await shop.signIn(await shop.addPerson(role));
    const given = { cookie, shop: shop.merchantId, method: "PATCH", json: { language: "ar" } } as const;
    const answer = await shop.send(`/api/v1/clients/${id}`, given);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.body;
  };
  assert.match(await change("manager"), mobile);
  const seen = await change("cashier");
  assert.doesNotMatch(seen, mobile);
  assert.match(seen, /•••567/);
});

test("seen as a developer an owner reads no names either, and a developer gains nothing as an owner", async () => {
  assert.doesNotMatch(await readAll("owner", { "wasl-as-role": "developer" }), name);
  assert.doesNotMatch(await readAll("developer", { "wasl-as-role": "owner" }), name);
});

test("who sends invoices sees by which channels, and the secret address of reports is for the owner alone", async () => {
  const settings = {
    appSid: "unifonic-app-sid-of-tests",
    sender: "NAKHEEL",
    webhookSecret: "a-secret-of-the-shop",
  };
  const owner = await shop.signIn(await shop.addPerson("owner"));
  const url = "/api/v1/messages/accounts";
  const given = { cookie: owner, shop: shop.merchantId };
  const stored = await shop.send(`${url}/sms`, { ...given, method: "PUT", json: settings });
  assert.match(stored.json().webhookUrl, /a-secret-of-the-shop/);
  const read = async (cookie: string, headers = {}) =>
    await shop.send(url, { cookie, shop: shop.merchantId, headers });
  assert.match((await read(owner)).body, /a-secret-of-the-shop/);
  for (const answer of [
    await read(await shop.signIn(await shop.addPerson("cashier"))),
    await read(await shop.signIn(await shop.addPerson("manager"))),
    await read(owner, { "wasl-as-role": "cashier" }),
  ]) {
    assert.match(answer.body, /"channel":"sms","account":"own"/);
    assert.doesNotMatch(answer.body, /a-secret-of-the-shop/);
  }
});

test("search shows clients to who may read them, and to a cashier no payment of another day", async () => {
  const emails = { accountant: await shop.addPerson("accountant"), cashier: await shop.addPerson("cashier") };
  const find = async (role: keyof typeof emails, query: string, headers = {}): Promise<string[]> => {
    const cookie = await shop.signIn(emails[role]);
    const given = { cookie, shop: shop.merchantId, json: { query }, headers };
    const answer = await shop.send("/api/v1/search", given);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json().hits.map(({ type }: { type: string }) => type);
  };
  assert.deepEqual(await find("accountant", "0551234567"), ["client", "invoice"]);
  assert.deepEqual(await find("cashier", "0551234567"), ["invoice"]);
  assert.deepEqual(await find("accountant", "نورة", { "wasl-as-role": "cashier" }), ["invoice"]);
  const { paid_last_four: lastFour } = await shop.db.kysely
    .selectFrom("payment_attempts")
    .select("paid_last_four")
    .executeTakeFirstOrThrow();
  assert.ok(lastFour);
  assert.deepEqual(await find("cashier", lastFour), ["payment"]);
  const move = async (days: string) =>
    await shop.db.pool.query("update payment_attempts set created_at = created_at + $1::interval", [days]);
  await move("-1 day");
  assert.deepEqual(await find("cashier", lastFour), []);
  assert.deepEqual(await find("accountant", lastFour), ["payment"]);
  await move("1 day");
});

test("a cashier reads the payments of the day in Riyadh, and none of the day before", async () => {
  const email = await shop.addPerson("cashier");
  const ask = async () => {
    const cookie = await shop.signIn(email);
    return (await shop.send("/api/v1/payments", { cookie, shop: shop.merchantId })).json().items;
  };
  const [payment] = await ask();
  assert.ok(payment);
  shop.clock.advance(24 * 60 * 60_000);
  assert.deepEqual(await ask(), []);
  const cookie = await shop.signIn(email);
  const one = await shop.send(`/api/v1/payments/${payment.id}`, { cookie, shop: shop.merchantId });
  assert.equal(one.statusCode, 404);
});
