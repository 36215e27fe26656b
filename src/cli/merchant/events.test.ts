/** `listen` and `replay` as processes: what they forward is verified as a webhook is. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request as requestOf } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { Webhook } from "standardwebhooks";
import type { EventModel } from "#contract/events.ts";
import { verifyWebhook } from "#sdk/index.mjs";
import { wakeEventReaders } from "#server/events/event-readers.ts";
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
  wakeEventReaders(api.services.db.kysely);
  return orderNumber;
}

/** In front of the server: refuses streams, or cuts each off in the middle of its second event. */
async function startBreakingProxy(target: string, { refuses }: { readonly refuses: boolean }) {
  let streams = 0;
  const server = createServer((request, response) => {
    const isStream = request.url?.startsWith("/api/v1/events/stream") === true;
    if (isStream && refuses) return void response.writeHead(406).end();
    if (isStream) streams += 1;
    const passed = requestOf(target + request.url, { method: request.method, headers: request.headers });
    passed.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      let text = "";
      answer.on("data", (part: Buffer) => {
        text += part;
        const second = text.indexOf("data: ", text.indexOf("data: ") + 1);
        if (!isStream || second < 0 || !text.includes("data: ")) return void response.write(part);
        answer.pause();
        const seen = text.length - part.length;
        // What was passed on arrives before the end does.
        response.write(text.slice(seen, Math.max(second + 40, seen)) || "\n", () => response.destroy());
      });
      answer.on("end", () => response.end());
      response.on("close", () => answer.destroy());
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    streams: () => streams,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function eventsOf(merchant: TestMerchant): Promise<EventModel[]> {
  return (await api.call("GET", "/api/v1/events", { merchant })).json().items;
}

test("listen forwards what happens from now on, signed as a webhook, and says where to continue", async () => {
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

test("a stream that breaks in the middle loses no event and doubles none, and where streams are refused the list is read", async () => {
  for (const refuses of [false, true]) {
    const merchant = await api.addMerchant();
    await happen(merchant);
    await using between = await startBreakingProxy(url, { refuses });
    const before = receiver.received.length;
    const options = optionsOf(merchant);
    const env = { ...options.env, WASL_URL: between.url };
    const listening = startCommand(["listen", "--forward-to", receiver.url], { ...options, env });
    using _end = { [Symbol.dispose]: () => void listening.child.kill("SIGKILL") };
    await until(() => listening.written.err.includes("Waiting for events"));
    // Streams are asked for as events happen; each is cut in the middle of its second event.
    for (let count = 1; count <= 6; count += 1) {
      await happen(merchant);
      if (count % 2 === 0) await receiver.atLeast(before + count);
    }
    await until(() => listening.written.out.trim().split("\n").length === 6);
    listening.child.kill("SIGINT");
    assert.equal((await listening.end).code, 0);
    const sent = receiver.received.slice(before).map(({ body }) => JSON.parse(body).id);
    assert.deepEqual(
      sent,
      (await eventsOf(merchant)).slice(1).map(({ id }) => id),
    );
    assert.equal(between.streams() > 1, !refuses, `${between.streams()} streams`);
  }
});

test("listen continues after an event, of the types that are asked for, as lines of JSON", async () => {
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

test("an event is sent again to a receiver of one's own, and a receiver that is away is reported", async () => {
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

test("the server sends an event, or all of a time, again to an endpoint", async () => {
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
