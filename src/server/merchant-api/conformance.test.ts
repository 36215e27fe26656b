/**
 * The API answers as its own OpenAPI file says: a client that knows the file alone draws requests for every call, and each
 * answer's status, media type and body must be one that the file names. `WASL_CONFORMANCE_RUNS=300 node --test …` draws more of
 * each call than the few of every run.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import {
  type DrawnRequest,
  drawnRequests,
  type JsonSchema,
  type OpenApiDocument,
  type Operation,
  resolve,
} from "#test/drawn-requests.ts";
import { type MerchantApi, oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { placeEvents } from "../events/place-events.ts";
import { openApiText } from "./openapi-route.ts";

const document: OpenApiDocument = JSON.parse(openApiText());
const runs = Number(process.env["WASL_CONFORMANCE_RUNS"] ?? 6);
const ajv = new Ajv2020({ strict: false, formats: { date: true, "date-time": true, email: true } });
ajv.addSchema({ ...document, $id: "wasl" });

let api: MerchantApi;
before(async () => {
  api = await startMerchantApi({ config: { rateLimits: false } });
});
after(async () => await api?.[Symbol.asyncDispose]());

async function made(url: string, body: object, name: string): Promise<string> {
  const answer = await api.call("POST", `/api/v1${url}`, { body });
  assert.equal(answer.statusCode, 201, answer.body);
  return String(answer.json()[name]);
}

/** What a list has, by the name of its entries that addresses take. */
async function listed(url: string, name: string): Promise<string[]> {
  const { items } = (await api.call("GET", `/api/v1${url}?limit=5`)).json();
  return items.map((item: Record<string, unknown>) => String(item[name]));
}

/** Things of each kind, so that addresses lead somewhere. */
async function makeThings(): Promise<Record<string, string[]>> {
  const orderNumber = [];
  for (const state of [null, "captured", "declined", "awaiting_buyer"] as const) {
    const issued = await api.issue({ client: { name: "نورة", mobile: "0551234567" } });
    if (state !== null) await api.addAttempt(issued.orderNumber, state);
    orderNumber.push(issued.orderNumber);
  }
  await placeEvents(api.services);
  const productId = await made("/products", { title: "تمر", price: "50.00" }, "id");
  const discount = { type: "PERCENTAGE", value: "10" };
  const endpoint = { url: "http://127.0.0.1:9/hook", types: ["invoice.created"] };
  return {
    orderNumber,
    clientId: [await made("/clients", { name: "سارة", mobile: "0559876543" }, "id")],
    productId: [productId],
    linkIdentity: [await made("/product-links", { productId: Number(productId) }, "linkIdentity")],
    couponId: [await made("/coupons", { code: "EID10", discount }, "id")],
    draftId: [await made("/invoice-drafts", { lines: [oneLine] }, "id")],
    endpointId: [await made("/webhook-endpoints", endpoint, "id")],
    keyId: [await made("/keys", { name: "another", scopes: ["read"] }, "id")],
    paymentId: await listed("/payments", "id"),
    eventId: await listed("/events", "id"),
    number: await listed("/tax-documents", "number"),
    channel: ["sms", "whatsapp", "email"],
    method: ["sadad", "creditcard"],
    version: ["1"],
  };
}

type Answer = Awaited<ReturnType<MerchantApi["call"]>>;

/** @throws AssertionError for an answer that the file does not name */
function checkAnswer(operation: Operation, answer: Answer): void {
  const { statusCode, headers } = answer;
  const mediaType = String(headers["content-type"]).split(";")[0] ?? "";
  const isText = /json|text|xml$/.test(mediaType);
  const said = `${statusCode} ${mediaType} ${isText ? answer.body.slice(0, 1500) : ""}`;
  assert.ok(statusCode < 500, said);
  assert.ok(statusCode !== 401 && statusCode !== 429, `the client itself was turned away: ${said}`);
  const named = operation.responses[statusCode];
  assert.ok(named, `the file has no such status: ${said}`);
  const { content } = (named.$ref === undefined ? named : resolve(document, named.$ref)) as typeof named;
  const schema = content?.[mediaType]?.schema;
  assert.ok(schema, `the file has no such media type: ${said}`);
  if (!mediaType.endsWith("json")) return;
  const validate = validatorOf(schema);
  assert.ok(validate(answer.json()), `${ajv.errorsText(validate.errors)}: ${said}`);
}

const validators = new Map<JsonSchema, ReturnType<typeof ajv.compile>>();

function validatorOf(schema: JsonSchema): ReturnType<typeof ajv.compile> {
  const known = validators.get(schema);
  if (known) return known;
  const text = JSON.stringify(schema).replaceAll('"#/components', '"wasl#/components');
  const made = ajv.compile(JSON.parse(text));
  validators.set(schema, made);
  return made;
}

/** What changes the shop itself, or ends what others need, comes last. */
const lateCalls =
  /^(PATCH|PUT|DELETE|POST) .*(\/merchant|\/accounts|\/erase|\/cancel|\/revoke|\/exchange)|^DELETE /;

test("each call answers what the OpenAPI file says, whatever the file lets a client send, and never with a 5xx", async () => {
  const { rows } = await api.services.db.pool.query<{ id: string }>("select id from api_keys");
  const ownKey = new RegExp(`/keys/0*(${rows.map(({ id }) => id).join("|")})/`);
  const known = await makeThings();
  const calls = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase() as "GET",
        path,
        operation,
      })),
    )
    // A stream that is let in has no end.
    .filter(({ path }) => !path.endsWith("/stream"));
  const isLate = ({ method, path }: { method: string; path: string }) => lateCalls.test(`${method} ${path}`);
  const faults: string[] = [];
  for (const { method, path, operation } of calls.toSorted((a, b) => Number(isLate(a)) - Number(isLate(b)))) {
    const send = async ({ url, headers, body }: DrawnRequest): Promise<void> => {
      // Who gives the own key back is turned away from then on: among numbers that are drawn it comes seldom.
      fc.pre(!ownKey.test(url));
      checkAnswer(operation, await api.call(method, url, { headers, ...(body !== undefined && { body }) }));
    };
    const requests = drawnRequests(document, { path, operation, known });
    const found = await fc.check(fc.asyncProperty(requests, send), { numRuns: runs });
    if (found.failed)
      faults.push(
        `${method} ${path} ${JSON.stringify(found.counterexample)} seed ${found.seed}: ${found.errorInstance}`,
      );
  }
  assert.deepEqual(faults, []);
});
