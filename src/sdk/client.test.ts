/** The client against a started server, over a line that fails. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync } from "node:fs";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { placeEvents } from "#server/events/place-events.ts";
import { type FaultyLine, startFaultyLine } from "#test/faulty-line.ts";
import { type MerchantApi, oneLine, startMerchantApi } from "#test/merchant-api.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { createWasl, isProblem, WaslProblem, type WaslSettings, WaslSilence } from "./index.mjs";

let api: MerchantApi;
let line: FaultyLine;

before(async () => {
  api = await startMerchantApi();
  line = await startFaultyLine(await api.app.listen({ port: 0, host: "127.0.0.1" }));
});
after(async () => {
  await line[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
});

/** A client of a merchant of its own that does not wait, and what it would have waited, milliseconds. */
async function client(settings: Partial<WaslSettings> = {}) {
  const { key, id } = await api.addMerchant();
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => void waits.push(ms);
  line.requests.length = 0;
  return { wasl: createWasl({ url: line.url, key, wait, ...settings }), waits, id, key };
}

const invoice = { lines: [oneLine] };
const sentKeys = () => line.requests.map(({ headers }) => headers["idempotency-key"]);

test("a call whose answer was lost is repeated with the same idempotency key: one invoice is issued", async () => {
  const { wasl } = await client();
  line.failNext("lost", "lost");
  const issued = await wasl.call("POST /api/v1/invoices", { body: invoice });
  assert.equal(issued.total, "115.00");
  const [key, ...others] = sentKeys();
  assert.match(String(key), /^[\w-]{36}$/);
  assert.deepEqual(others, [key, key]);
  const { items } = await wasl.call("GET /api/v1/invoices");
  assert.deepEqual(
    items.map(({ orderNumber }) => orderNumber),
    [issued.orderNumber],
  );
});

test("Retry-After is obeyed, without it times grow, and a long one ends the call", async () => {
  const { wasl, waits } = await client();
  line.failNext({ status: 429, headers: { "retry-after": "7" } }, { status: 503 }, { status: 500 });
  await wasl.call("GET /api/v1/merchant");
  const [asked, second = 0, third = 0] = waits;
  assert.equal(asked, 7_000);
  assert.ok(second >= 500 && second <= 1_000, `${second}`);
  assert.ok(third >= 1_000 && third <= 2_000, `${third}`);
  line.failNext({ status: 429, headers: { "retry-after": "3600" } });
  await assert.rejects(wasl.call("GET /api/v1/merchant"), { status: 429, retryAfterSeconds: 3600 });
  assert.equal(waits.length, 3);
});

test("a refusal is not repeated and has its code, its fields and the idempotency key", async () => {
  const { wasl } = await client();
  const wrong = { lines: [{ ...oneLine, unitPrice: "1.2345" }] };
  const error = await wasl.call("POST /api/v1/invoices", { body: wrong }).catch((thrown) => thrown);
  assert.ok(isProblem(error, "validation_failed"));
  assert.ok(!isProblem(error, "not_found"));
  assert.ok(!isProblem(new Error("no answer")));
  assert.equal(error.status, 422);
  assert.equal(error.fields[0]?.path, "lines.0.unitPrice");
  assert.ok(error.requestId);
  assert.deepEqual(sentKeys(), [error.idempotencyKey]);
});

test("silence to the end is no refusal: it says the key with which the call can be made again", async () => {
  const { wasl, waits } = await client({ tries: 3 });
  line.failNext("lost", "lost", "lost");
  const error = await wasl.call("POST /api/v1/invoices", { body: invoice }).catch((thrown) => thrown);
  assert.ok(error instanceof WaslSilence && !(error instanceof WaslProblem));
  assert.deepEqual([error.tries, waits.length], [3, 2]);
  const { idempotencyKey } = error;
  await wasl.call("POST /api/v1/invoices", { body: invoice, idempotencyKey });
  const { items } = await wasl.call("GET /api/v1/invoices");
  assert.equal(items.length, 1);
});

test("a server that does not answer in time counts as silent", async () => {
  const { wasl } = await client({ tries: 1, timeoutMs: 20 });
  line.failNext("mute");
  await assert.rejects(wasl.call("GET /api/v1/merchant"), /no answer after 1 try: no answer within 20 ms/);
});

