import assert from "node:assert/strict";
import { test } from "node:test";
import {
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  post,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { answerAtBank, type Challenge, challenge } from "#test/bank-step.ts";

/** As a browser sends the press: the bank's page has no origin. */
const press = (app: TestApp, address: string) =>
  app.app.inject({
    method: "POST",
    url: address,
    headers: {
      origin: "null",
      "sec-fetch-site": "cross-site",
      "content-type": "application/x-www-form-urlencoded",
    },
    payload: "",
  });

/** The address in the bar above the bank's page. */
function cancelAddress(html: string): string {
  const [, address = ""] = /<form id="wasl-cancel" method="post" action="([^"]+)"/.exec(html) ?? [];
  return address.replaceAll("&#38;", "&");
}

async function attemptState(app: TestApp): Promise<string> {
  const { state } = await app.db.kysely
    .selectFrom("payment_attempts")
    .select("state")
    .executeTakeFirstOrThrow();
  return state;
}

const finish = (app: TestApp, { orderNumber, paymentSessionId }: Challenge) =>
  post(app, "/rest/pay/process3dSecure", { orderNumber, paymentSessionId });

async function captures(app: TestApp): Promise<number> {
  return (await ledger(app)).filter(({ kind }) => kind === "capture").length;
}

test("the bank's page has a bar with shop, amount and the way back, and a title, in the buyer's language", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  const { shopName } = (await loadModel(app, started.orderNumber)).merchant;
  const page = await app.app.inject(`${started.page}&lang=ar`);
  assert.match(page.body, new RegExp(`<title>التحقق الآمن \\(3D Secure\\) – ${shopName}</title>`));
  assert.match(page.body, new RegExp(`<bdi>${shopName}</bdi>`));
  assert.match(page.body, /<bdi dir="rtl">\u2066115\.00\u2069\u00a0<svg [^>]*role="img" aria-label="ريال">/);
  assert.match(page.body, /<button form="wasl-cancel">إلغاء والعودة<\/button>/);
});

test("cancelling at the bank charges nothing, even when the bank says yes afterwards, and the order can be paid again", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  const html = (await app.app.inject(started.page)).body;
  const reply = await press(app, cancelAddress(html));
  assert.equal(reply.statusCode, 303, reply.body);
  assert.equal(reply.headers.location, `/pay/info/${started.orderNumber}`);
  assert.equal(await attemptState(app), "cancelled");
  await answerAtBank(html, "successful").catch(() => undefined);
  await app.app.inject(started.returnUrl);
  await finish(app, started);
  assert.equal(await captures(app), 0);
  assert.equal((await payByCard(app, started.orderNumber)).statusCode, 200);
  assert.equal(await captures(app), 1);
});

test("what is with the bank is not cancelled by a press: the buyer is led to its outcome", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  const address = cancelAddress((await app.app.inject(started.page)).body);
  for (const state of ["in_flight", "unknown"] as const) {
    await app.db.kysely.updateTable("payment_attempts").set({ state, step: "confirm" }).execute();
    const reply = await press(app, address);
    assert.equal(reply.statusCode, 303);
    assert.match(String(reply.headers.location), /\/pay\/process3DSecure\?/);
    assert.equal(await attemptState(app), state);
  }
});

test("a cancel and a return at the same moment: the payment is cancelled or taken, never both", async () => {
  await using app = await startTestApp();
  for (let round = 0; round < 5; round += 1) {
    const started = await challenge(app, await issueInvoice(app));
    const html = (await app.app.inject(started.page)).body;
    await answerAtBank(html, "successful");
    const before = await captures(app);
    await Promise.all([press(app, cancelAddress(html)), finish(app, started)]);
    const { orderStatus } = (await loadModel(app, started.orderNumber)).order;
    const { state } = await app.db.kysely
      .selectFrom("payment_attempts")
      .select("state")
      .where("return_token", "=", started.paymentSessionId)
      .executeTakeFirstOrThrow();
    const isTaken = (await captures(app)) - before === 1;
    assert.equal(orderStatus, isTaken ? "PAID" : "PENDING");
    assert.equal(state, isTaken ? "captured" : "cancelled");
  }
});

test("a cancel is refused without the key and its signature", async () => {
  await using app = await startTestApp();
  const other = await issueInvoice(app);
  const started = await challenge(app, await issueInvoice(app));
  const address = cancelAddress((await app.app.inject(started.page)).body);
  for (const wrong of [
    address.replace(started.orderNumber, other),
    address.replace(/key=./, "key=~"),
    address.replace(/signature=./, "signature=~"),
  ]) {
    assert.equal((await press(app, wrong)).statusCode, 404);
  }
  assert.equal(await attemptState(app), "awaiting_buyer");
});

test("inside a merchant's page a cancel leads back to the frame as it was", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app), "frame");
  const page = await app.app.inject(`${started.page}&frame=w%3D640%26b%3D000&lang=en`);
  const reply = await press(app, cancelAddress(page.body));
  assert.equal(reply.headers.location, `/pay/frame/${started.orderNumber}?w=640&b=000&lang=en`);
});

test("a bank's page that was left leads to the result with its key, and opens again for who wants to continue", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  const html = (await app.app.inject(started.page)).body;
  const left = await app.app.inject(started.page);
  assert.equal(left.statusCode, 303);
  const [key, signature] = ["key", "signature"].map((name) =>
    new URL(started.page, "http://wasl").searchParams.get(name),
  );
  const result = new URL(String(left.headers.location));
  assert.deepEqual([result.searchParams.get("key"), result.searchParams.get("signature")], [key, signature]);
  const again = await app.app.inject(`${started.page}&again=1`);
  assert.equal(again.statusCode, 200);
  assert.match(String(again.headers["content-security-policy"]), /^sandbox /);
  await answerAtBank(html, "failed");
  const over = await app.app.inject(`${started.page}&again=1`);
  assert.equal(over.statusCode, 303);
  const end = new URL(String((await app.app.inject(started.page)).headers.location));
  assert.equal(end.searchParams.get("key"), null, "a decline cannot be gone on with");
});
