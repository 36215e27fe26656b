/** A model does for a merchant what the merchant's key may do, and gives no money back before a person agreed. */
import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { ApiKeyScope } from "#core/api-key-scopes.ts";
import { issueInvoice, ledger, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { createApiKey, createMerchant } from "../merchant-api/api-keys.ts";

let app: TestApp;
let url: URL;

const oneLine = { title: "تمر سكري", quantity: 2, unitPrice: "50.00", vatRate: "15" };

before(async () => {
  app = await startTestApp();
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  url = new URL(`http://127.0.0.1:${(app.app.server.address() as AddressInfo).port}/mcp`);
});
after(async () => await app?.[Symbol.asyncDispose]());

/** The two revisions of the protocol that are in use: the one of 2025, and that of 2026-07-28. */
const eras: readonly (readonly [name: string, options: ClientOptions])[] = [
  ["2025", {}],
  ["2026-07-28", { versionNegotiation: { mode: { pin: "2026-07-28" } } }],
];

type Session = Client & AsyncDisposable;

async function connect(key: string, options: ClientOptions = {}): Promise<Session> {
  const client = new Client({ name: "test", version: "1" }, options);
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function keyWith(scopes: readonly ApiKeyScope[], merchantId = app.merchantId): Promise<string> {
  return await createApiKey(app.db.kysely, { merchantId, name: "mcp", environment: "test", scopes });
}

async function use(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<{
  readonly isError: boolean;
  readonly text: string;
  readonly body: () => Record<string, unknown>;
}> {
  const answer = await client.callTool({ name, arguments: args });
  const [content] = answer.content;
  assert.equal(content?.type, "text");
  const text = content.type === "text" ? content.text : "";
  return { isError: answer.isError === true, text, body: () => JSON.parse(text) };
}

async function paidInvoice(): Promise<string> {
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  return orderNumber;
}

/** What was given back, by the provider's own books. */
async function givenBack(): Promise<readonly string[]> {
  return (await ledger(app)).filter(({ kind }) => kind === "refund").map(({ amount }) => amount);
}

for (const [era, options] of eras) {
  test(`a client of ${era} lists the tools, issues an invoice once, and finds it`, async () => {
    await using client = await connect(app.apiKey, options);
    const { tools } = await client.listTools();
    const issue = tools.find(({ name }) => name === "issue_invoice");
    assert.equal(issue?.inputSchema.type, "object");
    assert.ok(issue.inputSchema.required?.includes("idempotencyKey"));
    const args = {
      lines: [oneLine],
      client: { name: "Sara", mobile: "+966551234567" },
      idempotencyKey: `of-${era}`,
    };
    const issued = await use(client, "issue_invoice", args);
    assert.equal(issued.isError, false, issued.text);
    const again = await use(client, "issue_invoice", args);
    const { orderNumber } = issued.body();
    assert.equal(again.body()["orderNumber"], orderNumber);
    const read = await use(client, "get_invoice", { orderNumber });
    assert.equal(read.body()["status"], "CREATED");
    const { items } = (await use(client, "find_invoices", { search: orderNumber, limit: 5 })).body();
    assert.equal((items as unknown[]).length, 1);
  });
}

test("a key is given the tools of its scopes, and a tool of another scope is refused", async () => {
  await using client = await connect(await keyWith(["read"]));
  const { tools } = await client.listTools();
  assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  assert.ok(!tools.some(({ name }) => name === "issue_invoice"));
  const refused = await use(client, "issue_invoice", { lines: [oneLine], idempotencyKey: "k" });
  assert.ok(refused.isError);
  assert.equal(refused.body()["code"], "scope_missing");
});

test("wrong arguments are answered with the field and the reason", async () => {
  await using client = await connect(app.apiKey);
  const answer = await use(client, "issue_invoice", { lines: [], idempotencyKey: "wrong" });
  assert.ok(answer.isError);
  assert.match(answer.text, /"path":"lines"/);
  const unknown = await use(client, "get_invoice", {});
  assert.equal(unknown.body()["code"], "order_not_found");
});

test("another merchant's invoice is as one that does not exist", async () => {
  const foreign = await paidInvoice();
  const other = { username: "other", shopName: "Other", email: "o@example.com", phone: "+966112345679" };
  const { id } = await createMerchant(app.db.kysely, { ...other, vatNumber: null });
  await using client = await connect(await keyWith(["read", "issue", "refund"], id));
  for (const name of ["get_invoice", "cancel_invoice", "refund_invoice"]) {
    const answer = await use(client, name, { orderNumber: foreign });
    assert.ok(answer.isError);
    assert.equal(answer.body()["code"], "order_not_found", name);
  }
});

test("a refund waits for a confirmation, which is good for that refund and gives money back once", async () => {
  const orderNumber = await paidInvoice();
  const before = await givenBack();
  await using client = await connect(app.apiKey);
  const wish = { orderNumber, amount: "10.00" };
  const asked = await use(client, "refund_invoice", wish);
  assert.deepEqual(await givenBack(), before);
  const { confirmation, askThePerson } = asked.body();
  assert.match(String(askThePerson), /^Give back SAR 10\.00 of invoice .* SAR 115\.00 was paid/);

  const other = await use(client, "refund_invoice", { ...wish, amount: "100.00", confirmation });
  assert.ok(other.isError && other.text.includes("another call"));
  await using second = await connect(await keyWith(["read", "refund"]));
  const stolen = await use(second, "refund_invoice", { ...wish, confirmation });
  assert.ok(stolen.isError && stolen.text.includes("another call"));
  assert.deepEqual(await givenBack(), before);

  const given = await use(client, "refund_invoice", { ...wish, confirmation });
  assert.equal(given.isError, false, given.text);
  const again = await use(client, "refund_invoice", { ...wish, confirmation });
  assert.equal(again.body()["id"], given.body()["id"]);
  assert.deepEqual(await givenBack(), [...before, "10.00"]);
});

test("that an invoice was paid in cash is recorded only after a person agreed, for that amount and way, and once", async () => {
  const orderNumber = await issueInvoice(app);
  await using client = await connect(app.apiKey);
  const { tools } = await client.listTools();
  const annotations = tools.find(({ name }) => name === "record_payment")?.annotations;
  assert.equal(annotations?.destructiveHint, true);
  const wish = { orderNumber, amount: "115.00", way: "cash", reference: "slip 7" };
  const asked = (await use(client, "record_payment", wish)).body();
  assert.match(
    String(asked["askThePerson"]),
    /^Record that invoice \w+ of ".*" was paid without a provider \(cash\), SAR 115\.00 of SAR 115\.00 that are due\?/,
  );
  const { confirmation } = asked;
  const standing = async () => {
    const { status, payments } = (await use(client, "get_invoice", { orderNumber })).body();
    return [
      status,
      (payments as { method: string; amount: string }[]).map((one) => `${one.method} ${one.amount}`),
    ];
  };
  assert.deepEqual(await standing(), ["CREATED", []]);
  for (const change of [{ way: "card_terminal" }, { amount: "15.00" }]) {
    const other = await use(client, "record_payment", { ...wish, ...change, confirmation });
    assert.ok(other.isError && other.text.includes("another call"), other.text);
  }
  assert.deepEqual(await standing(), ["CREATED", []]);
  for (const _time of ["first", "again"]) {
    const done = await use(client, "record_payment", { ...wish, confirmation });
    assert.equal(done.isError, false, done.text);
  }
  assert.deepEqual(await standing(), ["PAID", ["cash 115.00"]]);
  await using clerk = await connect(await keyWith(["read", "issue"]));
  assert.ok(!(await clerk.listTools()).tools.some(({ name }) => name === "record_payment"));
  const other = await issueInvoice(app);
  const own = (await use(clerk, "record_payment", { ...wish, orderNumber: other })).body();
  const confirmed = { ...wish, orderNumber: other, confirmation: own["confirmation"] };
  assert.equal((await use(clerk, "record_payment", confirmed)).body()["code"], "scope_missing");
});

test("an invoice changes, clients merge and a draft goes only after a person agreed, and while they are as they were shown", async () => {
  await using client = await connect(app.apiKey);
  const orderNumber = await issueInvoice(app);
  const wish = { orderNumber, lines: [{ ...oneLine, unitPrice: "60.00" }] };
  const asked = (await use(client, "edit_invoice", wish)).body();
  assert.match(String(asked["askThePerson"]), /SAR 115\.00\? These changes: .*60\.00/);
  const { confirmation } = asked;
  assert.equal((await use(client, "get_invoice", { orderNumber })).body()["total"], "115.00");
  // A confirmation is of one tool and one wish.
  const dearer = { ...wish, lines: [{ ...oneLine, unitPrice: "600.00" }] };
  assert.equal((await use(client, "edit_invoice", { ...dearer, confirmation })).isError, true);
  assert.equal((await use(client, "refund_invoice", { ...wish, confirmation })).isError, true);
  assert.equal((await use(client, "edit_invoice", { ...wish, confirmation })).body()["total"], "138.00");
  // What was shown is gone: the person is asked again.
  const late = (await use(client, "edit_invoice", { orderNumber, note: "x" })).body()["confirmation"];
  const first = (await use(client, "edit_invoice", { orderNumber, note: "y" })).body()["confirmation"];
  await use(client, "edit_invoice", { orderNumber, note: "y", confirmation: first });
  assert.match(
    (await use(client, "edit_invoice", { orderNumber, note: "x", confirmation: late })).text,
    /precondition_failed/,
  );

  const add = async (name: string, idempotencyKey: string) =>
    (await use(client, "create_client", { name, idempotencyKey })).body()["id"];
  const both = { clientId: String(await add("One", "c-1")), duplicateId: await add("Two", "c-2") };
  const merging = (await use(client, "merge_clients", both)).body();
  assert.match(String(merging["askThePerson"]), /"Two".*into.*"One".*cannot be undone/);
  const merged = await use(client, "merge_clients", { ...both, confirmation: merging["confirmation"] });
  assert.equal(String(merged.body()["id"]), both.clientId);
  assert.deepEqual(
    (await use(client, "get_client_statement", { clientId: both.clientId })).body()["items"],
    [],
  );

  const draftId = String(
    (await use(client, "keep_draft", { note: "draft", idempotencyKey: "d-1" })).body()["id"],
  );
  const removing = (await use(client, "discard_draft", { draftId })).body()["confirmation"];
  assert.equal((await use(client, "get_draft", { draftId })).isError, false);
  assert.equal((await use(client, "discard_draft", { draftId, confirmation: removing })).isError, false);
  assert.equal((await use(client, "get_draft", { draftId })).isError, true);
});

test("a price changes and an address stops only after a person agreed", async () => {
  await using client = await connect(app.apiKey);
  const made = async (name: string, wish: object) =>
    (await use(client, name, { ...wish, idempotencyKey: `of-${name}` })).body();
  const productId = (await made("create_product", { title: "تمر", price: "20.00" }))["id"];
  const { linkIdentity } = await made("create_product_link", { productId });
  const discount = { type: "PERCENTAGE", value: "10" };
  const couponId = (await made("create_coupon", { code: "MCP-10", discount }))["id"];
  const ids = { productId: String(productId), linkIdentity, couponId: String(couponId) };
  const cases = [
    ["product", "productId", { price: "2.00" }, /"تمر"\), now SAR 20\.00\? .*"price":"2\.00"/],
    ["product_link", "linkIdentity", { isActive: false }, /"تمر", now open at SAR .*"isActive":false/],
    [
      "coupon",
      "couponId",
      { discount: { ...discount, value: "90.00" } },
      /"MCP-10", now on and 10(\.00)? % off.*90/,
    ],
  ] as const;
  for (const [thing, id, changes, question] of cases) {
    const of = { [id]: ids[id] };
    const before = (await use(client, thing === "coupon" ? "find_coupons" : `get_${thing}`, of)).text;
    const { askThePerson, confirmation } = (
      await use(client, `change_${thing}`, { ...of, ...changes })
    ).body();
    assert.match(String(askThePerson), question);
    assert.equal((await use(client, thing === "coupon" ? "find_coupons" : `get_${thing}`, of)).text, before);
    const done = await use(client, `change_${thing}`, { ...of, ...changes, confirmation });
    assert.partialDeepStrictEqual(done.body(), changes);
  }

  const orderNumber = await issueInvoice(app);
  const asked = (await use(client, "reissue_invoice", { orderNumber })).body();
  assert.match(String(asked["askThePerson"]), /SAR 115\.00, again at another address\?/);
  assert.equal((await use(client, "get_invoice", { orderNumber })).body()["status"], "CREATED");
  const wish = { orderNumber, confirmation: asked["confirmation"] };
  const again = (await use(client, "reissue_invoice", wish)).body()["orderNumber"];
  assert.notEqual(again, orderNumber);
  assert.equal((await use(client, "reissue_invoice", wish)).body()["orderNumber"], again);
  assert.ok((await use(client, "get_invoice", { orderNumber })).body()["cancelledAt"]);
});

test("an invoice is cancelled only after a person agreed", async () => {
  await using client = await connect(app.apiKey);
  const orderNumber = await issueInvoice(app);
  const { askThePerson, confirmation } = (await use(client, "cancel_invoice", { orderNumber })).body();
  assert.match(String(askThePerson), /Cancel invoice .* SAR 115\.00\? .*cannot be undone/);
  assert.equal((await use(client, "get_invoice", { orderNumber })).body()["cancelledAt"], null);
  const done = await use(client, "cancel_invoice", { orderNumber, confirmation });
  assert.equal(done.isError, false, done.text);
  assert.ok((await use(client, "get_invoice", { orderNumber })).body()["cancelledAt"]);
});

test("a confirmation ends after ten minutes", async () => {
  const orderNumber = await paidInvoice();
  const before = await givenBack();
  await using client = await connect(app.apiKey);
  const { confirmation } = (await use(client, "refund_invoice", { orderNumber })).body();
  app.clock.advance(10 * 60_000);
  const late = await use(client, "refund_invoice", { orderNumber, confirmation });
  assert.ok(late.isError && late.text.includes("has ended"));
  assert.deepEqual(await givenBack(), before);
});

test("a client that can ask its person does so, and a no gives nothing back", async () => {
  const orderNumber = await paidInvoice();
  const before = await givenBack();
  const [, [, modern]] = eras as [unknown, readonly [string, ClientOptions]];
  await using client = await connect(app.apiKey, {
    ...modern,
    capabilities: { elicitation: { form: {} } },
  });
  const questions: string[] = [];
  const answers = [{ action: "decline" }, { action: "accept", content: { confirm: false } }] as const;
  let agrees = false;
  client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return agrees
      ? { action: "accept", content: { confirm: true } }
      : (answers[questions.length - 1] ?? answers[0]);
  });
  const wish = { orderNumber, amount: "15.00" };
  for (const _answer of answers)
    assert.match((await use(client, "refund_invoice", wish)).text, /did not agree/);
  // A model cannot confirm by itself what a person is asked about.
  const { confirmation } = (await use(await connect(app.apiKey), "refund_invoice", wish)).body();
  assert.match((await use(client, "refund_invoice", { ...wish, confirmation })).text, /did not agree/);
  assert.deepEqual(await givenBack(), before);
  agrees = true;
  const given = await use(client, "refund_invoice", wish);
  assert.equal(given.isError, false, given.text);
  assert.deepEqual(await givenBack(), [...before, "15.00"]);
  assert.match(questions[0] ?? "", /Give back SAR 15\.00/);
});

test("without a key, or from another site's page, nothing is answered", async () => {
  const post = async (headers: Readonly<Record<string, string>>) =>
    await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
  const nobody = await post({});
  assert.deepEqual([nobody.status, nobody.headers.get("www-authenticate")], [401, 'Bearer realm="wasl"']);
  const authorization = `Bearer ${app.apiKey}`;
  const page = await post({ authorization, origin: "https://evil.example" });
  assert.deepEqual([page.status, (await page.json()).code], [403, "origin_not_allowed"]);
  assert.equal((await post({ authorization })).status, 200);
});

test("there is nothing to subscribe to, so no answer stays open", async () => {
  const names = "io.modelcontextprotocol";
  const _meta = {
    [`${names}/protocolVersion`]: "2026-07-28",
    [`${names}/clientInfo`]: { name: "test", version: "1" },
    [`${names}/clientCapabilities`]: {},
  };
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${app.apiKey}`,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: { _meta, notifications: { toolsListChanged: true } },
    }),
  });
  assert.match(await answer.text(), /limit reached/);
});
