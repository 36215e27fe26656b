/** Events come to readers as they happen, once and in order, also to a reader that is cut off; to their own merchant's readers alone. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { event } from "#contract/events.ts";
import { limits } from "#core/limits.ts";
import * as timing from "#core/timing.ts";
import { type MerchantApi, startMerchantApi, type TestMerchant } from "#test/merchant-api.ts";
import { wakeEventReaders } from "./event-readers.ts";
import { streamEvents } from "./event-stream.ts";
import { placeEvents } from "./place-events.ts";

let api: MerchantApi;
let url: string;
before(async () => {
  api = await startMerchantApi();
  url = await api.app.listen({ host: "127.0.0.1", port: 0 });
});
after(async () => {
  // Of the test's own client, which keeps them for the next request.
  api.app.server.closeAllConnections();
  await api[Symbol.asyncDispose]();
});

/** As the server's job does after a commit. */
async function place(): Promise<void> {
  await placeEvents(api.services);
  wakeEventReaders(api.services.db.kysely);
}

type Reader = AsyncDisposable & {
  readonly status: number;
  readonly next: () => Promise<Record<string, string>>;
};

/** Opens a stream; `next` gives the fields of the next event, or {} at its end. */
async function open(
  options: { query?: string; merchant?: TestMerchant; lastEventId?: string } = {},
): Promise<Reader> {
  const { query = "", merchant = api.merchant, lastEventId } = options;
  const giveUp = new AbortController();
  const response = await fetch(`${url}/api/v1/events/stream${query}`, {
    headers: {
      authorization: `Bearer ${merchant.key}`,
      ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
    },
    signal: giveUp.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const next = async (): Promise<Record<string, string>> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end < 0) {
        const chunk = await reader?.read();
        if (!chunk || chunk.done) return {};
        text += chunk.value;
        continue;
      }
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s)));
      if (fields.id) return fields;
    }
  };
  return {
    status: response.status,
    next,
    [Symbol.asyncDispose]: async () => giveUp.abort(),
  };
}

test("an event is in the stream as soon as it is placed, in the shape and order of the list", async () => {
  const merchant = await api.addMerchant();
  await api.issue({}, { merchant });
  await place();
  await using stream = await open({ merchant });
  await api.issue({ externalOrderNumber: "second" }, { merchant });
  await place();
  await api.issue({ externalOrderNumber: "third" }, { merchant });
  await place();
  const read = [await stream.next(), await stream.next()];
  const { items } = (await api.call("GET", "/api/v1/events", { merchant })).json();
  assert.deepEqual(
    read.map(({ data }) => event.parse(JSON.parse(data ?? ""))),
    items.slice(1),
  );
  assert.deepEqual(
    read.map(({ id, event: type }) => [id, type]),
    items.slice(1).map((item: { id: string; type: string }) => [item.id, item.type]),
  );
});

test("a reader that was cut off continues after the last event that was read, with Last-Event-ID or after", async () => {
  const merchant = await api.addMerchant();
  for (const _ of [1, 2, 3]) await api.issue({}, { merchant });
  await place();
  const { items } = (await api.call("GET", "/api/v1/events", { merchant })).json();
  await using byHeader = await open({ merchant, lastEventId: items[0].id, query: `?after=${items[1].id}` });
  assert.equal((await byHeader.next())["id"], items[1].id);
  assert.equal((await byHeader.next())["id"], items[2].id);
  await using byQuery = await open({
    merchant,
    query: `?after=${items[1].id}&type=invoice.created,invoice.paid`,
  });
  assert.equal((await byQuery.next())["id"], items[2].id);
});

test("no stream has another merchant's events, and none begins after another's event or with an unknown type", async () => {
  const [one, two] = [await api.addMerchant(), await api.addMerchant()];
  await using stream = await open({ merchant: two });
  await api.issue({}, { merchant: one });
  await place();
  const { nextAfter } = (await api.call("GET", "/api/v1/events?after=latest", { merchant: one })).json();
  await api.issue({ externalOrderNumber: "own" }, { merchant: two });
  await place();
  assert.match((await stream.next())["data"] ?? "", /"own"/);
  for (const query of [`?after=${nextAfter}`, "?after=evt_none", "?type=invoice.lost"])
    assert.equal((await open({ merchant: two, query })).status, 422, query);
  assert.equal((await open({ merchant: { id: 1, key: "wasl_test_none" } })).status, 401);
});

test("after=latest of the list gives nothing of before and where to continue, so that nothing in between is lost", async () => {
  const merchant = await api.addMerchant();
  const list = async (query: string) =>
    (await api.call("GET", `/api/v1/events${query}`, { merchant })).json();
  assert.deepEqual(await list("?after=latest"), { items: [], hasMore: false, nextAfter: null });
  await api.issue({}, { merchant });
  await place();
  const { items, nextAfter } = await list("?after=latest");
  assert.deepEqual(items, []);
  await api.issue({}, { merchant });
  await place();
  const page = await list(`?after=${nextAfter}`);
  assert.deepEqual([page.items.length, page.nextAfter], [1, page.items[0].id]);
  assert.equal((await list(`?after=${page.nextAfter}`)).nextAfter, page.nextAfter);
});

test("a key has ten streams at a time, and another key of the shop as many", async () => {
  const merchant = await api.addMerchant();
  const streams = [];
  for (let count = 0; count < limits.eventStreamsPerCaller; count += 1)
    streams.push(await open({ merchant }));
  assert.ok(streams.every(({ status }) => status === 200));
  assert.equal((await open({ merchant })).status, 429);
  await using other = await open();
  assert.equal(other.status, 200);
  for (const stream of streams) await stream[Symbol.asyncDispose]();
});

test("a silent stream says that it is there, and ends in time for its caller to prove who it is", async () => {
  const merchant = await api.addMerchant();
  let now = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const wanted = { merchantId: merchant.id, livemode: false, after: 0, types: null };
  const texts = [];
  const reader = { isAllowed: async () => true, shown: <Event>(event: Event): Event => event };
  const { signal } = new AbortController();
  for await (const text of streamEvents({ db: api.db.kysely, clock }, wanted, reader, signal))
    texts.push(text);
  assert.equal(texts.shift(), `retry: ${timing.eventStreamRetryMs}\n\n`);
  assert.equal(texts.length, timing.eventStreamMs / timing.eventHeartbeatMs);
  assert.ok(texts.every((text) => text.startsWith(":")));
});

test("a server that closes ends its streams at once", async () => {
  await using own = await startMerchantApi();
  const address = await own.app.listen({ host: "127.0.0.1", port: 0 });
  const response = await fetch(`${address}/api/v1/events/stream`, {
    headers: { authorization: `Bearer ${own.merchant.key}` },
  });
  const closed = own.app.close();
  const text = await response.text();
  own.app.server.closeAllConnections();
  await closed;
  assert.match(text, /^retry: /);
});
