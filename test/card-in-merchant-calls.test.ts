/**
 * A card number in any text of any call of merchants and of the console, over HTTP. What the calls take is read from their
 * schemas: a field that is added is asked the same, or is listed with its reason (misplaced-cards.ts). Models make
 * these calls, too (server/mcp).
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { request } from "undici";
import type { CallShape } from "#contract/contract.ts";
import { paylinkCalls } from "#contract/paylink.ts";
import { callsOfSecrets, textsOfDigits } from "#server/merchant-api/misplaced-cards.ts";
import { publishedCalls } from "#server/merchant-api/published-calls.ts";
import { tracesInDatabase, tracesInOutput } from "./card-traces.ts";
import { type Cookie, consoleUrl, type Shop, startShop } from "./console.ts";
import type { JsonSchema } from "./drawn-requests.ts";
import { pairOf } from "./paylink-shop.ts";
import { bodyWith, jsonSchemaOf, leastOf, type Place, textPlacesOf } from "./texts-of-calls.ts";

const card = "4111111111111111";
/** The first fits into every text; a text that the others are too long for does without them. */
const writings = [
  card,
  "٤١١١١١١١١١١١١١١١",
  "نورة 4111 1111 1111 1111",
  "٤١١١-١١١١-١١١١-١١١١",
  "x4111111111111111x",
];

type Call = { readonly key: string; readonly shape: CallShape; readonly schema: JsonSchema };

/** Buyers' calls have a test of their own (card-in-buyer-calls.test.ts), as those of methods have. */
function isOfShops(key: string, { audience }: CallShape): boolean {
  return audience === "merchant" || audience === "console" || Object.hasOwn(paylinkCalls, key);
}

const calls: readonly Call[] = [...publishedCalls, paylinkCalls].flatMap((map) =>
  Object.entries(map).flatMap(([key, shape]: [string, CallShape]) =>
    shape.body && isOfShops(key, shape) && !callsOfSecrets.has(key)
      ? [{ key, shape, schema: jsonSchemaOf(shape.body) }]
      : [],
  ),
);

const nameOf = (place: Place): string => place.filter((name) => name !== "0").join(".");
const listedAs = (place: Place): string | undefined =>
  Object.keys(textsOfDigits).find((name) => `.${nameOf(place)}.`.includes(`.${name}.`));

let shop: Shop;
let cookie: Cookie;
let token: string;
let origin: string;

before(async () => {
  shop = await startShop();
  cookie = await shop.signIn(await shop.addPerson("owner"));
  token = await paylinkToken(shop);
  await shop.app.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});
after(async () => {
  shop?.app.server.closeAllConnections();
  await shop?.[Symbol.asyncDispose]();
});

async function paylinkToken({ app, apiKey: key, merchantId: id }: Shop): Promise<string> {
  const answer = await app.inject({ method: "POST", url: "/api/auth", payload: pairOf({ id, key }) });
  return `Bearer ${answer.json().id_token}`;
}

async function send({ key, shape }: Call, body: unknown) {
  const [method = "", path = ""] = key.split(" ");
  const { properties = {} } = shape.params ? jsonSchemaOf(shape.params) : {};
  const url = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(leastOf(properties[name] ?? { type: "string" }))),
  );
  const isOfConsole = shape.audience === "console";
  const answer = await request(origin + url, {
    method: method as "POST",
    headers: {
      ...{ "content-type": "application/json", "idempotency-key": randomUUID(), "if-match": "*" },
      ...(isOfConsole
        ? {
            ...{ host: new URL(consoleUrl).host, origin: consoleUrl, "sec-fetch-site": "same-origin" },
            ...{ cookie, "wasl-shop": String(shop.merchantId) },
          }
        : { authorization: Object.hasOwn(paylinkCalls, key) ? token : `Bearer ${shop.apiKey}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

for (const call of calls) {
  const places = textPlacesOf(call.schema);
  const written = places.filter((place) => listedAs(place) === undefined);
  if (written.length === 0) continue;
  test(`${call.key} refuses a card number in each text that people write, by its field`, async () => {
    for (const place of written)
      for (const text of writings) {
        const body = bodyWith(call.schema, place, text);
        if (text !== card && !call.shape.body?.safeParse(body).success) continue;
        const { status, text: answer } = await send(call, body);
        const where = `${nameOf(place)} ${JSON.stringify(body)}: ${status} ${answer}`;
        const { code, fields = [] } = JSON.parse(answer);
        const isPaylinks = Object.hasOwn(paylinkCalls, call.key);
        assert.deepEqual([status, code], [isPaylinks ? 400 : 422, "validation_failed"], where);
        assert.deepEqual(
          fields.map((field: { path: string; code: string }) => [field.path, field.code]),
          [[place.join("."), "card_number_misplaced"]],
          where,
        );
        assert.ok(!answer.includes(text), where);
      }
  });
}

test("nothing of what was refused is kept: no row and no line of the log has the number", async () => {
  assert.deepEqual(await tracesInDatabase(shop.db.pool, [card]), []);
  assert.deepEqual(tracesInOutput(shop.logLines.join("\n"), [card]), []);
});

test("every text that may have the digits of a card is one of a call, and most are not", () => {
  const places = calls.flatMap(({ schema }) => textPlacesOf(schema));
  const listed = new Set(places.map(listedAs));
  // Those that have a pattern are no places.
  const forms = ["fileId", "imageId", "amount", "price", "qty", "specificVat", "keys"];
  for (const name of Object.keys(textsOfDigits))
    assert.ok(
      listed.has(name) || forms.includes(name),
      `no call has ${name} as a text without a pattern; one with a pattern stands in \`forms\``,
    );
  const written = places.filter((place) => listedAs(place) === undefined);
  assert.ok(written.length > 200, `${written.length} texts`);
});
