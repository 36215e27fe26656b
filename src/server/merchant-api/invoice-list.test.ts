/** Lists of invoices: every order and filter, and cursors that stay where they are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { InvoiceSummary } from "#contract/invoices.ts";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { startMerchantApi } from "#test/merchant-api.ts";
import { asMerchant, buy, makeLink, openLink } from "#test/product-links.ts";

const path = "/api/v1/invoices";

test("a list walks through all invoices, newest first, by cursor and filter, and shows only own ones", async () => {
  await using api = await startMerchantApi();
  const other = await api.addMerchant();
  await api.issue({ externalOrderNumber: "same" }, { merchant: other });
  const numbers: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    const { orderNumber } = await api.issue({
      externalOrderNumber: index < 3 ? "same" : `n${index}`,
      client: { name: "Noura" },
    });
    numbers.unshift(orderNumber);
  }
  // Equal times: the row id decides, and no entry is lost or shown twice.
  await api.db.pool.query("update orders set created_at = '2026-01-01T00:00:00.123456Z'");
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? "?limit=3" : `?limit=3&cursor=${cursor}`;
    const page = (await api.call("GET", `${path}${query}`)).json();
    assert.ok(page.items.length <= 3);
    seen.push(...page.items.map((item: { orderNumber: string }) => item.orderNumber));
    cursor = page.nextCursor;
  } while (cursor !== null && seen.length < 20);
  assert.deepEqual(seen, numbers);
  const list = async (query: string) => (await api.call("GET", `${path}?${query}`)).json().items;
  assert.equal((await list("externalOrderNumber=same")).length, 3);
  assert.equal((await list("externalOrderNumber=none")).length, 0);
  await api.call("POST", `${path}/${numbers[0]}/cancel`);
  const cancelled = await list("status=CANCELLED");
  assert.equal(cancelled.length, 1);
  assert.equal(cancelled[0].orderNumber, numbers[0]);
  assert.equal(cancelled[0].clientName, "Noura");
  assert.equal((await list("status=CREATED&limit=100")).length, 6);
});

test("a list refuses cursors that are not its own, and limits and filters out of range", async () => {
  await using api = await startMerchantApi();
  const other = await api.addMerchant();
  const { orderNumber } = await api.issue({}, { merchant: other });
  const queries: readonly (readonly [query: string, path: string])[] = [
    [`cursor=${orderNumber}`, "cursor"],
    ["cursor=%27", "cursor"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=ten", "limit"],
    ["status=paid", "status"],
    ["status=PAID,paid", "status"],
    ["status=PAID&status=", "status"],
    ["paidSince=yesterday", "paidSince"],
    ["updatedSince=2030-01-31", "updatedSince"],
    ["paidSince=2030-01-31T00:00:00Z&updatedSince=2030-01-31T00:00:00Z", "paidSince"],
    ["product=x", "product"],
    ["mobile=12", "mobile"],
    ["cursor=paid.2030-01-31T00:00:00.000000Z.1", "cursor"],
    ["cursor=created.2030-99-31T00:00:00.000000Z.1", "cursor"],
    ["offset=3", "offset"],
  ];
  for (const [query, field] of queries) {
    const response = await api.call("GET", `${path}?${query}`);
    assert.equal(response.statusCode, 422, query);
    assert.deepEqual(
      response.json().fields.map((wrong: { path: string }) => wrong.path.split(".", 1)[0]),
      [field],
      query,
    );
  }
});

type Page = { readonly items: readonly InvoiceSummary[]; readonly nextCursor: string | null };

async function list(app: TestApp, query: string): Promise<Page> {
  const response = await asMerchant(app, "GET", `/invoices?${query}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
}

const numbersOf = (page: Page): string[] => page.items.map(({ orderNumber }) => orderNumber);

/** All pages of a list; `between` runs after each page. */
async function walk(app: TestApp, query: string, between = async (): Promise<void> => {}): Promise<string[]> {
  const seen: string[] = [];
  let cursor = "";
  for (let page = 0; page < 20; page += 1) {
    const found = await list(app, `${query}${cursor}`);
    seen.push(...numbersOf(found));
    if (found.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(found.nextCursor)}`;
    await between();
  }
  return seen;
}

test("several statuses are one list, newest first, page by page", async () => {
  await using app = await startTestApp();
  const [a, b, c, d] = [
    await issueInvoice(app),
    await issueInvoice(app),
    await issueInvoice(app),
    await issueInvoice(app),
  ];
  await payByCard(app, a);
  await payByCard(app, c);
  await asMerchant(app, "POST", `/invoices/${d}/cancel`);
  assert.deepEqual(await walk(app, "limit=1&status=PAID&status=CREATED"), [c, b, a]);
  assert.deepEqual(await walk(app, "limit=2&status=PAID,CANCELLED"), [d, c, a]);
  assert.deepEqual(await walk(app, "status=PAID,PAID"), [c, a]);
});

test("a bill that is paid late comes to the top of what was paid since then", async () => {
  await using app = await startTestApp();
  const [old, young] = [await issueInvoice(app), await issueInvoice(app)];
  await payByCard(app, young);
  const [first] = (await list(app, "paidSince=2000-01-01T00:00:00Z")).items;
  assert.equal(first?.orderNumber, young);
  await payByCard(app, old);
  assert.deepEqual(await walk(app, "limit=1&paidSince=2000-01-01T00:00:00Z"), [old, young]);
  assert.deepEqual(await walk(app, "limit=1&status=PAID&paidSince=2000-01-01T03:00:00%2B03:00"), [
    old,
    young,
  ]);
  // An unescaped plus arrives as a space.
  assert.deepEqual(await walk(app, "paidSince=2000-01-01T03:00:00+03:00"), [old, young]);
  const since = new Date(Date.parse(first?.paidAt ?? "") + 1).toISOString();
  assert.deepEqual(await walk(app, `paidSince=${since}`), [old]);
});

test("what changes while it is read is read again and nothing is missed", async () => {
  await using app = await startTestApp();
  const orders: string[] = [];
  for (let index = 0; index < 5; index += 1) orders.push(await issueInvoice(app));
  const [first = "", second = "", ...rest] = orders;
  let isChanged = false;
  const seen = await walk(app, "limit=2&updatedSince=2000-01-01T00:00:00Z", async () => {
    if (!isChanged) await asMerchant(app, "POST", `/invoices/${second}/cancel`);
    isChanged = true;
  });
  assert.deepEqual(seen, [first, second, ...rest, second]);
});

test("a payment, a refund and a confirmed address are changes of an invoice", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  let last = "";
  const assertChanged = async (what: string): Promise<void> => {
    const { updatedAt } = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
    assert.ok(updatedAt > last, `${what}: ${last} then ${updatedAt}`);
    last = updatedAt;
  };
  await assertChanged("issued");
  await payByCard(app, orderNumber);
  await assertChanged("paid");
  await asMerchant(app, "POST", `/invoices/${orderNumber}/refunds`, { amount: "10.00" });
  await assertChanged("refunded in part");
  await app.db.pool.query(
    "update orders set client_validated_at = now(), client_validated_email = 'n@example.com'",
  );
  await assertChanged("confirmed");
  await app.db.pool.query("update orders set note = note");
  const { updatedAt } = (await asMerchant(app, "GET", `/invoices/${orderNumber}`)).json();
  assert.equal(updatedAt, last, "writing the same is no change");
});

test("orders are found by their link and by their product, and others' links find nothing", async () => {
  await using app = await startTestApp();
  const one = await makeLink(app);
  const two = (await asMerchant(app, "POST", "/product-links", { productId: one.productId })).json<{
    linkIdentity: string;
  }>();
  const other = await makeLink(app);
  const [byOne, byTwo, byOther] = [
    await buy(app, await openLink(app, one.linkIdentity)),
    await buy(app, await openLink(app, two.linkIdentity)),
    await buy(app, await openLink(app, other.linkIdentity)),
  ];
  await issueInvoice(app);
  assert.deepEqual(await walk(app, `link=${one.linkIdentity.toLowerCase()}`), [byOne]);
  assert.deepEqual(await walk(app, `limit=1&product=${one.productId}`), [byTwo, byOne]);
  assert.deepEqual(await walk(app, `product=${other.productId}&status=CREATED`), [byOther]);
  assert.deepEqual(await walk(app, "link=000000000000"), []);
  assert.deepEqual(await walk(app, "link=nonsense"), []);
  await app.db.pool.query(
    "insert into merchants (username, shop_name, email, phone) values ('other', 'o', 'o@example.com', '1')",
  );
  await app.db.pool.query(
    "update api_keys set merchant_id = (select id from merchants where username = 'other')",
  );
  assert.deepEqual(await walk(app, `link=${one.linkIdentity}`), []);
  assert.deepEqual(await walk(app, `product=${one.productId}`), []);
});

test("a mobile is found in any writing, whether the merchant named it or the buyer typed it", async () => {
  await using app = await startTestApp();
  const named = await issueInvoice(app, { client: { name: "نورة", mobile: "0559876543" } });
  const typed = await issueInvoice(app, { client: { name: "سارة" } });
  // The form sends 0551234567 for the payer.
  await payByCard(app, typed);
  for (const writing of [
    "0559876543",
    "%2B966559876543",
    "+966559876543",
    "966 55 987 6543",
    "00966559876543",
    "٠٥٥٩٨٧٦٥٤٣",
  ])
    assert.deepEqual(await walk(app, `mobile=${writing}`), [named], writing);
  assert.deepEqual(await walk(app, "mobile=0551234567&status=PAID"), [typed]);
  assert.deepEqual(await walk(app, "mobile=%2B971501234567"), []);
});
