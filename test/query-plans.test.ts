/**
 * What the server asks of the database stays cheap however many orders there are: no statement of a buyer's or a
 * merchant's call reads a growing table from end to end, skips rows by OFFSET, or counts what has no bound. Held by
 * the planner's own word (EXPLAIN) over a database with enough rows, for the very statements that the calls send.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type pg from "pg";
import { readActs } from "#server/merchant-api/audit-list.ts";
import { requestLogOf } from "#server/merchant-api/request-log.ts";
import { expireInvoices } from "#server/orders/expire-invoices.ts";
import { sendDueRefunds } from "#server/payments/refund-jobs.ts";
import { cancelExpiredLinkOrders } from "#server/products/expire-link-orders.ts";
import { checkDueAttempts } from "#server/schedule/jobs.ts";
import { issueInvoice, loadModel, payByCard, post, startTestApp, type TestApp } from "./app-harness.ts";
import { fillDatabase } from "./many-orders.ts";
import { askForPages } from "./page-questions.ts";
import { asMerchant, buy, makeCoupon, makeLink, openLink } from "./product-links.ts";

/** Tables that grow with every order. */
const growing = new Set([
  "orders",
  "order_lines",
  "clients",
  "payment_attempts",
  "attempt_events",
  "events",
  "card_sessions",
  "payment_tries",
  "idempotency_keys",
  "refunds",
  "checkouts",
  "stock_holds",
  "coupon_uses",
  "coupon_misses",
  "admin_acts",
]);

/** Entries of a page of these tests, and the one that tells of a next page. */
const pageRows = 21;

/** Home's unpaid sum out of one index; the request log's insert, with one order each. */
const costsWhatItIsOf = ["sum(total - captured_total)", "insert into api_requests"];

/** What the links of a page have sold: it costs what they sold, out of one index (docs/decisions/0100). */
const sumOfSold = "sum(o.captured_total)";

/**
 * In the planner's units; a look-up by an index costs about 10, a page of clients with the row that states each about 170, the whole
 * table of orders more than 500.
 */
const highestCost = 200;
/** Of a search by words or the beginning of a name, which costs what it matches: the planner expects 1 % of all names. */
const highestNameCost = 600;
/** Of a look at the newest for a name: forty for each of a page, and one look-up for each, of an order's client or a client's former rows. */
const highestCostAmongNewest = 8_000;
/** Of what a list looks up for each of its entries, whose number has a bound. */
const highestCostPerRow = 20;

type Sent = { readonly text: string; readonly values: readonly unknown[] };

type Plan = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Total Cost": number;
  readonly "Plan Rows": number;
  readonly "Parent Relationship"?: string;
  readonly Plans?: readonly Plan[];
};

let shop: TestApp;
const sent = new Map<string, Sent>();

before(async () => {
  shop = await startTestApp({ env: { WASL_RATE_LIMITS: "true" } });
  await fillDatabase(shop);
  record(shop.db.pool);
  await useEverything(shop);
});
after(async () => await shop[Symbol.asyncDispose]());

test("no call reads a growing table from end to end, and none costs more than a few look-ups", async () => {
  const wrong: string[] = [];
  let explained = 0;
  for (const { text, values } of sent.values()) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue;
    if (costsWhatItIsOf.some((part) => text.includes(part))) continue;
    explained += 1;
    const plan = await explain(text, values);
    const scanned = nodesOf(plan).filter(
      (node) => node["Node Type"] === "Seq Scan" && growing.has(node["Relation Name"] ?? ""),
    );
    for (const node of scanned) wrong.push(`reads all of ${node["Relation Name"]}: ${brief(text)}`);
    const { perRow, rest } = costsOf(plan);
    if (!text.includes(sumOfSold) && rest > highestCostOf(text)) wrong.push(`costs ${rest}: ${brief(text)}`);
    if (perRow > highestCostPerRow) wrong.push(`costs ${perRow} for each row: ${brief(text)}`);
  }
  assert.ok(explained > 30, `${explained} statements were looked at`);
  assert.deepEqual(wrong, []);
});

