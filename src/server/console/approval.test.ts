/** A shop that somebody opened where money is real: what it may do before the operator has approved it, by every way. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createApiKey } from "#server/merchant-api/api-keys.ts";
import { mayReach } from "#server/notifications/may-reach.ts";
import { proveForSignUp } from "#test/address-codes.ts";
import { consoleUrl, cookieOf, type Shop, startShop, testPassword } from "#test/console.ts";

let shop: Shop;
let cookie: string;
let live: number;
let twin: number;

const ownerMail = "hind@shop.example";

before(async () => {
  shop = await startShop({
    env: {
      WASL_ENV: "stage",
      WASL_CONSOLE_URL: consoleUrl,
      WASL_SIM_URL: "http://127.0.0.1:9",
      WASL_SIGN_UP: "open",
      // An account of the installation's, by which the shop could be paid.
      MPGS_BASE_URL: "http://127.0.0.1:9",
      MPGS_MERCHANT_ID: "SHOP700",
      MPGS_PASSWORD: "a password of the account",
      MPGS_WEBHOOK_SECRET: "a-secret-of-the-account-000001",
    },
  });
  const proof = await proveForSignUp(shop, ownerMail);
  const page = await shop.send("/sign-up/shop", { cookie: `${proof}; lang=en` });
  assert.match(page.body, /once the operator has approved it\. Until then, try everything in test mode/);
  const form = { shopName: "متجر هند", phone: "0551234567", password: testPassword };
  const opened = await shop.send("/sign-up/shop", { cookie: proof, form });
  cookie = cookieOf(opened);
  const { shops } = (await shop.send("/api/v1/me", { cookie })).json();
  const inWorld = (world: string) => shops.find((one: { world: string }) => one.world === world);
  [live, twin] = [inWorld("live").merchantId, inWorld("test").merchantId];
  assert.equal(opened.headers.location, `/test/${twin}/`);
  assert.deepEqual([inWorld("live").isApproved, inWorld("test").isApproved], [false, true]);
});
after(() => shop?.[Symbol.asyncDispose]());

const invoice = { lines: [{ title: "تمر", quantity: 1, unitPrice: "10.00" }] };
const byPerson = (url: string, merchantId: number, json?: object) =>
  shop.send(url, { cookie, shop: merchantId, ...(json && { json }) });

async function byKey(merchantId: number, url: string, payload: object) {
  const key = await createApiKey(shop.db.kysely, { merchantId, name: "server", environment: "stage" });
  const headers = { authorization: `Bearer ${key}`, "idempotency-key": crypto.randomUUID() };
  return await shop.app.inject({ method: "POST", url, headers, payload });
}

/** All that makes an order for a merchant. */
async function everyWay(merchantId: number): Promise<(readonly [number, string])[]> {
  const draft = await byPerson("/api/v1/invoice-drafts", merchantId, invoice);
  const { id } = draft.json();
  const answers = [
    await byPerson("/api/v1/invoices", merchantId, invoice),
    await byPerson(`/api/v1/invoice-drafts/${id}/issue`, merchantId, {}),
    await byKey(merchantId, "/api/v1/invoices", invoice),
  ];
  return answers.map((answer) => [answer.statusCode, answer.json().code ?? ""] as const);
}

test("no way makes an order of the live shop, nothing of one stays, and its test world issues", async () => {
  for (const [status, code] of await everyWay(live))
    assert.deepEqual([status, code], [409, "shop_not_approved"]);
  for (const table of ["orders", "clients", "events"]) {
    const { rows } = await shop.db.pool.query(`select from ${table} where merchant_id = $1`, [live]);
    assert.equal(rows.length, 0, table);
  }
  const ofTest = await byPerson("/api/v1/invoices", twin, invoice);
  assert.equal(ofTest.statusCode, 201, ofTest.body);
});