test("a change by If-Match is not repeated after silence, since the second would be refused", async () => {
  const { wasl } = await client();
  const { orderNumber } = await wasl.call("POST /api/v1/invoices", { body: invoice });
  line.requests.length = 0;
  line.failNext("lost");
  const change = { path: { orderNumber }, body: { note: "شكرا" }, ifMatch: "*" };
  await assert.rejects(wasl.call("PATCH /api/v1/invoices/{orderNumber}", change), WaslSilence);
  assert.equal(line.requests.length, 1);
});

test("a list is read page by page, as far as the caller reads, and events in their order", async () => {
  const { wasl, key, id } = await client();
  const issued = [];
  for (const _ of [1, 2, 3]) issued.push(await api.issue({}, { merchant: { id, key } }));
  const read = [];
  for await (const one of wasl.pages("GET /api/v1/invoices", { query: { limit: 2 } }))
    read.push(one.orderNumber);
  assert.deepEqual(read, issued.map(({ orderNumber }) => orderNumber).toReversed());
  assert.equal(line.requests.length, 2);
  for await (const _ of wasl.pages("GET /api/v1/invoices", { query: { limit: 2 } })) break;
  assert.equal(line.requests.length, 3);
  const status = ["PAID", "CANCELLED"] as const;
  assert.deepEqual((await wasl.call("GET /api/v1/invoices", { query: { status } })).items, []);
  assert.ok(line.requests.at(-1)?.url.endsWith("?status=PAID&status=CANCELLED"));
  await placeEvents(api.services);
  const types = [];
  for await (const event of wasl.pages("GET /api/v1/events", { query: { limit: 2 } }))
    types.push([event.type, event.data.invoice?.orderNumber]);
  assert.deepEqual(
    types,
    issued.map(({ orderNumber }) => ["invoice.created", orderNumber]),
  );
});

test("a file comes as its stream, and a picture goes as its bytes", async () => {
  const { wasl } = await client();
  const query = { from: "2000-01-01", to: "2000-01-31" };
  const answer = await wasl.call("GET /api/v1/exports/payments", { query });
  assert.equal(answer.headers.get("x-total-count"), "0");
  assert.equal((await answer.text()).split("\r\n").length, 2);
  const picture = { body: new Uint8Array([1, 2, 3]), contentType: "image/png" } as const;
  const error = await wasl.call("POST /api/v1/images", picture).catch((thrown) => thrown);
  assert.ok(isProblem(error), String(error));
  assert.equal(line.requests.at(-1)?.headers["content-type"], "image/png");
});

test("a part of a path stays a part, and a key goes to its own server alone", async () => {
  const { wasl } = await client();
  const show = (orderNumber: string) =>
    wasl.call("GET /api/v1/invoices/{orderNumber}", { path: { orderNumber } });
  for (const part of ["", ".", ".."]) await assert.rejects(show(part), TypeError);
  await assert.rejects(show("../merchant?x=1"), { code: "order_not_found" });
  assert.equal(line.requests.at(-1)?.url, "/api/v1/invoices/..%2Fmerchant%3Fx%3D1");
  line.failNext({ status: 302, headers: { location: `${line.url}/elsewhere` } });
  await assert.rejects(wasl.call("GET /api/v1/merchant"), { code: "unreadable_answer", status: 302 });
  assert.equal(line.requests.length, 2);
  assert.throws(() => createWasl({ key: "two words" }), TypeError);
});

test("a call that is given up ends at once, and is not repeated", async () => {
  const { wasl } = await client();
  const stopping = new AbortController();
  line.failNext("mute");
  const calling = wasl.call("GET /api/v1/merchant", { signal: stopping.signal });
  await until(() => line.requests.length === 1);
  stopping.abort(new Error("given up"));
  await assert.rejects(calling, /given up/);
  assert.equal(line.requests.length, 1);
});

test("the folder runs alone: copied to another place, without packages and without a build", async () => {
  const { key } = await client();
  using place = temporaryDirectory();
  cpSync(import.meta.dirname, place.path, { recursive: true, filter: (file) => !file.endsWith(".ts") });
  const program = `
    import { createWasl } from "./index.mjs";
    const wasl = createWasl({ url: process.env.WASL_URL, key: process.env.WASL_KEY });
    console.log((await wasl.call("GET /api/v1/merchant")).mode);`;
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { cwd: place.path, env: { WASL_URL: line.url, WASL_KEY: key } },
  );
  assert.deepEqual([stdout, stderr], ["test\n", ""]);
});
