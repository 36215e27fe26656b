/**
 * No key reads, changes or detects what is another's: each call of the merchant API, made with a key of the shop's test world and of another
 * shop, with whatever the live shop has, is answered as what there is not. A new call needs a row here.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { rightOfCall } from "#server/merchant-api/scopes.ts";
import {
  borrowings,
  creates,
  list,
  own,
  period,
  type Row,
  rowsOfOffers,
  settings,
  type Things,
  thing,
} from "./isolation-rows.ts";
import { fillOther, fillShop, mobile, secret } from "./isolation-things.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "./merchant-api.ts";

const rows: Readonly<Record<string, Row>> = {
  ...rowsOfOffers,
  "POST /api/v1/invoices": {
    kind: "borrow",
    body: ({ clientId, imageId }) => ({
      clientId: Number(clientId),
      lines: [{ title: "t", quantity: 1, unitPrice: "1.00", imageId }],
    }),
  },
  "GET /api/v1/invoices": list(),
  "GET /api/v1/invoices/:orderNumber": thing(),
  "GET /api/v1/invoices/:orderNumber/views": thing(),
  "GET /api/v1/invoices/:orderNumber/webhook-deliveries": thing(),
  "GET /api/v1/invoices/:orderNumber/qr": thing(),
  "PATCH /api/v1/invoices/:orderNumber": thing({ note: "changed" }),
  "POST /api/v1/invoices/:orderNumber/reissue": thing({}),
  "POST /api/v1/invoices/:orderNumber/cancel": thing({}),
  "POST /api/v1/invoices/:orderNumber/complete": thing({}),
  "POST /api/v1/invoice-drafts": own(creates),
  "GET /api/v1/invoice-drafts": list(),
  "GET /api/v1/invoice-drafts/:draftId": thing(),
  "PUT /api/v1/invoice-drafts/:draftId": thing({ client: { name: "changed" } }),
  "DELETE /api/v1/invoice-drafts/:draftId": thing(),
  "POST /api/v1/invoice-drafts/:draftId/issue": thing({}),
  "POST /api/v1/invoice-drafts/:draftId/page": thing({}),
  "POST /api/v1/invoices/:orderNumber/payments": thing({ amount: "1.00", way: "cash" }),
  "POST /api/v1/invoices/:orderNumber/refunds": thing({ amount: "1.00", byHand: true }),
  "GET /api/v1/invoices/:orderNumber/refunds": thing(),
  "GET /api/v1/invoices/:orderNumber/deliveries": thing(),
  "POST /api/v1/invoices/:orderNumber/deliveries": thing({}),
  "POST /api/v1/invoices/:orderNumber/messages": thing({ kind: "payment_link", channel: "email" }),
  "GET /api/v1/invoices/:orderNumber/messages": thing(),
  "GET /api/v1/invoices/:orderNumber/messages/sms-preview": { kind: "thing", query: () => "?kind=receipt" },
  "GET /api/v1/messages": list(),
  "GET /api/v1/messages/:messageId": thing(),
  "GET /api/v1/messages/settings": own(settings),
  "PUT /api/v1/messages/settings": own(settings),
  "GET /api/v1/messages/texts": own(settings),
  "PUT /api/v1/messages/texts/:kind/:channel/:language": own(settings),
  "DELETE /api/v1/messages/texts/:kind/:channel/:language": own(settings),
  "POST /api/v1/messages/texts/preview": {
    kind: "borrow",
    body: ({ orderNumber }) => ({
      ...{ kind: "receipt", channel: "sms", language: "en" },
      ...{ text: "{amount}", orderNumber },
    }),
  },
  "GET /api/v1/messages/accounts": list(),
  "PUT /api/v1/messages/accounts/:channel": own("channels have the same names for all"),
  "DELETE /api/v1/messages/accounts/:channel": own("channels have the same names for all"),
  "GET /api/v1/refunds": list(),
  "GET /api/v1/refunds/:refundId": thing(),
  "GET /api/v1/refund-approvals": list(),
  "GET /api/v1/refund-approvals/:approvalId": thing(),
  "POST /api/v1/refund-approvals/:approvalId/withdraw": thing({}),
  "GET /api/v1/refund-limits": own(settings),
  "GET /api/v1/payments": list(),
  "GET /api/v1/payments/:paymentId": thing(),
  "POST /api/v1/payments/:paymentId/surplus-refund": thing({}),
  "GET /api/v1/tax-documents": list(),
  "GET /api/v1/tax-documents/archive": list(period),
  "GET /api/v1/tax-documents/:number": thing(),
  "GET /api/v1/tax-documents/:number/xml": thing(),
  "POST /api/v1/invoices/:orderNumber/debit-notes": thing({
    reason: "r",
    lines: [{ title: "t", quantity: 1, unitPrice: "1.00" }],
  }),
  "POST /api/v1/tax-documents/:number/correct": thing({}),
  "POST /api/v1/tax-documents/:number/credit": thing({ reason: "r" }),
  "GET /api/v1/tax-units": list(),
  "POST /api/v1/tax-units/retry": own("the caller's own unit"),
  "POST /api/v1/tax-units/onboard": own("the caller's own unit"),
  "POST /api/v1/tax-units/renew": own("the caller's own unit"),
  "POST /api/v1/search": { kind: "list", body: { query: secret } },
  "GET /api/v1/home": list(),
  "GET /api/v1/reports/vat": list(period),
  "GET /api/v1/reports/sales": list(period),
  "GET /api/v1/reports/reconciliation": list(period),
  "GET /api/v1/reports/close": list("?day=2026-11-20"),
  "GET /api/v1/reports/fees": list(period),
  "GET /api/v1/reports/due": list(),
  "GET /api/v1/account-terms": own(settings),
  "PUT /api/v1/account-terms/:method": own("methods have the same names for all"),
  "GET /api/v1/exports/payments": list(period),
  "GET /api/v1/exports/refunds": list(period),
  "GET /api/v1/exports/invoices": list(period),
  "GET /api/v1/exports/invoices/count": list(period),
  "GET /api/v1/exports/tax-documents": list(period),
  "GET /api/v1/exports/vat": list(period),
  "GET /api/v1/exports/fees": list(period),
  "GET /api/v1/exports/clients": list(period),
  "GET /api/v1/exports/statement": {
    kind: "borrow",
    query: ({ clientId }) => `${period}&client=${clientId}`,
  },
  "GET /api/v1/clients": list(),
  "POST /api/v1/clients": own(creates),
  "GET /api/v1/clients/:clientId": thing(),
  "PATCH /api/v1/clients/:clientId": thing({ email: "changed@example.com" }),
  "POST /api/v1/clients/:clientId/merge": thing({ duplicateId: 987654321 }),
  "GET /api/v1/clients/:clientId/statement": { kind: "thing", query: () => period },
  "GET /api/v1/clients/:clientId/statement/pdf": { kind: "thing", query: () => period },
  "GET /api/v1/agreements": list(),
  "POST /api/v1/agreements": own(creates),
  "PUT /api/v1/agreements/standard": own("versions are numbered by each shop"),
  "GET /api/v1/agreements/:version": thing(),
  "GET /api/v1/events": { kind: "borrow", query: ({ eventId }) => `?after=${eventId}` },
  "GET /api/v1/events/stream": { kind: "borrow", query: ({ eventId }) => `?after=${eventId}` },
  "GET /api/v1/events/:eventId": thing(),
  "POST /api/v1/webhook-endpoints": own(creates),
  "GET /api/v1/webhook-endpoints": list(),
  "GET /api/v1/webhook-endpoints/:endpointId": thing(),
  "PATCH /api/v1/webhook-endpoints/:endpointId": thing({ types: ["invoice.paid"] }),
  "DELETE /api/v1/webhook-endpoints/:endpointId": thing(),
  "POST /api/v1/webhook-endpoints/:endpointId/rotate-secret": thing({}),
  "POST /api/v1/webhook-endpoints/:endpointId/test": thing({}),
  "POST /api/v1/webhook-endpoints/:endpointId/replay": {
    kind: "thing",
    body: ({ eventId }) => ({ eventId }),
  },
  "GET /api/v1/webhook-endpoints/:endpointId/deliveries": thing(),
  "POST /api/v1/digital-files": own(creates),
  "POST /api/v1/images": own(creates),
  "GET /api/v1/images/:imageId": thing(),
  "POST /api/v1/products": {
    kind: "borrow",
    body: ({ imageId }) => ({ title: "t", price: "1.00", imageId }),
  },
  "GET /api/v1/products": list(),
  "GET /api/v1/products/:productId": thing(),
  "PATCH /api/v1/products/:productId": thing({ price: "1.00" }),
  "POST /api/v1/product-links": {
    kind: "borrow",
    body: ({ productId }) => ({ productId: Number(productId), quantity: 1 }),
  },
  "GET /api/v1/product-links": list(),
  "GET /api/v1/product-links/:linkIdentity": thing(),
  "GET /api/v1/product-links/:linkIdentity/qr": thing(),
  "PATCH /api/v1/product-links/:linkIdentity": thing({ isActive: false }),
  "POST /api/v1/coupons": own(creates),
  "GET /api/v1/coupons": list(),
  "GET /api/v1/coupons/:couponId": thing(),
  "PATCH /api/v1/coupons/:couponId": thing({ isActive: false }),
  "GET /api/v1/theme": own(settings),
  "PUT /api/v1/theme": own(settings),
  "POST /api/v1/theme/preview": { kind: "borrow", body: ({ imageId }) => ({ theme: {}, imageId }) },
  "GET /api/v1/theme/fonts": own(settings),
  "POST /api/v1/buyers/erase": { kind: "list", body: { buyer: mobile } },
  "GET /api/v1/merchant": list(),
  "PATCH /api/v1/merchant": own(settings),
  "POST /api/v1/merchant/test-world": own("the caller's own test world"),
  "GET /api/v1/merchant/numbering": own(settings),
  "PUT /api/v1/merchant/numbering": own(settings),
  "GET /api/v1/merchant/logo": own(settings),
  "PUT /api/v1/merchant/logo": { kind: "borrow", body: ({ imageId }) => ({ imageId }) },
  "DELETE /api/v1/merchant/logo": own(settings),
  "GET /api/v1/merchant/return-secret": own(settings),
  "PUT /api/v1/merchant/return-secret": own(settings),
  "POST /api/v1/keys": own(creates),
  "GET /api/v1/keys": list(),
  "POST /api/v1/keys/:keyId/exchange": thing({ overlapHours: 1 }),
  "POST /api/v1/keys/:keyId/revoke": thing({}),
  "GET /api/v1/requests": list(),
  "GET /api/v1/accounts": list(),
  "PUT /api/v1/accounts/:method": own("methods have the same names for all"),
  "PUT /api/v1/accounts/:method/limits": own("methods have the same names for all"),
  "DELETE /api/v1/accounts/:method": own("methods have the same names for all"),
  "POST /api/v1/accounts/:method/try": own("methods have the same names for all"),
};

let api: MerchantApi;
let others: Readonly<Record<"the shop's test world" | "another shop", TestMerchant>>;
let things: Things;
let secrets: readonly string[];

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

before(async () => {
  api = await startMerchantApi();
  const opened = await api.call("POST", "/api/v1/merchant/test-world");
  others = {
    "the shop's test world": { id: 0, key: opened.json().key.key },
    "another shop": await api.addMerchant(),
  };
  things = await fillShop(api);
  secrets = [
    secret,
    ...["55987", "SECRET", "secret@"],
    ...["orderNumber", "paymentId", "linkIdentity", "eventId", "imageId"].map((name) => things[name] ?? ""),
  ];
});
after(async () => await api?.[Symbol.asyncDispose]());

/** Of the same shape, and of no shop. */
function unknownOf(id: string): string {
  if (/^\d+$/.test(id)) return "987654321";
  return id.replace(/[0-9a-f]{6}$|\w{6}$/i, (end) => (/^[0-9a-f]+$/.test(end) ? "000000" : "ZZZZZZ"));
}

