import assert from "node:assert/strict";
import { test } from "node:test";
import { Problem } from "#core/problem.ts";
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
  const { id } = (await api.call("POST", drafts, { body: draft })).json();
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

  await api.call("PUT", `${drafts}/${id}`, { body: { ...draft, note: "غيرها" } });
  assert.equal((await orderOfDraftPage(api.services, token, "ar")).note, "غيرها", "as the draft says now");

  const isUnknown = (error: unknown) => error instanceof Problem && error.code === "not_found";
  const other = token.replace(/^\d+/, "999999");
  for (const wrong of [other, `${token}.x`, token.slice(0, -2), "", "a.b.c.d"])
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
