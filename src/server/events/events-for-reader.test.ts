/** Who reads the stream receives what their role may read, and nothing more once they may not. */
import assert from "node:assert/strict";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import type { EventModel } from "#contract/events.ts";
import type { Role } from "#core/roles.ts";
import * as timing from "#core/timing.ts";
import { issueInvoice, payByCard } from "#test/app-harness.ts";
import { consoleUrl, type Shop, startShop } from "#test/console.ts";
import { endSessions } from "../people/sessions.ts";
import { wakeEventReaders } from "./event-readers.ts";
import { placeEvents } from "./place-events.ts";

let shop: Shop;
before(async () => {
  shop = await startShop();
  await shop.app.listen({ host: "127.0.0.1", port: 0 });
});
after(async () => {
  shop?.app.server.closeAllConnections();
  await shop?.[Symbol.asyncDispose]();
});

/** As the server's job does after a commit. */
async function place(): Promise<void> {
  await placeEvents(shop.services);
  wakeEventReaders(shop.db.kysely);
}

type Reader = {
  readonly status: number;
  /** Resolves with all that was sent once the server has ended the stream. */
  readonly ended: Promise<EventModel[]>;
  /** Resolves once so many events were sent. */
  readonly told: (count: number) => Promise<EventModel[]>;
  readonly close: () => void;
};

function eventsOf(text: string): EventModel[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data) as EventModel);
}

function follow(headers: Readonly<Record<string, string>>, query = ""): Promise<Reader> {
  const { port } = shop.app.server.address() as AddressInfo;
  const { promise, resolve, reject } = Promise.withResolvers<Reader>();
  const request = get({ port, path: `/api/v1/events/stream${query}`, headers }, (response) => {
    let text = "";
    const waiting = new Set<() => void>();
    response.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      for (const look of waiting) look();
    });
    const ended = new Promise<EventModel[]>((end) => response.once("close", () => end(eventsOf(text))));
    const told = (count: number) =>
      new Promise<EventModel[]>((found) => {
        const look = (): void => {
          const events = eventsOf(text);
          if (events.length >= count) found(events);
        };
        waiting.add(look);
        look();
      });
    resolve({ status: response.statusCode ?? 0, ended, told, close: () => request.destroy() });
  });
  request.on("error", reject);
  return promise;
}

async function followAs(role: Role, query = "") {
  const email = await shop.addPerson(role);
  const headers = {
    host: new URL(consoleUrl).host,
    "sec-fetch-site": "same-origin",
    cookie: await shop.signIn(email),
    "wasl-shop": String(shop.merchantId),
  };
  const { id } = await shop.db.kysely
    .selectFrom("persons")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  return { personId: id, stream: await follow(headers, query) };
}

test("an ended session, a changed role, a member who left and a revoked key receive nothing more, and their streams end", async () => {
  const { kysely } = shop.db;
  const owner = await followAs("owner");
  const manager = await followAs("manager");
  const leaver = await followAs("accountant");
  const staying = await followAs("owner");
  const byKey = await follow({ authorization: `Bearer ${shop.apiKey}` });
  const ending = [owner.stream, manager.stream, leaver.stream, byKey];
  assert.deepEqual(
    [...ending, staying.stream].map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  await issueInvoice(shop);
  await endSessions(kysely, owner.personId, "all", shop.clock.now());
  const membership = (personId: number) => ["person_id", "=", personId] as const;
  await kysely
    .updateTable("memberships")
    .set({ role: "cashier" })
    .where(...membership(manager.personId))
    .execute();
  await kysely
    .deleteFrom("memberships")
    .where(...membership(leaver.personId))
    .execute();
  await kysely
    .updateTable("api_keys")
    .set({ revoked_at: new Date(shop.clock.now()) })
    .execute();
  await place();
  assert.deepEqual(await Promise.all(ending.map(({ ended }) => ended)), [[], [], [], []]);
  assert.equal((await staying.stream.told(1))[0]?.type, "invoice.created");
  staying.stream.close();
  await kysely.updateTable("api_keys").set({ revoked_at: null }).execute();
});

test("a cashier is sent events of invoices and their payments, with the invoice alone; of tax documents nothing", async () => {
  const [owner, cashier] = [await followAs("owner"), await followAs("cashier")];
  const orderNumber = await issueInvoice(shop);
  await payByCard(shop, orderNumber);
  await place();
  const paid = (events: readonly EventModel[]) => events.find(({ type }) => type === "invoice.paid");
  const isWhole = (events: readonly EventModel[]) =>
    events.some(({ type }) => type.startsWith("tax_document"));
  let count = 1;
  let seen = await owner.stream.told(count);
  while (!isWhole(seen)) seen = await owner.stream.told(++count);
  assert.ok(paid(seen)?.data.payments);
  count = 1;
  let heard = await cashier.stream.told(count);
  while (!paid(heard)) heard = await cashier.stream.told(++count);
  assert.deepEqual(Object.keys(paid(heard)?.data ?? {}), ["invoice"]);
  assert.equal(paid(heard)?.data.invoice?.orderNumber, orderNumber);
  assert.ok(!JSON.stringify(heard).includes('"card"'));
  assert.ok(heard.every(({ type }) => /^(?:invoice|payment|message)\./.test(type)));
  for (const { stream } of [owner, cashier]) stream.close();
  const refused = await followAs("cashier", "?type=tax_unit.stopped,webhook_endpoint.disabled");
  assert.equal(refused.stream.status, 403);
});

test("what a screen asks for by itself does not keep an unused session", async () => {
  const cookie = await shop.signIn(await shop.addPerson("owner"));
  const ask = async (headers: Readonly<Record<string, string>> = {}) =>
    (await shop.send("/api/v1/me", { cookie, headers })).statusCode;
  const step = timing.sessionIdleMs - 60_000;
  shop.clock.advance(step);
  assert.equal(await ask(), 200);
  shop.clock.advance(step);
  assert.equal(await ask({ "wasl-unattended": "1" }), 200);
  shop.clock.advance(step);
  assert.equal(await ask({ "wasl-unattended": "1" }), 401);
});
