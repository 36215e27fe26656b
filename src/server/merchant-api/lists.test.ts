/** Payments, refunds, tax documents and terms of sale of all invoices: found, filtered, paged, and no other merchant's. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  gatewayBody,
  issueInvoice,
  loadModel,
  payByCard,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { asMerchant } from "#test/product-links.ts";
import { createApiKey, createMerchant } from "./api-keys.ts";
import { openApiText } from "./openapi-route.ts";
import { timeLists } from "./time-paging.ts";

let shop: TestApp;
let otherKey: string;
let paid: string;
let declined: string;

before(async () => {
  shop = await startTestApp();
  const agreement = { title: "الشروط", text: "لا يُرد المبيع بعد فتحه." };
  const client = { name: "نورة العتيبي", mobile: "0551112223" };
  paid = await issueInvoice(shop, { agreement, externalOrderNumber: "NK-7", client });
  declined = await issueInvoice(shop, { client: { name: "Sara_100%", mobile: "0559876543" } });
  await payByCard(shop, declined, { expiry: "05/39" });
  const body = gatewayBody(await loadModel(shop, paid), await prepareSession(shop, paid));
  await post(shop, "/rest/pay/openGateway", { ...body, agreementAccepted: true });
  const refund = await asMerchant(shop, "POST", `/invoices/${paid}/refunds`, { amount: "10.00" });
  assert.equal(refund.statusCode, 201, refund.body);
  const other = await createMerchant(shop.db.kysely, {
    username: "other",
    shopName: "Other",
    email: "o@example.com",
    phone: "+966112345670",
  });
  const key = { merchantId: other.id, name: "other", environment: "test" } as const;
  otherKey = await createApiKey(shop.db.kysely, key);
});
after(async () => await shop[Symbol.asyncDispose]());

async function get(path: string, key = shop.apiKey) {
  const headers = { authorization: `Bearer ${key}`, "accept-language": "en" };
  return await shop.app.inject({ url: `/api/v1${path}`, headers });
}

/** What a list has, page by page with one item each. */
async function walk(path: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  const joint = path.includes("?") ? "&" : "?";
  let cursor = "";
  do {
    const { items: page, nextCursor } = (await get(`${path}${joint}limit=1${cursor}`)).json();
    assert.ok(page.length <= 1);
    items.push(...page);
    cursor = nextCursor === null ? "" : `&cursor=${nextCursor}`;
  } while (cursor !== "");
  return items;
}

test("payments are listed newest first, with why one failed in words for its merchant, and how the invoice stands now", async () => {
  const [latest, first] = (await walk("/payments")) as never as [Shown, Shown];
  const standing = [latest, first].map((shown) => Reflect.get(shown, "invoiceStatus"));
  assert.deepEqual(standing, ["PAID", "PENDING"]);
  assert.deepEqual([latest.orderNumber, latest.state, latest.failure], [paid, "captured", null]);
  assert.deepEqual([latest.externalOrderNumber, latest.amount, latest.currency], ["NK-7", "115.00", "SAR"]);
  assert.deepEqual(
    [first.orderNumber, first.state, first.failure?.code],
    [declined, "declined", "card_declined"],
  );
  assert.match(first.failure?.message.en ?? "", /declined/);
  assert.match(first.failure?.message.ar ?? "", /البطاقة/);
  assert.deepEqual(first.buyer, { name: "نورة العتيبي", mobile: "+966551234567", email: null });
  assert.deepEqual((await get(`/payments/${first.id}`)).json(), first);
  assert.deepEqual(await walk("/payments?state=declined"), [first]);
  assert.deepEqual(await walk(`/payments?createdSince=${latest.createdAt}`), [latest]);
  assert.deepEqual(await walk(`/payments?createdBefore=${latest.createdAt}`), [first]);
});

type Shown = {
  readonly [name: string]: unknown;
  readonly failure: {
    readonly code: string;
    readonly message: { readonly ar: string; readonly en: string };
  } | null;
};

test("refunds of all invoices are listed and read by their ids", async () => {
  const [refund] = await walk("/refunds?state=refunded");
  assert.deepEqual([refund?.["orderNumber"], refund?.["amount"]], [paid, "10.00"]);
  assert.deepEqual((await get(`/refunds/${refund?.["id"]}`)).json(), refund);
  assert.deepEqual(await walk("/refunds?state=declined"), []);
  assert.deepEqual(await walk(`/refunds?createdBefore=${refund?.["createdAt"]}`), []);
});

test("tax documents are listed by kind and time and read by their numbers, with the address of the paper", async () => {
  const [note, invoice] = (await walk("/tax-documents")) as never as [Document, Document];
  assert.deepEqual(
    [invoice.kind, invoice.total, invoice.vat, invoice.vatInRiyals],
    ["tax_invoice", "115.00", "15.00", "15.00"],
  );
  assert.deepEqual([note.kind, note.total, note.invoiceNumber], ["credit_note", "10.00", invoice.number]);
  assert.deepEqual((await get(`/tax-documents/${note.number}`)).json(), note);
  assert.deepEqual(await walk("/tax-documents?kind=tax_invoice"), [invoice]);
  assert.deepEqual(await walk("/tax-documents?issuedSince=2999-01-01T00:00:00Z"), []);
  const paper = await shop.app.inject(new URL(String(invoice.pdfUrl)).pathname);
  assert.ok(paper.statusCode === 200 || paper.statusCode === 303, paper.body);
});

