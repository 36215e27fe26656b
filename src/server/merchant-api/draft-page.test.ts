import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "#core/problem.ts";
import { startShop } from "#test/console.ts";
import { oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { orderOfDraftPage } from "./draft-page.ts";

const drafts = "/api/v1/invoice-drafts";

const tables = ["orders", "order_lines", "events", "messages", "jobs", "clients", "agreements"];

test("the page of a draft shows what issuing it would make, and makes nothing", async () => {
  await using api = await startMerchantApi();
  const count = async () => {
    const all = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(", ");
    return (await api.db.pool.query(`select ${all}`)).rows[0];
  };
  const client = { name: "نورة", mobile: "0551234567" };
  const agreement = { title: "شروط", text: "لا إرجاع" };
  const draft = { lines: [oneLine], client, agreement, note: "شكرًا" };
  const kept = await api.call("POST", drafts, { body: draft });
  const { id } = kept.json();
  const before = await count();
  const answer = await api.call("POST", `${drafts}/${id}/page`, { body: {} });
  assert.equal(answer.statusCode, 200, answer.body);
  const { url, expiresAt } = answer.json();
  const token = url.split("/").at(-1);
  const order = await orderOfDraftPage(api.services, token, "ar");
  assert.deepEqual(
    [order.total, order.note, order.client_name, order.lines.length],
    [11_500, "شكرًا", "نورة", 1],
  );
  assert.deepEqual(await count(), before);

  await api.call("PUT", `${drafts}/${id}`, {
    body: { ...draft, note: "غيرها" },
    headers: { "if-match": String(kept.headers["etag"]) },
  });
  assert.equal((await orderOfDraftPage(api.services, token, "ar")).note, "غيرها", "as the draft says now");

  const meant = { ...draft, note: "كما يصدر" };
  const other = { body: { invoice: { ...draft, note: "4111 1111 1111 1111" } } };
  assert.equal(
    (await api.call("POST", `${drafts}/${id}/page`, other)).statusCode,
    422,
    "no card number is kept",
  );
  await api.call("POST", `${drafts}/${id}/page`, { body: { invoice: meant } });
  assert.equal((await orderOfDraftPage(api.services, token, "ar")).note, "كما يصدر");
  const still = (await api.call("GET", `${drafts}/${id}`)).json();
  assert.equal(still.invoice.note, "غيرها", "the draft stays as it was typed");

  const foreignClient = { ...meant, client: { ...client, mobile: "0559999999" } };
  const refused = await api.call("POST", `${drafts}/${id}/page`, { body: { invoice: foreignClient } });
  assert.deepEqual([refused.statusCode, refused.json().fields[0].path], [422, "invoice.client"]);

  const isUnknown = (error: unknown) => error instanceof Problem && error.code === "not_found";
  const another = token.replace(/^\d+/, "999999");
  for (const wrong of [another, `${token}.x`, token.slice(0, -2), "", "a.b.c.d"])
    await assert.rejects(orderOfDraftPage(api.services, wrong, "ar"), isUnknown, wrong);
  api.clock.advance(Date.parse(expiresAt) - api.services.clock.now());
  await assert.rejects(orderOfDraftPage(api.services, token, "ar"), isUnknown, "after an hour");
});

test("a draft that cannot be issued has no page, for the reasons by which it cannot; another shop's is not there", async () => {
  await using api = await startMerchantApi();
  const { id } = (
    await api.call("POST", drafts, { body: { lines: [{ title: "x", unitPrice: "a" }] } })
  ).json();
  const refused = await api.call("POST", `${drafts}/${id}/page`, { body: {} });
  const issued = await api.call("POST", `${drafts}/${id}/issue`, { body: {} });
  assert.deepEqual([refused.statusCode, refused.json().code], [422, "validation_failed"]);
  assert.deepEqual(refused.json().fields, issued.json().fields);
  const merchant = await api.addMerchant();
  const foreign = await api.call("POST", `${drafts}/${id}/page`, { body: {}, merchant });
  assert.deepEqual([foreign.statusCode, foreign.json().code], [404, "not_found"]);
});

test("looks and searches of a person leave no entry among the acts of the audit log, refused ones do", async () => {
  await using shop = await startShop();
  const owner = { cookie: await shop.signIn(await shop.addPerson("owner")), shop: shop.merchantId };
  const { id } = (await shop.send(drafts, { ...owner, json: { lines: [oneLine] } })).json();
  assert.equal((await shop.send(`${drafts}/${id}/page`, { ...owner, json: {} })).statusCode, 200);
  assert.equal((await shop.send("/api/v1/search", { ...owner, json: { query: "6543" } })).statusCode, 200);
  const accountant = { cookie: await shop.signIn(await shop.addPerson("accountant")), shop: shop.merchantId };
  assert.equal((await shop.send(`${drafts}/${id}/page`, { ...accountant, json: {} })).statusCode, 403);
  const { items } = (await shop.send("/api/v1/audit", owner)).json();
  const acts = items.map(({ act, result }: { act: string; result: string }) => `${act} ${result}`);
  assert.deepEqual(
    acts.filter((act: string) => act !== "sign in done"),
    [`POST ${drafts}/:draftId/page refused permission_missing`, `POST ${drafts} done`],
  );
});
