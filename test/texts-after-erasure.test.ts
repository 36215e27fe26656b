/**
 * No call of merchants or of the console keeps a text about the buyer of an order whose buyer was erased: no later erasure would find it. Every
 * call whose address names something is made with a word of its own in each of its texts, while the buyers are there and after their erasure.
 * A form of the buyers' pages is asked the same in card-in-page-forms.test.ts.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallShape } from "#contract/contract.ts";
import { publishedCalls } from "#server/merchant-api/published-calls.ts";
import { rightOfCall } from "#server/merchant-api/scopes.ts";
import { eraseAgedBuyers } from "#server/privacy/erase-by-age.ts";
import { columnsOfBuyers } from "./columns-of-buyers.ts";
import { type Shop, startShop } from "./console.ts";
import { rowsOfCalls } from "./isolation-calls.ts";
import type { Things } from "./isolation-rows.ts";
import { fillShop } from "./isolation-things.ts";
import { merchantApiOf } from "./merchant-api.ts";
import { bodyWith, jsonSchemaOf, type Place, textPlacesOf } from "./texts-of-calls.ts";

const dayMs = 24 * 60 * 60_000;

/** Columns of orders and their clients that a call writes a text of its body into, with the call: one that is added stands here, too. */
const writers = [
  "clients.legal_name PATCH /api/v1/invoices/:orderNumber",
  "clients.notes PATCH /api/v1/clients/:clientId",
  "messages.address POST /api/v1/invoices/:orderNumber/messages",
  "payments_by_hand.note POST /api/v1/invoices/:orderNumber/payments",
  "payments_by_hand.reference POST /api/v1/invoices/:orderNumber/payments",
  "return_requests.answer POST /api/v1/return-requests/:requestId/answer",
];

/** What makes a call go as far as its texts, where the walk of isolation asks it for something else. */
const bodies: Readonly<Record<string, object>> = {
  "POST /api/v1/invoices/:orderNumber/messages": { kind: "receipt", channel: "email" },
  "POST /api/v1/invoices/:orderNumber/payments": { amount: "115.00", way: "cash" },
  "POST /api/v1/return-requests/:requestId/answer": { answer: "decline" },
};

type Call = { readonly key: string; readonly shape: CallShape; readonly places: readonly Place[] };

const shapes: Readonly<Record<string, CallShape>> = Object.assign({}, ...publishedCalls);

const calls: readonly Call[] = Object.keys(rightOfCall).flatMap((key) => {
  const shape = shapes[key];
  if (!shape?.body || !key.includes("/:")) return [];
  const places = textPlacesOf(jsonSchemaOf(shape.body));
  return places.length === 0 ? [] : [{ key, shape, places }];
});
/** First what asks for an amount, which a change of lines changes; last what ends an invoice. */
const turnOf = ({ key }: Call) =>
  /\/payments$/.test(key) ? 0 : /\/(?:cancel|refunds|merge)$/.test(key) ? 2 : 1;

const orderNumbers = ["orderNumber", "paidByHand", "changed"] as const;

/** One of everything, and invoices that have expired unpaid: of such, the erasure by age alone takes the buyer. */
async function fill(shop: Shop): Promise<Things> {
  const api = merchantApiOf(shop);
  const things = await fillShop(api);
  const expiresAt = new Date(shop.clock.now() + dayMs).toISOString();
  const issue = async (unitPrice: string): Promise<string> => {
    const client = { name: "نورة", mobile: "0551234567" };
    const lines = [{ title: "تمر", quantity: 1, unitPrice, vatRate: "15" }];
    return (await api.issue({ client, lines, expiresAt })).orderNumber;
  };
  return { ...things, paidByHand: await issue("100.00"), changed: await issue("200.00") };
}

/** Makes each call, with all of its texts and with one at a time; gives the call of each word. */
async function writeEverywhere(shop: Shop, things: Things): Promise<readonly string[]> {
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  const words: string[] = [];
  for (const { key, shape, places } of calls.toSorted((one, other) => turnOf(one) - turnOf(other))) {
    const [method = "", path = ""] = key.split(" ");
    const row = rowsOfCalls[key];
    const given = row && "body" in row ? row.body : undefined;
    const base = { ...Object(typeof given === "function" ? given(things) : given), ...bodies[key] };
    const schema = jsonSchemaOf(shape.body ?? assert.fail(key));
    const withWord = (place: Place): object => {
      const word = `word-${words.push(key) - 1}-end`;
      return Object(bodyWith(schema, place, place.at(-1) === "to" ? `${word}@example.com` : word));
    };
    for (const some of [places, ...places.map((place) => [place])])
      for (const name of orderNumbers) {
        const texts = Object.assign({}, ...some.map(withWord));
        const written = new Set(some.map(([first]) => first));
        const rest = Object.entries(base).filter(([first]) => !written.has(first));
        const named: Things = { ...things, orderNumber: things[name] ?? "" };
        const answer = await shop.send(
          path.replace(/:(\w+)/g, (_, id: string) => named[id] ?? "1"),
          {
            ...{ method: method as "POST", cookie, shop: shop.merchantId, headers: { "if-match": "*" } },
            json: { ...texts, ...Object.fromEntries(rest) },
          },
        );
        assert.ok(answer.statusCode < 500, `${key} ${some.join(" ")}: ${answer.body}`);
      }
  }
  return words;
}

/** Where the words have come to be kept of orders, or of their clients, for which a condition holds; each with the call that wrote it. */
async function kept(shop: Shop, words: readonly string[], which: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { table, columns } of await columnsOfBuyers(shop.db.pool)) {
    const all = await shop.db.pool.query<{ name: string }>(
      "select column_name as name from information_schema.columns where table_name = $1 and table_schema = current_schema()",
      [table],
    );
    const isOfOrder = table === "orders" || all.rows.some(({ name }) => name === "order_id");
    if (!isOfOrder && table !== "clients") continue;
    const on =
      table === "orders" ? "o.id = t.id" : table === "clients" ? "o.client_id = t.id" : "o.id = t.order_id";
    for (const { name } of columns) {
      const { rows } = await shop.db.pool.query<{ text: string }>(
        `select t."${name}"::text as text from "${table}" t join orders o on ${on} where ${which}`,
      );
      for (const { text } of rows)
        for (const [, number] of (text ?? "").matchAll(/word-(\d+)-end/g))
          found.add(`${table}.${name} ${words[Number(number)]}`);
    }
  }
  return [...found].toSorted();
}

test("each call that writes a text about the buyer of an order is known, and reached by this walk", async () => {
  await using shop = await startShop();
  const things = await fill(shop);
  shop.clock.advance(2 * dayMs);
  const words = await writeEverywhere(shop, things);
  assert.deepEqual(await kept(shop, words, "true"), writers);
});

test("after the erasure of its buyer an order keeps no such text of any call", async () => {
  await using shop = await startShop({ env: { WASL_BUYER_DATA_MONTHS: "24" } });
  const things = await fill(shop);
  shop.clock.advance(2 * 366 * dayMs);
  assert.equal(await eraseAgedBuyers(shop.services), orderNumbers.length);
  const words = await writeEverywhere(shop, things);
  assert.deepEqual(
    await kept(shop, words, "o.buyer_erased_at is not null"),
    [],
    "ask for buyer_erased_at under the order's lock (refuseTextOfErased)",
  );
});
