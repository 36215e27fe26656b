/** A shop's own account at a provider, as the console's form stores it (docs/decisions/0201), from its first try to money through it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { a2aFromEnvironment } from "#methods/a2a/settings.ts";
import { issueInvoice, ledger, loadModel, payByCard } from "#test/app-harness.ts";
import { startShop } from "#test/console.ts";
import { reconcileDueDays } from "../reconciliation/reconcile-day.ts";
import { today } from "../reconciliation/riyadh-day.ts";
import { readHome } from "../reports/home.ts";

/** The simulator's account at the bank of transfers. */
const bank = a2aFromEnvironment({}, "http://simulators.example");
assert.ok(bank);
const simulatedBank = {
  clientId: bank.clientId,
  clientSecret: bank.clientSecret.reveal(),
  webhookSecret: bank.webhookSecret.reveal(),
};

const gateway = "https://ksa.gateway.mastercard.com";

const cardAccount = (password: string) => ({
  baseUrl: gateway,
  merchantId: "TESTWASL",
  password,
  webhookSecret: "simulator-webhook-secret-cards-1",
});

test("an account with a wrong secret is distinguished from one that the provider knows, which takes the money until it is removed", async () => {
  await using shop = await startShop({ standIns: { [gateway]: "/mpgs" } });
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  const call = async (method: "GET" | "PUT" | "POST" | "DELETE", end = "/card", json?: object) => {
    const url = `/api/v1/accounts${end}`;
    const answer = await shop.send(url, { method, cookie, shop: shop.merchantId, ...(json && { json }) });
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const whose = async () =>
    (await call("GET", "")).items.find(({ method }: { method: string }) => method === "card").account;
  const store = (password: string) => call("PUT", "/card", cardAccount(password));
  const tried = async () => (await call("POST", "/card/try")).state;
  assert.equal(await whose(), "installation");
  const orderNumber = await issueInvoice(shop);

  await store("a password of somebody else");
  assert.deepEqual([await whose(), await tried()], ["own", "no_answer"]);
  await assert.rejects(
    payByCard(shop, orderNumber),
    /no session/,
    "the installation's account stays out of it",
  );
  assert.deepEqual(await ledger(shop), []);

  await store("simulator-card-password");
  assert.equal(await tried(), "answers");
  await payByCard(shop, orderNumber);
  assert.equal((await loadModel(shop, orderNumber)).order.orderStatus, "PAID");
  const taken = await ledger(shop);
  assert.deepEqual(
    taken.map(({ kind, amount }) => [kind, amount]),
    [["capture", "115.00"]],
  );

  await call("DELETE");
  assert.equal(await whose(), "installation");
});

test("home says beside a method what the books of the shop's own account say, and nothing where two methods share it", async () => {
  await using shop = await startShop({ standIns: { [gateway]: "/mpgs" } });
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  for (const method of ["card", "amex"]) {
    const asked = { method: "PUT", cookie, shop: shop.merchantId } as const;
    const json = cardAccount("simulator-card-password");
    const stored = await shop.send(`/api/v1/accounts/${method}`, { ...asked, json });
    assert.equal(stored.statusCode, 200, stored.body);
  }
  // Of the day of the payments, whichever month the nights after it are in.
  const now = shop.clock.now();
  const stated = async () => {
    const { methods } = await readHome(shop.services, { merchantId: shop.merchantId, livemode: false, now });
    return Object.fromEntries(methods.map((one) => [one.account, one.stated]));
  };
  await reconcileDueDays(shop.services);
  for (let payments = 0; payments < 2; payments += 1) await payByCard(shop, await issueInvoice(shop));
  assert.deepEqual(await stated(), { "mpgs-cards": null });
  shop.clock.advance(2 * 24 * 60 * 60_000);
  for (let count = 1; count > 0; ) count = await reconcileDueDays(shop.services);
  assert.deepEqual(await stated(), {
    "mpgs-cards": { taken: "230.00", givenBack: "0.00", through: today(now) },
  });
  await shop.db.pool.query(
    "update payment_attempts set method = 'amex', provider = 'mpgs-amex' where order_id = (select max(id) from orders)",
  );
  assert.deepEqual(await stated(), { "mpgs-cards": null, "mpgs-amex": null });
});

test("an account that has not changed is kept when it is read again: the token that its bank gave is used for as long as it is good", async () => {
  const address = "https://viban-sandbox.bank.sa";
  await using shop = await startShop({ standIns: { [address]: "/viban" } });
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  const asked = { cookie, shop: shop.merchantId } as const;
  const store = async (clientSecret: string) => {
    const json = { ...simulatedBank, baseUrl: address, clientSecret };
    const stored = await shop.send("/api/v1/accounts/a2a", { ...asked, method: "PUT", json });
    assert.equal(stored.statusCode, 200, stored.body);
  };
  const tryIt = async () => {
    const tried = await shop.send("/api/v1/accounts/a2a/try", { ...asked, method: "POST" });
    return tried.json().state;
  };
  const tokens = async () => {
    const reply = await fetch(`${shop.simulatorUrl}/_control/journal?simulator=viban`);
    const { entries } = (await reply.json()) as { entries: { operation: string }[] };
    return entries.filter(({ operation }) => operation === "TOKEN").length;
  };
  await store(simulatedBank.clientSecret);
  for (let reading = 0; reading < 3; reading += 1) {
    assert.equal(await tryIt(), "answers");
    shop.clock.advance(31_000);
  }
  assert.equal(await tokens(), 1);
  await store("another");
  assert.equal(await tryIt(), "no_answer", "a change is another account");
});
