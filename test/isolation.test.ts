/**
 * No key reads, changes or detects what is another's: each call of the merchant API, made with a key of the shop's test world and of another
 * shop, with whatever the live shop has, is answered as what there is not. A new call needs a row in isolation-calls.ts.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { rightOfCall } from "#server/merchant-api/scopes.ts";
import { rowsOfCalls as rows } from "./isolation-calls.ts";
import { borrowings, type Things } from "./isolation-rows.ts";
import { fillOther, fillShop, secret } from "./isolation-things.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "./merchant-api.ts";

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