async function ask(call: string, named: Things, merchant: TestMerchant) {
  const row = rows[call];
  const [method = "GET", path = ""] = call.split(" ");
  const url = path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? assert.fail(`no ${name}`));
  const query = row && "query" in row ? (typeof row.query === "function" ? row.query(named) : row.query) : "";
  const given = row && "body" in row ? row.body : undefined;
  const body = typeof given === "function" ? given(named) : given;
  const answer = await api.call(method as Method, url + (query ?? ""), {
    merchant,
    headers: { "if-match": "*" },
    ...(body !== undefined && { body }),
  });
  // What the request itself named comes back; that says nothing.
  let text = answer.body.replace(/"requestId":"[^"]*"/, "");
  for (const id of Object.values(named)) if (id.length > 6) text = text.replaceAll(id, "named");
  return { status: answer.statusCode, text };
}

test("every call of the merchant API that takes a key has a row", () => {
  const calls = Object.entries(rightOfCall).flatMap(([call, { scope }]) => (scope === null ? [] : [call]));
  assert.deepEqual(Object.keys(rows).sort(), calls.sort());
});

test("the shop itself is answered with what it has: the walk asks for real things", async () => {
  for (const [call, row] of Object.entries(rows)) {
    if (row.kind !== "thing" || !call.startsWith("GET")) continue;
    const { status } = await ask(call, things, api.merchant);
    // A paid invoice has no code or paper to pay by, and a shop without a unit no XML.
    const isToPay = /\/invoices\/:orderNumber\/(qr|pdf)$/.test(call);
    assert.ok(status === (isToPay ? 409 : 200) || call.endsWith("/xml"), `${call}: ${status}`);
  }
});