type Document = Readonly<Record<string, string>>;

test("terms of sale are listed version by version", async () => {
  const [terms, ...more] = await walk("/agreements");
  assert.deepEqual([terms?.["version"], terms?.["title"], more], [1, "الشروط", []]);
  assert.deepEqual((await get("/agreements/1")).json(), terms);
  assert.equal((await get("/agreements/99999999999")).statusCode, 404);
});

test("an invoice is found by its number, the merchant's, a name's beginning, a mobile in any writing and its total", async () => {
  const found = async (query: string): Promise<unknown[]> =>
    (await walk(`/invoices?${query}`)).map(({ orderNumber }) => orderNumber);
  const search = (text: string): Promise<unknown[]> => found(`search=${encodeURIComponent(text)}`);
  for (const text of [
    paid,
    paid.toLowerCase(),
    "NK-7",
    "نورة",
    "0551112223",
    "551112223",
    "+966 55 111 2223",
    "٠٥٥١١١٢٢٢٣",
  ])
    assert.deepEqual(await search(text), [paid], text);
  assert.deepEqual(await search("SARA_1"), [declined]);
  // Signs of patterns are letters like all others.
  assert.deepEqual([await search("sara%"), await search("_ara"), await search("ن")], [[], [], []]);
  assert.deepEqual(await found("total=115.00"), [declined, paid]);
  assert.deepEqual(await found("total=115&search=NK-7"), [paid]);
  assert.deepEqual(await found("total=115.01"), []);
  assert.deepEqual(await found("total=115.00&totalCurrency=USD"), []);
  const refused = await get("/invoices?total=115.001");
  assert.deepEqual([refused.statusCode, refused.json().fields[0].path], [422, "total"]);
});

test("another merchant finds none of it, and cannot tell it from what does not exist", async () => {
  const [[payment], [refund], [document]] = [
    await walk("/payments"),
    await walk("/refunds"),
    await walk("/tax-documents"),
  ];
  for (const list of [
    "payments",
    "refunds",
    "tax-documents",
    "agreements",
    `invoices?search=${paid}`,
    "invoices?search=0551112223",
  ]) {
    const reply = await get(`/${list}`, otherKey);
    assert.deepEqual([reply.statusCode, reply.json().items], [200, []], list);
  }
  const known = [
    `payments/${payment?.["id"]}`,
    `refunds/${refund?.["id"]}`,
    `tax-documents/${document?.["number"]}`,
    "agreements/1",
  ];
  for (const path of known) {
    const [theirs, nothing] = [
      await get(`/${path}`, otherKey),
      await get(`/${path.replace(/[^/]+$/, "9")}`, otherKey),
    ];
    assert.deepEqual([theirs.statusCode, nothing.statusCode], [404, 404], path);
    const { requestId: _one, ...said } = theirs.json();
    const { requestId: _two, ...same } = nothing.json();
    assert.deepEqual(said, same, path);
  }
});

test("a cursor of another list, or none at all, is refused", async () => {
  const { nextCursor } = (await get("/payments?limit=1")).json();
  for (const list of ["refunds", "tax-documents"]) {
    const reply = await get(`/${list}?cursor=${nextCursor}`);
    assert.deepEqual([reply.statusCode, reply.json().fields[0].code], [422, "invalid_cursor"], list);
  }
  assert.equal((await get("/payments?cursor=payments.2026-99-99T00:00:00.000000Z.x")).statusCode, 422);
});

test("a try whose code was sent again is one payment, by the id of its first code", async () => {
  const orderNumber = await issueInvoice(shop);
  const columns =
    "id, order_id, method, provider, state, amount, currency, return_token, is_resent, resend_of";
  for (const [id, state, first] of [
    ["codefirst", "superseded", null],
    ["codeagain", "cancelled", "codefirst"],
  ])
    await shop.db.pool.query(
      `insert into payment_attempts (${columns}) select $1, id, 'stcpay', 'stcpay', $2, total, currency, $1, $3::text is null, $3
      from orders where order_number = $4`,
      [id, state, first, orderNumber],
    );
  const [payment, ...more] = await walk("/payments?state=cancelled");
  assert.deepEqual([payment?.["id"], payment?.["orderNumber"], more], ["codefirst", orderNumber, []]);
  assert.deepEqual((await get("/payments/codefirst")).json(), payment);
  assert.equal((await get("/payments/codeagain")).statusCode, 404);
  assert.deepEqual(await walk("/payments?state=superseded"), []);
});

test("a made-up cursor is never a fault of the server, whichever list it names", async () => {
  const { id } = (await get("/clients")).json().items[0];
  const document = JSON.parse(openApiText()) as Readonly<{ paths: Record<string, { get?: Operation }> }>;
  const paths = Object.entries(document.paths)
    .filter(([, { get: read }]) => read?.parameters?.some(({ name }) => name === "cursor"))
    .map(([path]) => path.replace("/api/v1", "").replace("{orderNumber}", paid).replace("{clientId}", id));
  assert.ok(paths.length > timeLists.length);
  for (const path of paths)
    for (const list of timeLists) {
      const answer = await get(`${path}?cursor=${list}.2026-01-01T00:00:00.000000Z.not-an-id`);
      assert.ok(answer.statusCode < 500, `${path} ${list}: ${answer.body}`);
    }
});

type Operation = { readonly parameters?: readonly { readonly name?: string }[] };