test("no call skips rows by OFFSET", () => {
  const wrong = [...sent.keys()].filter((text) => /\boffset\b/i.test(text));
  assert.deepEqual(wrong.map(brief), []);
});

test("a product link is loaded by one statement, whatever it has", async () => {
  const { linkIdentity } = await makeLink(shop, { link: { agreement: { title: "T", text: "T" } } });
  await openLink(shop, linkIdentity); // the first one asks for its world as well (docs/decisions/0155)
  await requestLogOf(shop.services).flush();
  const texts: string[] = [];
  const note = (client: pg.PoolClient): void => onQuery(client, ({ text }) => texts.push(text));
  shop.db.pool.on("acquire", note);
  await openLink(shop, linkIdentity);
  shop.db.pool.off("acquire", note);
  assert.equal(texts.length, 1);
});

test("an order is loaded by one statement, whatever it has", async () => {
  const orderNumber = await issueInvoice(shop);
  await payByCard(shop, orderNumber);
  await requestLogOf(shop.services).flush();
  const texts: string[] = [];
  const note = (client: pg.PoolClient): void => onQuery(client, ({ text }) => texts.push(text));
  shop.db.pool.on("acquire", note);
  const response = await shop.app.inject(`/rest/pay/order/${orderNumber}`);
  shop.db.pool.off("acquire", note);
  assert.equal(response.statusCode, 200);
  assert.equal(texts.length, 1);
});

function highestCostOf(text: string): number {
  if (text.includes(") newest where")) return highestCostAmongNewest;
  return /~>=~|@@/.test(text) ? highestNameCost : highestCost;
}

/** Every kind of call that reads or changes orders, once. */
async function useEverything(of: TestApp): Promise<void> {
  const headers = { authorization: `Bearer ${of.apiKey}` };
  const get = async (url: string): Promise<ListAnswer> => {
    const response = await of.app.inject({ url, headers });
    assert.equal(response.statusCode, 200, `${url}: ${response.body}`);
    return response.json();
  };
  const change = async (url: string, payload: object, key: string): Promise<void> => {
    const response = await of.app.inject({
      method: "POST",
      url,
      headers: { ...headers, "idempotency-key": key },
      payload,
    });
    assert.ok(response.statusCode < 300, `${url}: ${response.body}`);
  };
  const [paid, cancelled, declined] = [
    await issueInvoice(of),
    await issueInvoice(of),
    await issueInvoice(of),
  ];
  for (const filter of [
    "",
    "&status=CREATED",
    "&status=PAID",
    "&externalOrderNumber=NK-77",
    ...listFilters,
  ]) {
    const { nextCursor } = await get(`/api/v1/invoices?limit=20${filter}`);
    if (nextCursor) await get(`/api/v1/invoices?limit=20${filter}&cursor=${nextCursor}`);
  }
  for (const list of listsOfAll) {
    const { nextCursor } = await get(`/api/v1/${list}`);
    if (nextCursor) await get(`/api/v1/${list}&cursor=${nextCursor}`);
  }
  await useLinkFilters(of, get);
  const [since, before] = ["2026-01-01T00:00:00Z", "2026-01-08T00:00:00Z"];
  const acts = [
    {},
    { kind: "tax" },
    { actor: "operator" },
    { actor: "key 7" },
    { since },
    { before },
  ] as const;
  for (const filter of [...acts, { since, before, kind: "tax" }] as const)
    await readActs(of.services.db.kysely, of.merchantId, { ...filter, limit: 20 });
  await get("/api/v1/home");
  for (const query of ["0551000077", "4777", "client 47", "cli", "115.00", "NK-77", "0000000000000000"])
    await change("/api/v1/search", { query }, `plans-search-${query.replaceAll(" ", "-")}`);
  await loadModel(of, paid);
  for (const path of ["order", "theme/o", "cardSettings"]) await get(`/rest/pay/${path}/${paid}`);
  await payByCard(of, declined, { expiry: "05/39" });
  await payByCard(of, declined, { number: "5123450000000008" });
  assert.equal((await payByCard(of, paid)).statusCode, 200);
  for (const call of ["checkPaymentStatus", "process3dSecure"]) {
    for (const orderNumber of [paid, declined]) await post(of, `/rest/pay/${call}`, { orderNumber });
  }
  await get(`/web/embeddedJs/${paid}`);
  await get(`/api/v1/invoices/${paid}`);
  await change(`/api/v1/invoices/${paid}/refunds`, { amount: "10.00", reason: "late" }, "plans-refund-0001");
  await change(`/api/v1/invoices/${cancelled}/cancel`, {}, "plans-cancel-0001");
  await useProductLinks(of, get);
  await usePages(of, paid);
  of.clock.advance(24 * 60 * 60_000);
  assert.ok((await cancelExpiredLinkOrders(of.services)) > 0);
  await expireInvoices(of.services);
  await checkDueAttempts(of.services);
  await sendDueRefunds(of.services);
}

