/** Views of invoices: who counts as the buyer, what is one view, and that none changes the invoice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fastify from "fastify";
import type { InvoiceViews } from "#contract/invoices.ts";
import { newViewAfterMs } from "#core/timing.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { until } from "#test/until.ts";
import { mountOrderViews, noteView } from "./order-views.ts";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

async function viewsOf(api: MerchantApi, orderNumber: string): Promise<InvoiceViews> {
  const answer = await api.call("GET", `/api/v1/invoices/${orderNumber}/views`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

test("an invoice says when it was opened first and last and how often; its ETag stays", async () => {
  await using api = await startMerchantApi();
  const { orderNumber } = await api.issue();
  const etag = async () => (await api.call("GET", `/api/v1/invoices/${orderNumber}`)).headers.etag;
  const before = await etag();
  assert.ok(before);
  assert.deepEqual(await viewsOf(api, orderNumber), { firstViewedAt: null, lastViewedAt: null, views: 0 });
  await Promise.all([noteView(api.services, orderNumber), noteView(api.services, orderNumber)]);
  const first = await viewsOf(api, orderNumber);
  assert.equal(first.views, 1);
  assert.equal(first.lastViewedAt, first.firstViewedAt);
  api.clock.advance(newViewAfterMs / 2);
  await noteView(api.services, orderNumber);
  assert.deepEqual(await viewsOf(api, orderNumber), first, "what is opened again soon is the same view");
  api.clock.advance(newViewAfterMs);
  const since = api.clock.now();
  await noteView(api.services, orderNumber);
  const second = await viewsOf(api, orderNumber);
  assert.deepEqual([second.firstViewedAt, second.views], [first.firstViewedAt, 2]);
  assert.ok(Date.parse(second.lastViewedAt ?? "") >= since);
  assert.equal(await etag(), before);
  const { rows } = await api.db.pool.query("select 1 from events where type = 'invoice.viewed'");
  assert.equal(rows.length, 1, "the event is of the first view");
});

test("the shop's own look from the console is no view", async () => {
  await using api = await startMerchantApi({ config: { consoleUrl: "https://console.example/" } });
  const [own, buyers] = [await api.issue(), await api.issue()];
  await using pages = fastify();
  mountOrderViews(pages, api.services);
  pages.get("/pay/order/:orderNumber", { config: { views: "invoice" } }, async () => "the page");
  const open = (orderNumber: string, referer: string) =>
    pages.inject({ url: `/pay/order/${orderNumber}`, headers: { "user-agent": phone, referer } });
  await open(own.orderNumber, "https://console.example/");
  await open(buyers.orderNumber, "https://console.example.other/");
  await until(async () => (await viewsOf(api, buyers.orderNumber)).views === 1);
  assert.equal((await viewsOf(api, own.orderNumber)).views, 0);
});

test("a page of an order counts as a view of its invoice only where its route says so", async () => {
  await using api = await startMerchantApi();
  const [seen, helped] = [await api.issue(), await api.issue()];
  await using pages = fastify();
  mountOrderViews(pages, api.services);
  pages.get("/pay/order/:orderNumber", { config: { views: "invoice" } }, async () => "the invoice");
  pages.get("/pay/sample/:orderNumber", { config: { views: null } }, async () => "another page");
  const open = (url: string) => pages.inject({ url, headers: { "user-agent": phone } });
  await open(`/pay/sample/${helped.orderNumber}`);
  await open(`/pay/order/${seen.orderNumber}`);
  await until(async () => (await viewsOf(api, seen.orderNumber)).views === 1);
  assert.equal((await viewsOf(api, helped.orderNumber)).views, 0);
});
