/** Which of the built pages count as a view of what they show: the fact of each route, as the server mounts it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { issueInvoice } from "./app-harness.ts";
import { type BuiltApp, startBuiltApp } from "./built-app.ts";
import { makeLink } from "./product-links.ts";
import { until } from "./until.ts";

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

let built: BuiltApp;
before(async () => {
  built = await startBuiltApp();
});
after(() => built[Symbol.asyncDispose]());

async function open(url: string): Promise<void> {
  const answer = await built.app.inject({ url, headers: { "user-agent": phone } });
  assert.equal(answer.statusCode, 200, url);
}

async function isViewed(orderNumber: string): Promise<boolean> {
  const { rows } = await built.wasl.db.pool.query(
    "select 1 from order_views v join orders o on o.id = v.order_id where o.order_number = $1",
    [orderNumber],
  );
  return rows.length === 1;
}

test("the invoice and its pages of payment are views of it, the page that proves it genuine is none", async () => {
  const [verified, ...viewed] = await Promise.all(Array.from({ length: 4 }, () => issueInvoice(built.wasl)));
  await open(`/verify/${verified}`);
  const places = ["order", "info", "frame"];
  for (const [index, place] of places.entries()) await open(`/pay/${place}/${viewed[index]}`);
  await until(async () => (await Promise.all(viewed.map(isViewed))).every((is) => is));
  assert.equal(await isViewed(verified ?? ""), false);
});

test("the page of a product link is a view of the link", async () => {
  const { linkIdentity } = await makeLink(built.wasl);
  await open(`/pay/product/${linkIdentity}`);
  await built.app.close();
  const { rows } = await built.wasl.db.pool.query("select views from link_views");
  assert.deepEqual(rows, [{ views: 1 }]);
});
