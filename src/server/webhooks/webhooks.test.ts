/** Webhooks: what happened reaches the endpoints that want it, signed, at least once, and no other receiver. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { rotateSecret } from "#cli/rotate-secret.ts";
import type {
  InvoiceDeliveryModel,
  WebhookDeliveryModel,
  WebhookEndpointModel,
} from "#contract/webhook-endpoints.ts";
import * as timing from "#core/timing.ts";
import { issueInvoice, payByCard, startTestApp } from "#test/app-harness.ts";
import { type MerchantApi, startMerchantApi } from "#test/merchant-api.ts";
import { startWebhookReceiver } from "#test/webhook-receiver.ts";
import { addEndpoint, type Caller, callerOf, runJobs, typesOf } from "#test/webhook-shop.ts";
import { placeEvents } from "../events/place-events.ts";
import { workAllDue } from "../queue/work-queue.ts";
import { jobHandlers } from "../schedule/job-handlers.ts";
import { masterKeys } from "../secrets/master-secret.ts";
import { createSealing } from "../secrets/sealing.ts";
import { findEndpoint, secretsOf } from "./endpoint-store.ts";
import { webhookSummary } from "./standing.ts";

const deliveriesOf = async (call: Caller, id: number, query = ""): Promise<WebhookDeliveryModel[]> =>
  (await call("GET", `/webhook-endpoints/${id}/deliveries?limit=100${query}`)).json()["items"];

async function startShop() {
  const api = await startMerchantApi();
  return { api, call: callerOf(api, api.merchant.key) };
}

test("a payment reaches the endpoint as events that the public library verifies and the API gives alike", async () => {
  await using app = await startTestApp();
  await using receiver = await startWebhookReceiver();
  const call = callerOf(app, app.apiKey);
  const endpoint = await addEndpoint(call, receiver.url);
  const orderNumber = await issueInvoice(app);
  await payByCard(app, orderNumber);
  await runJobs(app.services);
  const types = ["invoice.created", "invoice.paid", "payment.attempted", "tax_document.issued"];
  assert.deepEqual(typesOf(receiver.received), types);
  for (const { headers, body } of receiver.received) {
    const verified = new Webhook(endpoint.secret).verify(body, headers) as { id: string };
    assert.equal(verified.id, headers["webhook-id"]);
    assert.deepEqual((await call("GET", `/events/${verified.id}`)).json(), verified);
    assert.throws(() => new Webhook(endpoint.secret).verify(`${body} `, headers));
  }
  await runJobs(app.services);
  assert.equal(receiver.received.length, 4, "what was taken is not sent again");
  // The invoice's own list has the same, and nothing of other invoices.
  await issueInvoice(app);
  await runJobs(app.services);
  const told: InvoiceDeliveryModel[] = (
    await call("GET", `/invoices/${orderNumber}/webhook-deliveries`)
  ).json()["items"];
  assert.deepEqual(told.map(({ type }) => type).sort(), types);
  const { host } = new URL(receiver.url);
  for (const one of told)
    assert.deepEqual([one.state, one.endpointId, one.host, one.tries], ["delivered", endpoint.id, host, 1]);
});

test("while a secret is replaced both sign, afterwards the new one alone; neither is ever shown again", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  await using receiver = await startWebhookReceiver();
  const { id, secret: first } = await addEndpoint(call, receiver.url);
  const rotate = () => call("POST", `/webhook-endpoints/${id}/rotate-secret`, { overlapHours: 1 }, "rotate");
  const second: string = (await rotate()).json()["secret"];
  assert.equal((await rotate()).json()["secret"], null, "a repetition rotates nothing and shows nothing");
  await api.issue();
  await runJobs(api.services);
  const [during] = receiver.received;
  assert.ok(during);
  for (const secret of [first, second]) new Webhook(secret).verify(during.body, during.headers);
  assert.equal(during.headers["webhook-signature"]?.split(" ").length, 2);
  api.clock.advance(3_600_000);
  await api.issue();
  await runJobs(api.services);
  assert.equal(receiver.received[1]?.headers["webhook-signature"]?.split(" ").length, 1);
  const { rows } = await api.db.pool.query("select sealed_secret from webhook_endpoints");
  assert.ok(!rows[0].sealed_secret.includes(Buffer.from(second)));
  assert.ok(!(await call("GET", `/webhook-endpoints/${id}`)).body.includes("whsec_"));
});

test("a change of the master secret leaves endpoints their secrets", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  const { id, secret } = await addEndpoint(call, "http://127.0.0.1:9/");
  const keys = masterKeys("the next master secret, long enough", "a master secret of tests, long enough");
  const { resealed, unreadable } = await rotateSecret(api.db.kysely, keys, () => {});
  assert.deepEqual([resealed, unreadable], [1, []]);
  const endpoint = await findEndpoint(api.db.kysely, { merchantId: api.merchant.id, id });
  assert.ok(endpoint);
  const later = createSealing(masterKeys("the next master secret, long enough"));
  assert.deepEqual(secretsOf(later, endpoint, api.clock.now()), [secret]);
});

test("what is not taken is sent again after growing times with the same id, and each try is in the log", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  await using receiver = await startWebhookReceiver();
  const { id } = await addEndpoint(call, receiver.url);
  let answers = 0;
  receiver.answerWith((response) => {
    answers += 1;
    if (answers < 4) response.writeHead(503, { "x-shop": "busy" }).end("come back later");
    else response.writeHead(200).end("ok");
  });
  await api.issue();
  await runJobs(api.services);
  for (const [index, waitMs] of timing.webhookRetriesMs.slice(0, 3).entries()) {
    api.clock.advance(waitMs - 1_000);
    await runJobs(api.services);
    assert.equal(receiver.received.length, index + 1);
    api.clock.advance(1_000);
    await runJobs(api.services);
    assert.equal(receiver.received.length, index + 2);
  }
  assert.equal(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size, 1);
  const [delivery, ...others] = await deliveriesOf(call, id);
  assert.ok(delivery && others.length === 0);
  assert.deepEqual(
    [delivery.state, delivery.tries.map(({ status }) => status)],
    ["delivered", [200, 503, 503, 503]],
  );
  const refused = delivery.tries.at(-1);
  assert.equal(refused?.answer?.body, "come back later");
  assert.equal(refused?.answer?.headers["x-shop"], "busy");
  assert.equal(refused?.request.headers["webhook-id"], delivery.eventId);
  assert.ok((refused?.durationMs ?? -1) >= 0);
  assert.equal((await call("GET", `/webhook-endpoints/${id}`)).json()["failingSince"], null);
});

test("an endpoint that fails for five days is switched off: its merchant gets an event and a mail", async () => {
  await using app = await startTestApp();
  await using dead = await startWebhookReceiver();
  await using well = await startWebhookReceiver();
  dead.answerWith((response) => response.writeHead(500).end());
  const call = callerOf(app, app.apiKey);
  const { id } = await addEndpoint(call, dead.url);
  await addEndpoint(call, well.url, { types: ["webhook_endpoint.disabled"] });
  await issueInvoice(app);
  for (let hours = 0; hours < 6 * 24; hours += 1) {
    await runJobs(app.services);
    app.clock.advance(3_600_000);
  }
  const endpoint = (await call("GET", `/webhook-endpoints/${id}`)).json() as WebhookEndpointModel;
  assert.deepEqual([endpoint.isEnabled, endpoint.disabledReason], [false, "failing"]);
  assert.deepEqual(
    (await deliveriesOf(call, id)).map(({ state }) => state),
    ["dropped"],
  );
  assert.deepEqual(typesOf(well.received), ["webhook_endpoint.disabled"]);
  const [mail] = app.mail.list("shop@example.com");
  assert.ok(mail?.text.includes(dead.url) && /[ء-ي]/.test(mail.text));
  const summary = await webhookSummary(app.db.kysely);
  assert.deepEqual(summary, { text: `2 endpoints, 1 dead (nakheel ${id})`, isWell: false });
  await issueInvoice(app);
  const before = dead.received.length;
  await runJobs(app.services);
  assert.equal(dead.received.length, before, "nothing more is sent to it");
  // Corrected, switched on, and what it missed sent again.
  dead.answerWith((response) => response.writeHead(204).end());
  await call("PATCH", `/webhook-endpoints/${id}`, { isEnabled: true });
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  const replay = await call("POST", `/webhook-endpoints/${id}/replay`, {
    from,
    to,
    types: ["invoice.created"],
  });
  assert.deepEqual([replay.statusCode, replay.json()], [202, { queued: 2 }]);
  await runJobs(app.services);
  assert.equal(dead.received.length, before + 2);
  const after = (await call("GET", `/webhook-endpoints/${id}`)).json() as WebhookEndpointModel;
  assert.deepEqual([after.isEnabled, after.failingSince], [true, null]);
});

test("a delivery that is never accepted is given up after seven days", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  await using receiver = await startWebhookReceiver();
  const { id } = await addEndpoint(call, receiver.url, { types: ["invoice.created"] });
  receiver.answerWith((response, request) => {
    const body = receiver.received.at(-1)?.body ?? "";
    // Takes tests, so that it is never without a success for long.
    response.writeHead(body.includes("webhook_endpoint.test") ? 204 : 500).end();
    request.resume();
  });
  await api.issue();
  for (let hours = 0; hours < 8 * 24; hours += 6) {
    await runJobs(api.services);
    api.clock.advance(6 * 3_600_000);
    await call("POST", `/webhook-endpoints/${id}/test`);
  }
  await runJobs(api.services);
  const [failed] = await deliveriesOf(call, id, "&state=failed");
  assert.equal(failed?.type, "invoice.created");
  const lived = Date.parse(failed?.endedAt ?? "") - Date.parse(failed?.createdAt ?? "");
  assert.ok(
    lived > timing.webhookTriedForMs - 12 * 3_600_000 && lived <= timing.webhookTriedForMs + 12 * 3_600_000,
  );
});

test("an error of ours in a delivery leaves it its own schedule: it goes out once that is corrected, and counts against no endpoint", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  await using receiver = await startWebhookReceiver();
  const { id } = await addEndpoint(call, receiver.url, { types: ["invoice.created"] });
  await api.issue();
  const broken = { ...api.services, sealing: createSealing(masterKeys("a secret that opens nothing here")) };
  await runJobs(broken);
  for (const waitMs of timing.webhookRetriesMs) {
    api.clock.advance(waitMs);
    await runJobs(broken);
  }
  const [waiting] = await deliveriesOf(call, id);
  assert.deepEqual([waiting?.state, waiting?.tries.length], ["due", timing.webhookRetriesMs.length + 1]);
  assert.match(waiting?.tries[0]?.reason ?? "", /^not sent: /);
  const endpoint = (await call("GET", `/webhook-endpoints/${id}`)).json() as WebhookEndpointModel;
  assert.deepEqual([endpoint.isEnabled, endpoint.failingSince], [true, null]);
  assert.equal(receiver.received.length, 0);
  api.clock.advance(timing.webhookRetriesMs.at(-1) ?? 0);
  await runJobs(api.services);
  assert.equal(receiver.received.length, 1);
  assert.equal((await deliveriesOf(call, id))[0]?.state, "delivered");
});

test("a delivery that we can never make is given up after seven days, where its merchant sees it", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  const { id } = await addEndpoint(call, "http://127.0.0.1:9/", { types: ["invoice.created"] });
  await api.issue();
  const broken = { ...api.services, sealing: createSealing(masterKeys("a secret that opens nothing here")) };
  for (let hours = 0; hours < 8 * 24; hours += 6) {
    await runJobs(broken);
    api.clock.advance(6 * 3_600_000);
  }
  const [failed] = await deliveriesOf(call, id, "&state=failed");
  assert.equal(failed?.type, "invoice.created");
  const { rows } = await api.db.pool.query("select state from jobs where kind = 'webhook'");
  assert.deepEqual(rows, [{ state: "failed" }]);
});

test("the database ends no job of a delivery that is still to be made", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  await addEndpoint(call, "http://127.0.0.1:9/");
  await api.issue();
  while ((await placeEvents(api.services)) > 0) {}
  for (const end of ["delete from jobs", "update jobs set state = 'failed', run_at = null"])
    await assert.rejects(api.db.pool.query(`${end} where kind = 'webhook'`), /still to be made/);
});

test("a dead endpoint with ten thousand deliveries delays no other deliveries", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  await using dead = await startWebhookReceiver();
  await using well = await startWebhookReceiver();
  const hanging: (() => void)[] = [];
  dead.answerWith((response) => hanging.push(() => response.writeHead(500).end()));
  const { id } = await addEndpoint(call, dead.url);
  await api.db.pool.query(
    'insert into events (merchant_id, type, data) select $1, \'message.sent\', \'{"kind": "email_code", "channel": "email", "outcome": "sent"}\' from generate_series(1, 10000)',
    [api.merchant.id],
  );
  while ((await placeEvents(api.services)) > 0) {}
  assert.equal((await deliveriesOf(call, id, "&state=due")).length, 100, "a page of them");
  const other = await api.addMerchant();
  await addEndpoint(callerOf(api, other.key), well.url);
  const working = workAllDue(api.services, jobHandlers);
  await dead.atLeast(4);
  await api.issue({}, { merchant: other });
  await placeEvents(api.services);
  const startedAt = performance.now();
  const others = workAllDue(api.services, jobHandlers);
  await well.atLeast(1);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < 5_000, `${Math.round(tookMs)} ms`);
  assert.equal(dead.received.length, 4);
  dead.answerWith((response) => response.writeHead(500).end());
  for (const end of hanging) end();
  await Promise.all([working, others]);
  assert.ok(
    dead.received.length < 20,
    `${dead.received.length} of 10,000 were tried before it was left alone`,
  );
});

test("an endpoint gets the types it wants, a test event whatever it wants, and an event again when asked", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  await using receiver = await startWebhookReceiver();
  await using other = await startWebhookReceiver();
  const { id } = await addEndpoint(call, receiver.url, {
    types: ["invoice.cancelled"],
    description: "books",
  });
  await addEndpoint(call, other.url, { types: ["invoice.paid"] });
  const { orderNumber } = await api.issue();
  await api.call("POST", `/api/v1/invoices/${orderNumber}/cancel`);
  assert.equal((await call("POST", `/webhook-endpoints/${id}/test`)).statusCode, 202);
  await runJobs(api.services);
  assert.deepEqual(typesOf(receiver.received), ["invoice.cancelled", "webhook_endpoint.test"]);
  const cancelled = receiver.received.find(({ body }) => body.includes("invoice.cancelled"));
  const eventId = cancelled?.headers["webhook-id"];
  const replayed = await call("POST", `/webhook-endpoints/${id}/replay`, { eventId });
  assert.deepEqual(replayed.json(), { queued: 1 });
  await runJobs(api.services);
  assert.equal(receiver.received.at(-1)?.headers["webhook-id"], eventId);
  assert.equal(receiver.received.at(-1)?.body, cancelled?.body);
  assert.equal(other.received.length, 0);
  await call("PATCH", `/webhook-endpoints/${id}`, { isEnabled: false });
  await api.issue();
  await runJobs(api.services);
  assert.equal(receiver.received.length, 3);
  assert.equal((await call("DELETE", `/webhook-endpoints/${id}`)).statusCode, 200);
  assert.equal((await call("GET", `/webhook-endpoints/${id}`)).statusCode, 404);
  assert.equal((await call("GET", "/webhook-endpoints")).json()["items"]["length"], 1);
});

test("a merchant neither uses, changes nor detects another one's endpoints and events", async () => {
  const { api, call } = await startShop();
  await using _api = api;
  await using receiver = await startWebhookReceiver();
  await using foreign = await startWebhookReceiver();
  const { id } = await addEndpoint(call, receiver.url);
  const other = await api.addMerchant();
  const asOther = callerOf(api, other.key);
  const { id: otherId } = await addEndpoint(asOther, foreign.url);
  await api.issue();
  await runJobs(api.services);
  assert.deepEqual([receiver.received.length, foreign.received.length], [1, 0]);
  const eventId = receiver.received[0]?.headers["webhook-id"];
  for (const [method, path, body] of [
    ["GET", `/webhook-endpoints/${id}`],
    ["PATCH", `/webhook-endpoints/${id}`, { url: foreign.url }],
    ["DELETE", `/webhook-endpoints/${id}`],
    ["POST", `/webhook-endpoints/${id}/rotate-secret`, {}],
    ["POST", `/webhook-endpoints/${id}/test`],
    ["POST", `/webhook-endpoints/${id}/replay`, { from: "2020-01-01T00:00:00Z" }],
    ["GET", `/webhook-endpoints/${id}/deliveries`],
  ] as const)
    assert.equal((await asOther(method, path, body)).statusCode, 404, path);
  assert.equal((await asOther("POST", `/webhook-endpoints/${otherId}/replay`, { eventId })).statusCode, 422);
  const range = await asOther("POST", `/webhook-endpoints/${otherId}/replay`, {
    from: "2020-01-01T00:00:00Z",
  });
  assert.deepEqual(range.json(), { queued: 0 });
  assert.deepEqual(
    ((await asOther("GET", "/webhook-endpoints")).json()["items"] as WebhookEndpointModel[]).map(
      ({ url }) => url,
    ),
    [foreign.url],
  );
});

test("in live only public https addresses are taken", async () => {
  await using api = await startMerchantApi({ config: { environment: "live" } });
  const call = callerOf(api, api.merchant.key);
  for (const url of [
    "http://shop.example.sa/hook",
    "https://127.0.0.1/hook",
    "https://[::1]/hook",
    "https://localhost/hook",
    "https://user:word@shop.example.sa/hook",
    "https://shop.example.sa/#hook",
    "ftp://shop.example.sa",
    "shop.example.sa",
  ])
    assert.equal((await call("POST", "/webhook-endpoints", { url })).statusCode, 422, url);
  await addEndpoint(call, "https://shop.example.sa/hook");
});

test("the log of deliveries is kept for 30 days", async () => {
  const { api, call } = await startShop();
  await using _api: MerchantApi = api;
  await using receiver = await startWebhookReceiver();
  const { id } = await addEndpoint(call, receiver.url);
  await api.issue();
  await runJobs(api.services);
  const { removeOutlived } = await import("../schedule/retention.ts");
  api.clock.advance(29 * 24 * 3_600_000);
  await removeOutlived(api.services);
  assert.equal((await deliveriesOf(call, id)).length, 1);
  api.clock.advance(2 * 24 * 3_600_000);
  await removeOutlived(api.services);
  assert.deepEqual(await deliveriesOf(call, id), []);
  const { rows } = await api.db.pool.query("select 1 from webhook_tries");
  assert.deepEqual(rows, []);
});
