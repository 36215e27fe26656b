import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import * as timing from "#core/timing.ts";
import { cards, issueInvoice, payByCard, setFault } from "#test/app-harness.ts";
import { askForReference, askStatus, attemptsOf } from "#test/buyers.ts";
import { type GatedApp, startGatedApp } from "#test/gated-app.ts";
import { wakeEventReaders } from "./event-readers.ts";
import { loadShown } from "./shown-order.ts";

let app: GatedApp;
before(async () => {
  app = await startGatedApp({ messages: "lost" });
});
after(async () => await app[Symbol.asyncDispose]());

type Page = { readonly next: () => Promise<string>; readonly leave: () => void };

/** A page that waits, up to its first line. */
async function open(orderNumber: string): Promise<Page> {
  const left = new AbortController();
  const reply = await fetch(`${app.url}/rest/pay/orderChanges/${orderNumber}`, { signal: left.signal });
  assert.equal(reply.status, 200);
  assert.match(String(reply.headers.get("content-type")), /^text\/event-stream/);
  const reader = reply.body?.getReader();
  let text = "";
  // Two of them may come at once.
  const next = async (): Promise<string> => {
    while (!text.includes("\n\n")) {
      const { value, done = true } = (await reader?.read()) ?? {};
      if (done) return "";
      text += new TextDecoder().decode(value);
    }
    const end = text.indexOf("\n\n") + 2;
    const event = text.slice(0, end);
    text = text.slice(end);
    return event;
  };
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

test("a page that says that a payment is checked is notified when it ends without money, as one is when the doubt begins", async () => {
  const orderNumber = await issueInvoice(app);
  const before = await open(orderNumber);
  const doubt = before.next();
  await setFault(app, { fault: "drop_after_commit", operation: "PAY" });
  await payByCard(app, orderNumber, { expiry: "05/39" });
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card unknown"]);
  wakeEventReaders(app.db.kysely);
  assert.equal(await doubt, "data: changed\n\n");
  const during = await open(orderNumber);
  assert.equal(await during.next(), "data: changed\n\n", "it may have been written before the doubt began");
  const ends = [before.next(), during.next()];
  await askStatus(app, orderNumber);
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card declined"]);
  wakeEventReaders(app.db.kysely);
  assert.deepEqual(await Promise.all(ends), ["data: changed\n\n", "data: changed\n\n"]);
  for (const page of [before, during]) page.leave();
});

test("while a provider is called no page is notified; one that was opened then is, once the buyer is at the bank, which is no event", async (t) => {
  const { promise: rested, resolve: rest } = Promise.withResolvers<void>();
  const { sleep } = app.clock;
  t.mock.method(app.clock, "sleep", (...[ms, signal]: Parameters<typeof sleep>) =>
    ms === timing.orderLookAgainMs ? rested : sleep(ms, signal),
  );
  const orderNumber = await issueInvoice(app);
  const early = await open(orderNumber);
  const heard: string[] = [];
  const earlyTold = early.next().then((line) => heard.push(line));
  const call = app.outward.stop({ body: /"apiOperation":"AUTHENTICATE_PAYER"/ }, "answer");
  const paying = payByCard(app, orderNumber, { number: cards.challenge });
  await call.reached;
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card in_flight"]);
  const during = await open(orderNumber);
  const told = during.next();
  call.letGo();
  await paying;
  assert.deepEqual(await attemptsOf(app, orderNumber), ["card awaiting_buyer"]);
  rest();
  assert.equal(await told, "data: changed\n\n");
  assert.deepEqual(heard, [], "the page that can be paid on has not changed");
  // A bill that is out is shown; it is no event either.
  await askForReference(app, "sadad", orderNumber);
  wakeEventReaders(app.db.kysely);
  await earlyTold;
  assert.deepEqual(heard, ["data: changed\n\n"]);
  for (const page of [early, during]) page.leave();
});

test("a page that was written before something happened to its order, and listens after it, is notified at once", async () => {
  const orderNumber = await issueInvoice(app);
  const hasJustChanged = async () => (await loadShown(app.db.kysely, orderNumber))?.has_just_changed;
  assert.equal(await hasJustChanged(), false, "that it was issued is on the page");
  await payByCard(app, orderNumber, { expiry: "05/39" });
  assert.equal(await hasJustChanged(), true);
  const page = await open(orderNumber);
  assert.equal(await page.next(), "data: changed\n\n");
  page.leave();
});

test("an order that is over has nothing to wait for, and one that there is not is not found", async () => {
  const paid = await issueInvoice(app);
  await payByCard(app, paid);
  assert.equal((await fetch(`${app.url}/rest/pay/orderChanges/${paid}`)).status, 204);
  assert.equal((await fetch(`${app.url}/rest/pay/orderChanges/0000000000000000`)).status, 404);
});