const listFilters = [
  "&status=PAID,CREATED,CANCELLED",
  "&paidSince=2000-01-01T00:00:00Z",
  "&paidSince=2000-01-01T00:00:00Z&status=PAID",
  "&updatedSince=2000-01-01T00:00:00Z",
  "&updatedSince=2000-01-01T00:00:00Z&status=PAID,REFUNDED",
  "&mobile=0551000077",
  "&search=0551000077",
  "&search=NK-77",
  "&search=client%204777",
  "&search=cli&status=CREATED,CANCELLED",
  "&total=115.00",
  "&totalFrom=100&totalTo=200",
  "&metadata=shop:riyadh",
  "&overdue=true",
  "&dueSince=2026-01-01",
];

/** Lists of what invoices have, over all of them. */
const listsOfAll = [
  "payments?limit=20",
  "payments?limit=20&state=declined",
  "payments?limit=20&method=sadad",
  "payments?limit=20&lastFour=2346",
  "payments?limit=20&amount=115.01",
  "payments?limit=20&order=0000000000000000",
  "refunds?limit=20&method=sadad",
  "refunds?limit=20&order=0000000000000000",
  "clients?limit=20&email=noura@example.com",
  "clients?limit=20&name=client%204777",
  "refunds?limit=20",
  "refunds?limit=20&state=declined",
  "refund-approvals?limit=20",
  "refund-approvals?limit=20&state=requested",
  "tax-documents?limit=20",
  "agreements?limit=20",
  "clients?limit=20",
  "clients?limit=20&search=0551000077",
  "clients?limit=20&search=client%204777",
  "clients?limit=20&search=cli",
];

type ListAnswer = { readonly nextCursor?: string; readonly items?: readonly { readonly id: number }[] };

/** The link that half of the orders were made from, and its product. */
async function useLinkFilters(of: TestApp, get: (url: string) => Promise<ListAnswer>): Promise<void> {
  const { rows } = await of.db.pool.query(
    `select l.link_identity as link, l.product_id as product from product_links l
      where l.merchant_id = $1 order by l.id limit 1`,
    [of.merchantId],
  );
  for (const [name, value] of Object.entries(rows[0])) {
    const { nextCursor } = await get(`/api/v1/invoices?limit=20&${name}=${value}`);
    assert.ok(nextCursor);
    await get(`/api/v1/invoices?limit=20&${name}=${value}&cursor=${nextCursor}`);
    await get(`/api/v1/invoices?limit=20&${name}=${value}&status=CREATED,PAID`);
  }
  const { items } = await get("/api/v1/clients?limit=1");
  await get(`/api/v1/invoices?limit=20&client=${items?.[0]?.id}`);
}

