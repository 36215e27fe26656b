/** Payments on the devices of a shop's people: which show what, and when no longer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, payByCard } from "#test/app-harness.ts";
import { startShop } from "#test/console.ts";
import { type PushService, startPushService } from "#test/push-service.ts";
import { runJobs } from "#test/webhook-shop.ts";

const options = { env: { WASL_PUSH_CONTACT: "mailto:ops@wasl.example" } };
const path = "/api/v1/me/push";

type Shop = Awaited<ReturnType<typeof startShop>>;

async function addDevice(shop: Shop, service: PushService, cookie: string, language = "ar") {
  const of = { cookie, shop: shop.merchantId };
  const { serverKey } = (await shop.send(path, of)).json();
  const subscription = service.subscribe(serverKey);
  const answer = await shop.send(path, { ...of, json: { ...subscription, language } });
  assert.equal(answer.statusCode, 201, answer.body);
  return { ...subscription, id: answer.json().id as number };
}

const devicesOf = async (shop: Shop, cookie: string): Promise<{ lastSentAt: string | null }[]> =>
  (await shop.send(path, { cookie, shop: shop.merchantId })).json().items;

async function pay(shop: Shop): Promise<string> {
  const orderNumber = await issueInvoice(shop, { client: { name: "نورة العتيبي", mobile: "0551234567" } });
  await payByCard(shop, orderNumber);
  await runJobs(shop.services);
  return orderNumber;
}

test("a payment is shown on each device in its language, says the amount and the shop, and nothing of the buyer", async () => {
  await using shop = await startShop(options);
  await using service = await startPushService();
  const owner = await shop.signIn(await shop.addPerson("owner"));
  const cashier = await shop.signIn(await shop.addPerson("cashier"));
  const first = await addDevice(shop, service, owner);
  await addDevice(shop, service, cashier, "en");
  const orderNumber = await pay(shop);
  const { rows } = await shop.db.pool.query("select shop_name from merchants where id = $1", [
    shop.merchantId,
  ]);
  const shopName: string = rows[0].shop_name;
  const { messages } = service;
  assert.equal(messages.length, 2);
  const arabic = messages.find(({ path: to }) => first.endpoint.endsWith(to));
  assert.deepEqual(arabic?.content, {
    title: "تم دفع فاتورة",
    body: `\u2066115.00\u2069 ر.س · ${shopName}`,
    lang: "ar",
    tag: `paid-${orderNumber}`,
    path: `/invoices/${orderNumber}?shop=${shop.merchantId}`,
  });
  assert.equal(arabic?.headers["urgency"], "high");
  assert.doesNotMatch(JSON.stringify(messages.map(({ content }) => content)), /نورة|5512/);
  assert.ok((await devicesOf(shop, owner))[0]?.lastSentAt);
});

test("those who signed out or left the shop are shown nothing, and a device that is gone is forgotten", async () => {
  await using shop = await startShop(options);
  await using service = await startPushService();
  const [stays, leaves] = [await shop.addPerson("owner"), await shop.addPerson("manager")];
  const [owner, manager] = [await shop.signIn(stays), await shop.signIn(leaves)];
  await addDevice(shop, service, owner);
  await addDevice(shop, service, manager);
  const { items } = (await shop.send("/api/v1/team", { cookie: owner, shop: shop.merchantId })).json();
  const left = items.find(({ email }: { email: string }) => email === leaves);
  await shop.send(`/api/v1/team/${left.personId}`, {
    method: "DELETE",
    cookie: owner,
    shop: shop.merchantId,
  });
  await pay(shop);
  assert.equal(service.messages.length, 1);

  service.answer(410);
  await pay(shop);
  assert.deepEqual(await devicesOf(shop, owner), [], "its service does not know it any more");
  service.answer(201);

  await addDevice(shop, service, owner);
  await shop.send("/sign-out", { cookie: owner, form: {} });
  await pay(shop);
  assert.equal(service.messages.length, 1);
  const { rows } = await shop.db.pool.query("select 1 from push_subscriptions");
  assert.equal(rows.length, 0, "neither is anything kept of them");
});

test("a service that is away is asked again for an hour; what was renewed is shown once", async () => {
  await using shop = await startShop(options);
  await using service = await startPushService();
  const owner = await shop.signIn(await shop.addPerson("owner"));
  const { endpoint, keys } = await addDevice(shop, service, owner);
  const of = { cookie: owner, shop: shop.merchantId };
  await shop.send(path, { ...of, json: { endpoint, keys, language: "en" } });
  assert.equal((await devicesOf(shop, owner)).length, 1);
  service.answer(503);
  await pay(shop);
  assert.equal(service.messages.length, 0);
  service.answer(201);
  shop.clock.advance(60_000);
  await runJobs(shop.services);
  assert.equal(service.messages.length, 1);
});

test("only addresses and keys that can be are kept, for one's own shop, and one's own are removed alone", async () => {
  await using shop = await startShop(options);
  await using service = await startPushService();
  const owner = await shop.signIn(await shop.addPerson("owner"));
  const other = await shop.signIn(await shop.addPerson("manager"));
  const of = { cookie: owner, shop: shop.merchantId };
  const { serverKey } = (await shop.send(path, of)).json();
  const good = { ...service.subscribe(serverKey), language: "ar" };
  for (const wrong of [
    { ...good, endpoint: "ftp://push.example/a" },
    { ...good, endpoint: "https://user:word@push.example/a" },
    { ...good, endpoint: "nothing" },
    { ...good, keys: { ...good.keys, p256dh: "A".repeat(87) } },
    { ...good, keys: { ...good.keys, auth: "short" } },
  ])
    assert.equal((await shop.send(path, { ...of, json: wrong })).statusCode, 422, JSON.stringify(wrong));
  const { id } = (await shop.send(path, { ...of, json: good })).json();
  const foreign = { method: "DELETE", cookie: other, shop: shop.merchantId } as const;
  assert.equal((await shop.send(`${path}/${id}`, foreign)).statusCode, 404);
  assert.equal((await shop.send(`${path}/${id}`, { ...of, method: "DELETE" })).statusCode, 200);
  for (let count = 0; count < 12; count += 1) await addDevice(shop, service, owner);
  assert.equal((await devicesOf(shop, owner)).length, 10, "the oldest make room");
});

test("what is renewed stays the same device, at another address, too; one that was turned off meanwhile stays off", async () => {
  await using shop = await startShop(options);
  await using service = await startPushService();
  const owner = await shop.signIn(await shop.addPerson("owner"));
  const of = { cookie: owner, shop: shop.merchantId };
  const { serverKey } = (await shop.send(path, of)).json();
  const { id } = await addDevice(shop, service, owner);
  const json = { ...service.subscribe(serverKey), language: "en", renews: id };
  assert.equal((await shop.send(path, { ...of, json })).json().id, id);
  const [device, ...others] = (await shop.send(path, of)).json().items;
  assert.deepEqual([device.id, device.endpoint, others], [id, json.endpoint, []]);
  await shop.send(`${path}/${id}`, { ...of, method: "DELETE" });
  assert.equal((await shop.send(path, { ...of, json })).statusCode, 404);
  assert.deepEqual(await devicesOf(shop, owner), []);
});

test("an installation without a contact for push services offers none", async () => {
  await using shop = await startShop();
  const owner = await shop.signIn(await shop.addPerson("owner"));
  const of = { cookie: owner, shop: shop.merchantId };
  assert.deepEqual((await shop.send(path, of)).json(), { serverKey: null, items: [] });
  const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
  const answer = await shop.send(path, {
    ...of,
    json: { endpoint: "https://push.example/a", keys, language: "ar" },
  });
  assert.equal(answer.statusCode, 404);
});