for (const who of ["the shop's test world", "another shop"] as const)
  test(`${who} can neither read, change nor detect what the live shop has`, async () => {
    const merchant = others[who];
    const unknown = Object.fromEntries(Object.entries(things).map(([name, id]) => [name, unknownOf(id)]));
    const before = await everything();
    const leaks: string[] = [];
    for (const [call, row] of Object.entries(rows)) {
      if (row.kind === "own") continue;
      const real = await ask(call, things, merchant);
      const [isIn, seen] = [real.status < 300, secrets.filter((each) => real.text.includes(each))];
      if (seen.length > 0) leaks.push(`${call} shows ${seen}`);
      if (isIn !== (row.kind === "list")) leaks.push(`${call} answers ${real.status} ${real.text}`);
      if (row.kind === "list") continue;
      if (row.kind === "thing" && real.status !== 404)
        leaks.push(`${call} answers ${real.status} ${real.text}`);
      if (/unknown_field|"required"/.test(real.text))
        leaks.push(`${call} was not asked rightly: ${real.text}`);
      const nothing = await ask(call, unknown, merchant);
      if (!isDeepStrictEqual(real, nothing))
        leaks.push(`${call} tells ${JSON.stringify(real)} from ${JSON.stringify(nothing)}`);
    }
    assert.deepEqual(leaks, []);
    assert.deepEqual(await everything(), before);
  });