test("it is set up meanwhile, but its product links are shown to no buyer", async () => {
  const named = await byPerson("/api/v1/products", live, { title: "عود", price: "90.00", vatRate: "0" });
  assert.equal(named.statusCode, 201, named.body);
  const link = await byPerson("/api/v1/product-links", live, { productId: named.json().id });
  assert.equal(link.statusCode, 201, link.body);
  const { linkIdentity } = link.json();
  const shown = await shop.app.inject(`/rest/pay/product/${linkIdentity}`);
  assert.deepEqual([shown.statusCode, shown.json().code], [404, "product_not_found"]);
});

test("its test world mails only the people whose mailboxes are proven, whatever the shop calls its own", async () => {
  const victim = "victim@elsewhere.example";
  const renamed = await shop.send("/api/v1/merchant", {
    ...{ cookie, shop: live, method: "PATCH" },
    json: { email: victim, contact: { email: victim } },
  });
  assert.equal(renamed.statusCode, 200, renamed.body);
  const reaches = (address: string) => mayReach(shop.db.kysely, { merchantId: twin, address });
  assert.deepEqual([await reaches(victim), await reaches(ownerMail)], [false, true]);
});

test("it invites five colleagues a day, and an approved shop more", async () => {
  const invite = async (by: string, merchantId: number, email: string) =>
    (
      await shop.send("/api/v1/team/invitations", {
        ...{ cookie: by, shop: merchantId },
        json: { email, role: "cashier" },
      })
    ).statusCode;
  for (let count = 0; count < 5; count += 1)
    assert.equal(await invite(cookie, live, `c${count}@shop.example`), 201);
  assert.equal(await invite(cookie, live, "c5@shop.example"), 429);
  const other = await shop.signIn(await shop.addPerson("owner"));
  for (let count = 0; count < 6; count += 1)
    assert.equal(await invite(other, shop.merchantId, `d${count}@shop.example`), 201);
});

test("it sends no text message to a stranger, and where nothing sends any an approved shop is refused", async () => {
  const invite = async (by: string, merchantId: number) => {
    const json = { mobile: "0551234599", role: "cashier" };
    return (await shop.send("/api/v1/team/invitations", { cookie: by, shop: merchantId, json })).json();
  };
  assert.equal((await invite(cookie, live)).code, "shop_not_approved");
  const other = await shop.signIn(await shop.addPerson("owner"));
  assert.equal((await invite(other, shop.merchantId)).fields[0].code, "no_sms_account");
});

test("where nothing sends mail an invitation by e-mail is refused, and none is left behind", async () => {
  await using alone = await startShop();
  Object.assign(alone.services.config, { smtpUrl: null });
  const by = await alone.signIn(await alone.addPerson("owner"));
  const json = { email: "colleague@shop.example", role: "cashier" };
  const refused = await alone.send("/api/v1/team/invitations", { cookie: by, shop: alone.merchantId, json });
  assert.deepEqual([refused.statusCode, refused.json().fields[0].code], [422, "no_mail_server"]);
  const { rows } = await alone.db.pool.query("select count(*)::int as left_behind from invitations");
  assert.equal(rows[0].left_behind, 0);
});

test("two shops of one person wait at a time, and a third is opened when one is approved", async () => {
  const open = async () => {
    const page = await shop.send("/shops/new", { cookie });
    const key = /name="key" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    return await shop.send("/shops/new", { cookie, form: { shopName: "آخر", phone: "0551234567", key } });
  };
  assert.equal((await open()).statusCode, 303);
  const third = await open();
  assert.equal(third.statusCode, 403);
  assert.match(third.body, /role="alert"/);
  await shop.db.pool.query("update merchants set approved_at = now() where id = $1", [live]);
  assert.equal((await open()).statusCode, 303);
});

test("once it is approved every way issues", async () => {
  await shop.db.pool.query("update merchants set approved_at = now() where id = $1", [live]);
  for (const [status] of await everyWay(live)) assert.equal(status, 201);
});
