import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { issueInvoice, payByCard, startTestApp, type TestApp } from "#test/app-harness.ts";
import { wakeEventReaders } from "./event-readers.ts";

let app: TestApp;
let address: string;
before(async () => {
  app = await startTestApp();
  address = await app.app.listen({ port: 0, host: "127.0.0.1" });
});
after(async () => await app[Symbol.asyncDispose]());

type Page = { readonly next: () => Promise<string>; readonly leave: () => void };

/** A page that waits, up to its first line. */
async function open(orderNumber: string): Promise<Page> {
  const left = new AbortController();
  const reply = await fetch(`${address}/rest/pay/orderChanges/${orderNumber}`, { signal: left.signal });
  assert.equal(reply.status, 200);
  assert.match(String(reply.headers.get("content-type")), /^text\/event-stream/);
  const reader = reply.body?.getReader();
  const next = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
  assert.match(await next(), /^retry: \d+/);
  return { next, leave: () => left.abort() };
}

test("a page is notified when its order is paid elsewhere, once, and not of other orders or looks without a change", async () => {
  const [mine, other] = [await issueInvoice(app), await issueInvoice(app)];
  const page = await open(mine);
  const told = page.next();
  await payByCard(app, other);
  wakeEventReaders(app.db.kysely);
  await payByCard(app, mine);
  wakeEventReaders(app.db.kysely);
  assert.equal(await told, "data: changed\n\n");
  page.leave();
});

test("an order that is over has nothing to wait for, and one that there is not is not found", async () => {
  const paid = await issueInvoice(app);
  await payByCard(app, paid);
  assert.equal((await fetch(`${address}/rest/pay/orderChanges/${paid}`)).status, 204);
  assert.equal((await fetch(`${address}/rest/pay/orderChanges/0000000000000000`)).status, 404);
});