/** What the live shop has, but for what asking for it changes. */
async function everything(): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const [call, row] of Object.entries(rows)) {
    if (!call.startsWith("GET") || row.kind !== "thing") continue;
    const url = call.slice(4).replace(/:(\w+)/g, (_, name: string) => things[name] ?? randomUUID());
    const { body } = await api.call("GET", url);
    found[call] = body.replace(/"requestId":"[^"]*"/, "");
  }
  return found;
}

test("named in a filter, or in what is one's own, what the live shop has is as what there is not", async () => {
  const merchant = others["another shop"];
  const own = await fillOther(api, merchant);
  const unknown = Object.fromEntries(Object.entries(things).map(([name, id]) => [name, unknownOf(id)]));
  const answered = async (borrowing: (typeof borrowings)[number], named: Things) => {
    const { method, url, body } = borrowing({ ...named, ...own });
    const headers = { "if-match": "*" };
    const answer = await api.call(method, `/api/v1${url}`, {
      merchant,
      headers,
      ...(body !== undefined && { body }),
    });
    let text = answer.body.replace(/"requestId":"[^"]*"/, "");
    for (const id of Object.values(named)) if (id.length > 6) text = text.replaceAll(id, "named");
    return { what: `${method} ${url}`, status: answer.statusCode, text };
  };
  const before = await everything();
  const leaks: string[] = [];
  for (const borrowing of borrowings) {
    const { what, ...real } = await answered(borrowing, things);
    const { what: _unknown, ...nothing } = await answered(borrowing, unknown);
    const seen = secrets.filter((each) => real.text.includes(each));
    if (seen.length > 0) leaks.push(`${what} shows ${seen}`);
    if (!isDeepStrictEqual(real, nothing))
      leaks.push(`${what} tells ${JSON.stringify(real)} from ${nothing.text}`);
    const isFound = what.startsWith("GET")
      ? !/"items":\[\]|"count":0/.test(real.text) && real.status < 300
      : real.status < 300;
    if (isFound && !what.includes("exports/invoices?"))
      leaks.push(`${what} answers ${real.status} ${real.text}`);
    if (/unknown_field|"required"/.test(real.text)) leaks.push(`${what} was not asked rightly: ${real.text}`);
  }
  assert.deepEqual(leaks, []);
  assert.deepEqual(await everything(), before);
});
