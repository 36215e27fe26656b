/** A shop's own account at a provider, as the console's form stores it (docs/decisions/0201), from its first try to money through it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { issueInvoice, ledger, loadModel, payByCard } from "#test/app-harness.ts";
import { startShop } from "#test/console.ts";

const gateway = "https://ksa.gateway.mastercard.com";

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
  const store = (password: string) =>
    call("PUT", "/card", {
      baseUrl: gateway,
      merchantId: "TESTWASL",
      password,
      webhookSecret: "simulator-webhook-secret-cards-1",
    });
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
