/**
 * A card number in any text of any call of a method, over HTTP. What the calls have is read from their schemas: a method that is
 * added is asked the same, and a text that it hides from the guards is found.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { opaqueTexts } from "#contract/payment.ts";
import { hasCardNumber } from "#core/card/card-in-text.ts";
import { catalog } from "#methods/catalog.ts";
import { methodEntry } from "#methods/registry.ts";
import { issueInvoice, loadModel, post, startTestApp } from "#test/app-harness.ts";
import type { JsonSchema } from "#test/drawn-requests.ts";
import { refuseCardNumbers } from "./guards.ts";

const card = "4508750015741019";

/** A text in a body: the names that lead to it. */
type Place = readonly string[];

const calls = catalog.flatMap(({ id }) => methodEntry(id).calls);

function schemaOf({ body }: (typeof calls)[number]): JsonSchema {
  return z.toJSONSchema(body, { io: "input" }) as JsonSchema;
}

const isOpaque = (place: Place): boolean => place.some((name) => Object.hasOwn(opaqueTexts, name));

/** Every place of a body where its schema lets a text be. */
function textsOf(schema: JsonSchema, place: Place = []): Place[] {
  if (isOpaque(place)) return [place];
  const parts = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  for (const { additionalProperties = false, ...part } of parts)
    assert.ok(
      additionalProperties === false && !("$ref" in part || "items" in part || "allOf" in part),
      `${place}: a list or a shape of another kind, which this test has to learn`,
    );
  const isText = ({ type, anyOf, oneOf }: JsonSchema): boolean =>
    type === undefined ? !anyOf && !oneOf : [type].flat().includes("string");
  const below = parts.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, inner]) => textsOf(inner, [...place, name])),
  );
  return [...(parts.some(isText) ? [place] : []), ...below];
}

/** The least that a schema takes, with what the page knows of the order and its buyer. */
function leastOf(schema: JsonSchema, known: Readonly<Record<string, unknown>>): unknown {
  const { properties = {}, required = [] } = schema;
  if (schema.anyOf?.[0]) return leastOf(schema.anyOf[0], known);
  if (schema.enum) return schema.enum[0];
  if (schema.type === "number") return 0;
  if (schema.type !== "object") return "x".repeat(Math.max(1, schema.minLength ?? 0));
  const entries = Object.entries(properties).flatMap(([name, inner]): [string, unknown][] => {
    if (name in known) return [[name, known[name]]];
    return required.includes(name) ? [[name, leastOf(inner, known)]] : [];
  });
  return Object.fromEntries(entries);
}

function withText(body: unknown, [name = "", ...rest]: Place, text: string): unknown {
  const inner = Object(body)[name];
  return { ...Object(body), [name]: rest.length === 0 ? text : withText(inner, rest, text) };
}

for (const call of calls) {
  test(`${call.path} refuses a card number in each of its texts, and sends nothing to its provider`, async () => {
    await using app = await startTestApp();
    const orderNumber = await issueInvoice(app);
    const { transactionId, signature, total } = await loadModel(app, orderNumber);
    const buyer = { clientName: "Noura", clientMobile: "0551234567", clientCountryCode: "SA" };
    const schema = schemaOf(call);
    const least = leastOf(schema, { ...buyer, orderNumber, transactionId, signature, total });
    assert.ok(call.body.safeParse(least).success, JSON.stringify(call.body.safeParse(least).error));
    const takes = (place: Place): boolean => call.body.safeParse(withText(least, place, card)).success;
    const texts = textsOf(schema).filter((place) => !isOpaque(place) && takes(place));
    assert.ok(
      texts.some((place) => place.at(-1) === "clientName"),
      "no texts were found",
    );
    for (const place of texts) {
      const refused = await post(app, call.path.replace("POST ", ""), withText(least, place, card));
      const { code, fields } = refused.json();
      assert.deepEqual(
        [refused.statusCode, code],
        [422, "card_number_misplaced"],
        `${place}: ${refused.body}`,
      );
      assert.equal(fields.length, 1, refused.body);
      assert.ok(!refused.body.includes(card) && !app.logLines.join().includes(card), "it was written down");
    }
    assert.deepEqual(await app.db.kysely.selectFrom("payment_attempts").select("id").execute(), []);
  });
}

test("the name of a page in the call opens no way around: the simple page's place alone is not read as a text", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const { transactionId, signature } = await loadModel(app, orderNumber);
  const payer = { orderNumber, transactionId, signature, channel: "simple", clientCountryCode: "fastpay" };
  const tamara = { ...payer, clientEmail: "a@example.com", clientMobile: "0551234567", city: "الرياض" };
  const refused = await post(app, "/rest/pay/tamara/authorize", { ...tamara, line1: `حي ${card}` });
  assert.equal(refused.json().code, "card_number_misplaced", refused.body);
  const shipmentAddress = JSON.stringify({ latitude: 21.5, longitude: 39.19827364512343 });
  assert.ok(hasCardNumber(shipmentAddress), "the place has the shape of a card number");
  const paid = await post(app, "/rest/pay/openGateway", { ...payer, sessionId: "x", shipmentAddress });
  assert.equal(paid.json().code, "session_invalid", paid.body);
});

test("what no person writes may look like a card number: numbers of orders, sessions, signatures, tokens", () => {
  for (const name of Object.keys(opaqueTexts)) {
    const places = calls.flatMap((call) => textsOf(schemaOf(call)));
    assert.ok(
      places.some((place) => place.at(-1) === name),
      `no call has ${name}`,
    );
    assert.doesNotThrow(() => refuseCardNumbers({ [name]: card }), name);
    assert.throws(() => refuseCardNumbers({ [`${name}X`]: card }), name);
  }
  assert.doesNotThrow(() => refuseCardNumbers({ paymentToken: { header: { transactionId: card } } }));
});

test("mobiles of the country, national ids and codes are no card numbers, however they are written", () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
  const prefix = fc.constantFrom("05", "5", "9665", "+9665", "009665", "00966 5", "+966 5", "966-5");
  const mobile = fc.tuple(prefix, digits(8)).map(([start, rest]) => start + rest);
  const id = fc.tuple(fc.constantFrom("1", "2"), digits(9)).map(([start, rest]) => start + rest);
  const code = fc.integer({ min: 4, max: 10 }).chain(digits);
  fc.assert(
    fc.property(fc.oneof(mobile, id, code), (text) => {
      refuseCardNumbers({ text, deeper: { text } });
    }),
    { numRuns: 2_000 },
  );
});
