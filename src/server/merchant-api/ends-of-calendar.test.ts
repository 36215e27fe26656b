/**
 * Days and instants at the ends of the calendar, in every call of merchants and of the console that takes one, as its schema names them: a
 * report once added up month after month of the year 9999 for 20 seconds, since the text of the next year sorts before it.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { CallShape } from "#contract/contract.ts";
import { type Cookie, type Shop, startShop } from "#test/console.ts";
import type { JsonSchema } from "#test/drawn-requests.ts";
import { endDays, endInstants, refusedDays, refusedInstants } from "#test/ends-of-calendar.ts";
import type { Things } from "#test/isolation-rows.ts";
import { fillShop } from "#test/isolation-things.ts";
import { merchantApiOf, oneLine } from "#test/merchant-api.ts";
import { jsonSchemaOf } from "#test/texts-of-calls.ts";
import { publishedCalls } from "./published-calls.ts";

type Place = { readonly in: "query" | "body"; readonly at: readonly string[]; readonly isRequired: boolean };

type Call = {
  readonly key: string;
  readonly shape: CallShape;
  readonly days: readonly Place[];
  readonly instants: readonly Place[];
};

function placesOf(schema: JsonSchema, format: string, at: readonly string[] = []): (readonly string[])[] {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const found = [
    ...(schema.format === format ? [at] : []),
    ...parts.flatMap((part) => placesOf(part, format, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
      placesOf(part, format, [...at, name]),
    ),
    ...(schema.items ? placesOf(schema.items, format, [...at, "0"]) : []),
  ];
  return [...new Map(found.map((one) => [one.join("."), one])).values()];
}

function placesOfCall(shape: CallShape, format: string): Place[] {
  return (["query", "body"] as const).flatMap((part) => {
    const given = shape[part];
    if (!given) return [];
    const schema = jsonSchemaOf(given);
    return placesOf(schema, format).map((at) => ({
      ...{ in: part, at },
      isRequired: at.length === 1 && (schema.required ?? []).includes(at[0] ?? ""),
    }));
  });
}

const calls: readonly Call[] = publishedCalls.flatMap((map) =>
  Object.entries(map).flatMap(([key, shape]: [string, CallShape]) => {
    const call = {
      key,
      shape,
      days: placesOfCall(shape, "date"),
      instants: placesOfCall(shape, "date-time"),
    };
    return call.days.length + call.instants.length === 0 ? [] : [call];
  }),
);

const invoice = { lines: [oneLine] };
let made = 0;

/** What else a body has, so that a call goes as far as its day. */
const bodies: Readonly<Record<string, (things: Things) => Readonly<Record<string, unknown>>>> = {
  "POST /api/v1/invoices": () => invoice,
  "PATCH /api/v1/invoices/:orderNumber": () => ({}),
  "POST /api/v1/invoices/:orderNumber/reissue": () => ({}),
  "POST /api/v1/quotes": () => ({ invoice }),
  "POST /api/v1/recurring-invoices": () => ({ name: "اشتراك", invoice, every: "month" }),
  "PATCH /api/v1/recurring-invoices/:recurringId": () => ({}),
  "POST /api/v1/webhook-endpoints/:endpointId/replay": () => ({ from: "2026-01-01T00:00:00Z" }),
  "POST /api/v1/product-links/:linkIdentity/prefill": () => ({ name: "نورة" }),
  "POST /api/v1/product-links": ({ productId }) => ({ productId: Number(productId), quantity: 1 }),
  "PATCH /api/v1/product-links/:linkIdentity": () => ({}),
  "POST /api/v1/coupons": () => ({ code: `DAY${made++}`, discount: { type: "PERCENTAGE", value: "10" } }),
  "PATCH /api/v1/coupons/:couponId": () => ({}),
  "POST /api/v1/keys": () => ({ name: "مفتاح", scopes: ["read"] }),
  "POST /api/v1/keys/:keyId/exchange": () => ({ overlapHours: 1 }),
  "PUT /api/v1/merchant/return-secret": () => ({}),
  "PUT /api/v1/list-views/:viewId": () => ({ list: "invoices", name: "عرض", isShared: false, filters: {} }),
};

let shop: Shop;
let cookie: Cookie;
let things: Things;

before(async () => {
  shop = await startShop();
  cookie = await shop.signIn(await shop.addPerson("owner"));
  things = { ...(await fillShop(merchantApiOf(shop))), viewId: "view-of-the-calendar" };
});
after(async () => await shop?.[Symbol.asyncDispose]());

/** Makes a call with a text at a place, and at those that it needs beside it. */
async function ask({ key, days }: Call, place: Place, text: string) {
  const [method = "", path = ""] = key.split(" ");
  const query: Record<string, string> = key.endsWith("/exports/statement")
    ? { client: things["clientId"] ?? "" }
    : {};
  const body: Record<string, unknown> | undefined = structuredClone(bodies[key]?.(things));
  for (const one of [...days.filter(({ isRequired }) => isRequired), place]) {
    if (one.in === "query") query[one.at.join(".")] = text;
    else put(body, one.at, text);
  }
  const url = path.replace(/:(\w+)/g, (_, name: string) => things[name] ?? assert.fail(`no ${name}`));
  const answer = await shop.send(`${url}?${new URLSearchParams(query)}`, {
    ...{ method: method as "GET", cookie, shop: shop.merchantId, headers: { "if-match": "*" } },
    ...(body && { json: body }),
  });
  return {
    status: answer.statusCode,
    text: answer.headers["content-type"]?.includes("json") ? answer.body : "",
  };
}

function put(body: unknown, [name = "", ...rest]: readonly string[], text: string): void {
  const part = body as Record<string, unknown>;
  if (rest.length === 0) part[name] = text;
  else put(part[name], rest, text);
}

for (const call of calls) {
  const asked = [
    ...call.days.map((place) => ({ place, ends: endDays, refused: refusedDays })),
    ...call.instants.map((place) => ({ place, ends: endInstants, refused: refusedInstants })),
  ];
  test(`${call.key} answers each end of the calendar, and refuses what is beyond it by its field`, async () => {
    for (const { place, ends, refused } of asked)
      for (const end of ends) {
        const { status, text } = await ask(call, place, end);
        const where = `${place.at.join(".")} ${end}: ${status} ${text}`;
        assert.ok(status < 500 && ![401, 403, 404, 429].includes(status), where);
        assert.ok(!/"unknown_field"|"required"/.test(text), `not asked rightly: ${where}`);
        if (!refused.includes(end)) continue;
        assert.equal(status, 422, where);
        const fields: { readonly path: string }[] = JSON.parse(text).fields;
        assert.ok(
          fields.some(({ path }) => path === place.at.join(".")),
          where,
        );
      }
  });
}

test("what was made with an end of the calendar is listed", async () => {
  for (const list of [
    "invoices",
    "coupons",
    "product-links",
    "keys",
    "recurring-invoices",
    "quotes",
    "list-views?list=invoices",
  ]) {
    const answer = await shop.send(`/api/v1/${list}`, { cookie, shop: shop.merchantId });
    assert.equal(answer.statusCode, 200, `${list}: ${answer.body}`);
  }
});
