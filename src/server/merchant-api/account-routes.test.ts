/** A merchant's own accounts at providers: stored encrypted, never shown, and decisive for what it can offer. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProviderAccount } from "#contract/provider-accounts.ts";
import { catalog } from "#methods/catalog.ts";
import { type MerchantApi, oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { storedAccounts } from "#test/method-accounts.ts";

const path = "/api/v1/accounts";
const tamara = { apiToken: "canary-token", notificationToken: "canary-notification" };

async function accounts(api: MerchantApi): Promise<Record<string, ProviderAccount["account"]>> {
  const { items } = (await api.call("GET", path)).json() as { items: ProviderAccount[] };
  return Object.fromEntries(items.map(({ method, account }) => [method, account]));
}

const withoutSimulators = { simulatorUrl: null, variables: {} } as const;

test("an account is stored, replaced and removed, and no answer, log or row shows its settings", async () => {
  await using api = await startMerchantApi({ config: withoutSimulators });
  assert.deepEqual(await accounts(api), Object.fromEntries(catalog.map(({ id }) => [id, null])));
  const replies = [await api.call("PUT", `${path}/tamara`, { body: tamara })];
  assert.equal((await accounts(api))["tamara"], "own");
  const stranger = await api.addMerchant();
  assert.equal((await api.call("GET", path, { merchant: stranger })).json().items[4].account, null);
  replies.push(await api.call("PUT", `${path}/tamara`, { body: { ...tamara, apiToken: "canary-2" } }));
  replies.push(await api.call("GET", path), await api.call("DELETE", `${path}/tamara`));
  assert.equal((await accounts(api))["tamara"], null);
  assert.equal((await api.call("DELETE", `${path}/tamara`)).statusCode, 200);
  const { rows } = await api.db.pool.query("select encode(sealed_settings, 'escape') from provider_accounts");
  for (const text of [...replies.map(({ body }) => body), ...api.logLines, JSON.stringify(rows)])
    assert.doesNotMatch(text, /canary/);
});

test("settings that are wrong are named without their values, and the old ones stay", async () => {
  await using api = await startMerchantApi({ config: withoutSimulators });
  await api.call("PUT", `${path}/tamara`, { body: tamara });
  for (const [body, field, message] of [
    [{ apiToken: "canary" }, "notificationToken", /^is missing$/],
    [{ ...tamara, apiToken: null }, "apiToken", /expected string/],
    [{ ...tamara, baseUrl: "http://canary.example" }, "baseUrl", /./],
    [{ ...tamara, canaryUrl: "x" }, "canaryUrl", /^there is no such setting$/],
  ] as const) {
    const reply = await api.call("PUT", `${path}/tamara`, { body });
    assert.deepEqual([reply.statusCode, reply.json().fields[0].path], [422, field], reply.body);
    assert.match(reply.json().fields[0].message, message);
    assert.doesNotMatch(reply.body.replace("canaryUrl", ""), /canary/);
  }
  assert.equal((await api.call("PUT", `${path}/paypal`, { body: {} })).statusCode, 404);
  assert.equal((await accounts(api))["tamara"], "own");
});

const live = { environment: "live", simulatorUrl: null, variables: { WASL_ENV: "live" } } as const;

test("live takes a real account of each method by its call, and none for tests", async () => {
  await using api = await startMerchantApi({ config: live });
  const put = async (method: string, body: unknown) =>
    (await api.call("PUT", `${path}/${method}`, { body: Object(body) })).statusCode;
  for (const { id } of catalog) {
    const [real, ...tests] = storedAccounts[id];
    for (const change of tests)
      assert.equal(await put(id, { ...real, ...change }), 422, JSON.stringify([id, change]));
    assert.equal(await put(id, real), 200, id);
  }
  assert.deepEqual(Object.values(await accounts(api)), Array(catalog.length).fill("own"));
});

test("live stores no account for tests, and says what shows it", async () => {
  await using api = await startMerchantApi({ config: live });
  const body = { secretKey: "sk_test_canary", webhookSecret: "canary-canary-canary" };
  const reply = await api.call("PUT", `${path}/sadad`, { body });
  assert.deepEqual([reply.statusCode, reply.json().fields[0].code], [422, "test_account"]);
  assert.match(reply.json().fields[0].message, /begins with sk_test_/);
  assert.equal((await accounts(api))["sadad"], null);
});

test("an account with open payments is not removed: they could not be asked about", async () => {
  await using api = await startMerchantApi({ config: withoutSimulators });
  await api.call("PUT", `${path}/tamara`, { body: tamara });
  const { orderNumber } = await api.issue({ allowedMethods: ["tamara"] });
  await api.addAttempt(orderNumber, "unknown", "tamara");
  const reply = await api.call("DELETE", `${path}/tamara`);
  assert.deepEqual([reply.statusCode, reply.json().code], [409, "account_in_use"]);
  assert.equal((await accounts(api))["tamara"], "own");
});

test("a method that no account serves is refused at issue and for links, by name and with what to do", async () => {
  await using api = await startMerchantApi({ config: withoutSimulators });
  const product = async () => {
    const reply = await api.call("POST", "/api/v1/products", { body: { title: "تمر", price: "50.00" } });
    assert.equal(reply.statusCode, 201, reply.body);
    return (reply.json() as { id: number }).id;
  };
  const productId = await product();
  const sell = async (body: object) => [
    await api.call("POST", "/api/v1/invoices", { body: { lines: [oneLine], ...body } }),
    await api.call("POST", "/api/v1/product-links", { body: { productId, ...body } }),
  ];
  for (const reply of await sell({})) {
    assert.equal(reply.statusCode, 422);
    assert.equal(reply.json().fields[0].path, "allowedMethods");
  }
  await api.call("PUT", `${path}/tamara`, { body: tamara });
  for (const reply of await sell({ allowedMethods: ["tamara", "stcpay"] })) {
    const { fields } = reply.json();
    assert.deepEqual([reply.statusCode, fields.length], [422, 1], reply.body);
    assert.deepEqual([fields[0].path, fields[0].code], ["allowedMethods.1", "method_not_available"]);
    assert.match(fields[0].message, /stcpay has no account: leave it out, or store an account/);
  }
  for (const reply of [...(await sell({ allowedMethods: ["tamara"] })), ...(await sell({}))])
    assert.equal(reply.statusCode, 201, reply.body);
});

test("the amounts that an account is offered for are shown and changed, and its secrets stay as they were", async () => {
  await using api = await startMerchantApi({ config: withoutSimulators });
  const limitsOf = async (method: string) => {
    const { items } = (await api.call("GET", path)).json() as { items: ProviderAccount[] };
    const { limits, ownLimits } = items.find((one) => one.method === method) ?? {};
    return { limits, ownLimits };
  };
  const put = async (lowestAmount: string | null, highestAmount: string | null, method = "tabby") =>
    await api.call("PUT", `${path}/${method}/limits`, { body: { lowestAmount, highestAmount } });
  assert.equal((await put("10.00", null)).statusCode, 404, "no account of the merchant's own");
  const [tabby] = storedAccounts["tabby"];
  await api.call("PUT", `${path}/tabby`, { body: { ...Object(tabby), highestAmount: "5000.00" } });
  const stated = { lowestAmount: null, highestAmount: "5000.00" };
  assert.deepEqual(await limitsOf("tabby"), { limits: stated, ownLimits: stated });
  assert.deepEqual(await limitsOf("tamara"), { limits: null, ownLimits: null });
  const changed = await put("100.00", "2500.00");
  assert.equal(changed.statusCode, 200, changed.body);
  assert.deepEqual(changed.json().ownLimits, { lowestAmount: "100.00", highestAmount: "2500.00" });
  for (const [low, high] of [
    ["3000.00", "2500.00"],
    ["many", null],
  ] as const)
    assert.equal((await put(low, high)).statusCode, 422);
  const off = await put(null, null);
  assert.deepEqual(off.json().ownLimits, { lowestAmount: null, highestAmount: null });
  assert.equal(off.json().account, "own", "it is still the merchant's own account, and can be used");
});

test("the address that is entered in a provider's portal is listed, and a message to it is believed", async () => {
  await using api = await startMerchantApi({ config: withoutSimulators });
  const addressOf = async (method: string) => {
    const { items } = (await api.call("GET", path)).json() as { items: ProviderAccount[] };
    return items.find((one) => one.method === method)?.webhookUrl;
  };
  const [urpay] = storedAccounts["urpay"];
  const put = async (webhookKey?: string) =>
    await api.call("PUT", `${path}/urpay`, { body: { ...Object(urpay), webhookKey } });
  assert.equal((await put()).json().webhookUrl, null, "no key, no messages");
  const stored = await put("a key & of 16+ characters=");
  assert.equal(stored.statusCode, 200, stored.body);
  const address = new URL(String(await addressOf("urpay")));
  assert.equal(address.pathname, `/rest/pay/notify/urpay/${api.merchant.id}`);
  const provider = await api.services.providers.of("urpay", api.merchant.id);
  const body = JSON.stringify([
    { type: "PAYMENT", result: "null", payLoad: [{ paymentId: "1", trackId: "an attempt" }] },
  ]);
  const read = (query: URLSearchParams) =>
    provider?.readWebhook?.({ headers: {}, query: Object.fromEntries(query), body });
  assert.equal(Object(read(address.searchParams)).attemptId, "an attempt");
  assert.equal(read(new URLSearchParams()), "forged");
  await api.call("PUT", `${path}/tamara`, { body: tamara });
  assert.equal(await addressOf("tamara"), null, "it comes with each payment");
});

test("while a payment or a refund is open its account is neither removed nor replaced by another; the same one gets a new password", async () => {
  await using api = await startMerchantApi({ config: withoutSimulators });
  const [gateway] = storedAccounts.card;
  const put = async (method: string, body: object) =>
    (await api.call("PUT", `${path}/${method}`, { body })).json().code ?? "stored";
  const remove = async (method: string) =>
    (await api.call("DELETE", `${path}/${method}`)).json().code ?? "removed";
  assert.deepEqual([await put("card", gateway), await put("tamara", tamara)], ["stored", "stored"]);
  const another = { ...gateway, merchantId: "SHOP701" };

  const { orderNumber } = await api.issue();
  await api.addAttempt(orderNumber, "unknown", "card");
  assert.deepEqual([await put("card", another), await remove("card")], ["account_in_use", "account_in_use"]);
  assert.equal(await put("card", { ...gateway, password: "a-new-password-of-the-gateway" }), "stored");
  const limits = { lowestAmount: null, highestAmount: "900.00" };
  assert.equal((await api.call("PUT", `${path}/card/limits`, { body: limits })).statusCode, 200);
  // What another method has open is nothing to it.
  assert.equal(await put("tamara", { ...tamara, apiToken: "canary-2" }), "stored");

  const paid = await api.issue();
  const captured = await api.addAttempt(paid.orderNumber, "captured", "tamara");
  await api.db.pool.query(
    `insert into refunds (merchant_id, id, order_id, attempt_id, amount, currency, state)
     select merchant_id, 'refundindoubt00001', order_id, id, 100, currency, 'unknown' from payment_attempts where id = $1`,
    [captured],
  );
  // It has no identifier: another token may be another account's, unlike another one for messages.
  assert.equal(
    await put("tamara", { ...tamara, apiToken: "canary-2", notificationToken: "canary-notification-2" }),
    "stored",
  );
  assert.deepEqual(
    [await put("tamara", tamara), await remove("tamara")],
    ["account_in_use", "account_in_use"],
  );
  await api.db.pool.query("update refunds set state = 'declined'");
  assert.deepEqual([await put("tamara", tamara), await remove("tamara")], ["stored", "removed"]);
});

test("what another payment took the place of keeps no account, once its provider is not asked about it any more", async () => {
  await using api = await startMerchantApi({ config: withoutSimulators });
  const remove = async () => (await api.call("DELETE", `${path}/tamara`)).json().code ?? "removed";
  await api.call("PUT", `${path}/tamara`, { body: tamara });
  const { orderNumber } = await api.issue();
  const id = await api.addAttempt(orderNumber, "awaiting_buyer", "tamara");
  await api.db.pool.query("update payment_attempts set state = 'superseded' where id = $1", [id]);
  const askAt = async (at: string) =>
    await api.db.pool.query(`update payment_attempts set next_check_at = ${at} where id = $1`, [id]);
  await askAt("now()");
  assert.equal(await remove(), "account_in_use");
  await askAt("null");
  assert.equal(await remove(), "removed");
});

test("a shop's first own account waits for what is open on the installation's", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  await api.addAttempt(orderNumber, "unknown", "tamara");
  const refused = await api.call("PUT", `${path}/tamara`, { body: tamara });
  assert.deepEqual([refused.statusCode, refused.json().code], [409, "account_in_use"]);
  assert.equal((await accounts(api))["tamara"], "installation");
});