/** What pages ask of an order, a link and a customer. */
async function usePages(of: TestApp, orderNumber: string): Promise<void> {
  const first = async (column: string, table: string) =>
    (
      await of.db.pool.query(
        `select ${column} as value from ${table} where merchant_id = $1 order by id limit 1`,
        [of.merchantId],
      )
    ).rows[0].value;
  const linkIdentity = await first("link_identity", "product_links");
  await askForPages(of, { orderNumber, linkIdentity, clientId: Number(await first("id", "clients")) });
}

/** What merchants and buyers do with product links. */
async function useProductLinks(of: TestApp, get: (url: string) => Promise<unknown>): Promise<void> {
  const { linkIdentity, productId } = await makeLink(of, { product: { stockQty: 9 } });
  const coupon = await makeCoupon(of, { code: "PLANS", usageLimit: 9, usageLimitPerMobile: 3 });
  const model = await openLink(of, linkIdentity);
  await get(`/rest/pay/product/${linkIdentity}/check-coupon/PLANS`);
  for (const qty of [1, 2, 2]) await buy(of, model, { couponCode: "PLANS", checkoutKey: "plans-page", qty });
  await payByCard(of, await buy(of, model, { customerMobile: "0551234569" }));
  for (const path of [
    `products/${productId}`,
    `product-links/${linkIdentity}`,
    `coupons/${coupon.id}`,
    "theme",
  ])
    await get(`/api/v1/${path}`);
  for (const list of ["products", "product-links", "coupons"])
    await get(`/api/v1/${list}?limit=20&cursor=99999999`);
  await asMerchant(of, "PATCH", `/products/${productId}`, { stockQty: 90 });
  await asMerchant(of, "PATCH", `/product-links/${linkIdentity}`, { holdMinutes: 45 });
  await asMerchant(of, "PATCH", `/coupons/${coupon.id}`, { usageLimit: 90 });
}

/** Keeps every statement that the pool's connections send from now on, with the last values of each. */
function record(pool: pg.Pool): void {
  pool.on("acquire", (client) => onQuery(client, (statement) => sent.set(statement.text, statement)));
}

const listeners = new WeakMap<pg.PoolClient, (statement: Sent) => void>();

/** Tells what a connection is asked; the last listener of a connection counts. */
function onQuery(client: pg.PoolClient, listener: (statement: Sent) => void): void {
  const isNew = !listeners.has(client);
  listeners.set(client, listener);
  if (!isNew) return;
  const query = client.query.bind(client) as (...input: unknown[]) => unknown;
  const spy = (first: string | Sent, ...rest: unknown[]): unknown => {
    const text = typeof first === "string" ? first : first.text;
    const values = typeof first === "string" ? rest[0] : first.values;
    listeners.get(client)?.({ text, values: Array.isArray(values) ? values : [] });
    return query(first, ...rest);
  };
  Object.assign(client, { query: spy });
}

async function explain(text: string, values: readonly unknown[]): Promise<Plan> {
  const result = await shop.db.pool.query<{ "QUERY PLAN": readonly { readonly Plan: Plan }[] }>(
    `explain (format json) ${text}`,
    [...values],
  );
  const plan = result.rows[0]?.["QUERY PLAN"][0]?.Plan;
  assert.ok(plan, text);
  return plan;
}

function nodesOf(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** What a plan costs for each row that it looks more up for, and without that. A row of its own counts in full. */
function costsOf(plan: Plan): { readonly perRow: number; readonly rest: number } {
  const repeated = nodesOf(plan).flatMap((node) =>
    node["Plan Rows"] < 2
      ? []
      : (node.Plans ?? [])
          .filter((below) => below["Parent Relationship"] === "SubPlan")
          .map((below) => ({ cost: below["Total Cost"], rows: Math.min(node["Plan Rows"], pageRows) })),
  );
  return {
    perRow: Math.max(0, ...repeated.map(({ cost }) => cost)),
    rest: repeated.reduce((rest, { cost, rows }) => rest - cost * rows, plan["Total Cost"]),
  };
}

function brief(text: string): string {
  return text.replace(/\s+/g, " ").slice(0, 200);
}
