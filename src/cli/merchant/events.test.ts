/** `listen` and `replay` as processes: what they forward is verified as a webhook is. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import type { EventModel } from "#contract/events.ts";
import { verifyWebhook } from "#sdk/index.mjs";
import { placeEvents } from "#server/events/place-events.ts";
import { freePort } from "#test/free-port.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { temporaryDirectory } from "#test/temporary-directory.ts";
import { until } from "#test/until.ts";
import { runCommand, startCommand } from "#test/wasl-command.ts";
import { startWebhookReceiver, type WebhookReceiver } from "#test/webhook-receiver.ts";

let api: MerchantApi;
let receiver: WebhookReceiver;
let url: string;
const home = temporaryDirectory();

before(async () => {
  api = await startMerchantApi();
  receiver = await startWebhookReceiver();
  url = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
after(async () => {
  await receiver[Symbol.asyncDispose]();
  await api[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

const optionsOf = ({ key }: TestMerchant) => ({ home: home.path, env: { WASL_URL: url, WASL_KEY: key } });

/** Issues an invoice and has its event out. */
async function happen(merchant: TestMerchant): Promise<string> {
  const { orderNumber } = await api.issue({}, { merchant });
  await placeEvents(api.services);
  return orderNumber;
}

async function eventsOf(merchant: TestMerchant): Promise<EventModel[]> {
  return (await api.call("GET", "/api/v1/events", { merchant })).json().items;
}

test("listen forwards what happens from now on, signed as a webhook, and says where to go on", async () => {
  const merchant = await api.addMerchant();
  await happen(merchant);
  const listening = startCommand(["listen", "--forward-to", receiver.url], optionsOf(merchant));
  await until(() => listening.written.err.includes("Waiting for events"));
  const orderNumber = await happen(merchant);
  await receiver.atLeast(1);
  const { body, headers } = receiver.received.at(-1) ?? assert.fail("nothing arrived");
  const [, secret = ""] = /signed with (whsec_\S+)/.exec(listening.written.err) ?? [];
  const event = await verifyWebhook({ body, headers, secret });
  assert.deepEqual(new Webhook(secret).verify(body, { ...headers }), event);
  const stored = await eventsOf(merchant);
  assert.deepEqual([stored.length, event], [2, stored.at(-1)]);
  assert.equal(event.data.invoice?.orderNumber, orderNumber);
  await until(() => listening.written.out.includes("→ 204"));
  listening.child.kill("SIGINT");
  const { code, out, err } = await listening.end;
  assert.deepEqual([code, out.trim().split("\n").length], [0, 1]);
  assert.ok(err.endsWith(`To go on from here: wasl listen --after ${event.id}\n`), err);
});

test("listen goes on after an event, of the types that are asked for, as lines of JSON", async () => {
  const merchant = await api.addMerchant();
  const [first, second] = [await happen(merchant), await happen(merchant)];
  await api.call("POST", `/api/v1/invoices/${first}/cancel`, { merchant, body: {} });
  await placeEvents(api.services);
  const [{ id } = assert.fail("no event")] = await eventsOf(merchant);
  const words = ["listen", "--after", id, "--types", "invoice.created", "--json"];
  const listening = startCommand(words, optionsOf(merchant));
  await until(() => listening.written.out.includes("\n"));
  listening.child.kill("SIGTERM");
  const { code, out } = await listening.end;
  const { event } = JSON.parse(out);
  assert.deepEqual([code, event.type, event.data.invoice.orderNumber], [0, "invoice.created", second]);
});

test("an event is sent once more to a receiver of one's own, and a receiver that is away is reported", async () => {
  const merchant = await api.addMerchant();
  await happen(merchant);
  const [event = assert.fail("no event")] = await eventsOf(merchant);
  const before = receiver.received.length;
  const secret = "whsec_dGhlIHNlY3JldCBvZiBhIHRlc3Q=";
  const words = ["replay", event.id, "--forward-to", receiver.url, "--secret", secret];
  const sent = await runCommand(words, optionsOf(merchant));
  assert.match(sent.out, /invoice\.created \S+ → 204\n$/);
  const { body, headers } = receiver.received[before] ?? assert.fail("nothing arrived");
  assert.deepEqual(await verifyWebhook({ body, headers, secret }), event);
  const away = ["replay", event.id, "--forward-to", `http://127.0.0.1:${await freePort()}/hook`];
  const lost = await runCommand(away, optionsOf(merchant));
  assert.match(lost.out, /→ ECONNREFUSED\n$/);
  assert.equal(lost.code, 1);
});

test("the server sends an event, or all of a time, once more to an endpoint", async () => {
  const merchant = await api.addMerchant();
  const body = { url: "http://127.0.0.1:9/hook", types: ["invoice.created"] };
  const endpoint = (await api.call("POST", "/api/v1/webhook-endpoints", { merchant, body })).json();
  await happen(merchant);
  await happen(merchant);
  const [event = assert.fail("no event")] = await eventsOf(merchant);
  const replay = async (...words: readonly string[]) =>
    await runCommand(["replay", ...words, "--endpoint", String(endpoint.id)], optionsOf(merchant));
  assert.equal((await replay(event.id)).out, "1 delivery is on the way.\n");
  assert.equal((await replay("--from", "2000-01-01T00:00:00Z")).out, "2 deliveries are on the way.\n");
  const unsaid = await runCommand(["replay", event.id], optionsOf(merchant));
  assert.deepEqual([unsaid.code, unsaid.err], [2, "Say where to: --forward-to <url> or --endpoint <id>.\n"]);
});
