import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeResult } from "#core/payment-result.ts";
import * as timing from "#core/timing.ts";
import {
  cards,
  issueInvoice,
  ledger,
  loadModel,
  payByCard,
  post,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { answerAtBank, type Challenge, challenge } from "#test/bank-step.ts";
import { asMerchant } from "#test/product-links.ts";
import { checkDueAttempts } from "../schedule/jobs.ts";

/** The address with another character than its own at the beginning of a parameter. */
function withAnother(address: string, parameter: "key" | "signature"): string {
  const [before = "", after = ""] = address.split(`${parameter}=`);
  return `${before}${parameter}=${after.startsWith("A") ? "B" : "A"}${after.slice(1)}`;
}

const process3ds = (app: TestApp, given: Challenge) =>
  post(app, "/rest/pay/process3dSecure", {
    orderNumber: given.orderNumber,
    paymentSessionId: given.paymentSessionId,
  });

async function captures(app: TestApp): Promise<number> {
  return (await ledger(app)).filter((entry) => entry.kind === "capture").length;
}

test("a challenge is shown once, in a sandbox, and a successful answer pays once however often it returns", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  const page = await app.app.inject(started.page);
  assert.equal(page.statusCode, 200);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /^sandbox allow-forms allow-scripts allow-top-navigation;/);
  assert.doesNotMatch(policy, /allow-same-origin/);
  await answerAtBank(page.body, "successful");
  const replies = await Promise.all(Array.from({ length: 8 }, () => process3ds(app, started)));
  assert.ok(replies.some((reply) => reply.statusCode === 200 && reply.json().statusCode === 200));
  const last = await process3ds(app, started);
  assert.equal(last.json().statusCode, 200);
  assert.equal(await captures(app), 1);
});

test("a bank page that was given once leads on to the result, and that is no error", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  assert.equal((await app.app.inject(started.page)).statusCode, 200);
  const again = await app.app.inject(started.page);
  assert.equal(again.statusCode, 303);
  assert.match(String(again.headers.location), /\/pay\/process3DSecure\?msg=/);
  assert.deepEqual(
    app.logLines.filter((line) => line.includes('"level":"error"')),
    [],
  );
});

test("a wrong key, a wrong signature and another order's number open nothing, all with the same answer", async () => {
  await using app = await startTestApp();
  const other = await issueInvoice(app);
  const started = await challenge(app, await issueInvoice(app));
  const wrong = [
    withAnother(started.page, "key"),
    withAnother(started.page, "signature"),
    started.page.replace(started.orderNumber, other),
  ];
  for (const address of wrong) {
    const reply = await app.app.inject(address);
    assert.equal(reply.statusCode, 404);
    assert.equal(reply.json().code, "not_found");
  }
  assert.equal((await app.app.inject(started.page)).statusCode, 200);
});

test("a forged return that claims success changes nothing: the gateway is asked", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  const forged = await app.app.inject({
    method: "POST",
    url: started.returnUrl,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: "null" },
    payload: "result=SUCCESS&response.gatewayRecommendation=PROCEED&order.id=X&transaction.id=Y",
  });
  assert.equal(forged.statusCode, 200);
  const reply = await process3ds(app, started);
  assert.equal(reply.json().statusCode, 400, "the buyer has not been to the bank");
  assert.equal((await loadModel(app, started.orderNumber)).order.orderStatus, "PENDING");
  assert.equal(await captures(app), 0);
});

test("the key of one order's return says nothing about another order", async () => {
  await using app = await startTestApp();
  const other = await issueInvoice(app);
  const started = await challenge(app, await issueInvoice(app));
  const reply = await post(app, "/rest/pay/process3dSecure", {
    orderNumber: other,
    paymentSessionId: started.paymentSessionId,
  });
  assert.equal(reply.statusCode, 404);
});

test("a failed challenge is a decline with its reason, and the order can be paid by another card", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  await answerAtBank((await app.app.inject(started.page)).body, "failed");
  const reply = await process3ds(app, started);
  assert.equal(reply.statusCode, 402, reply.body);
  assert.equal(reply.json().code, "authentication_failed");
  assert.equal((await payByCard(app, started.orderNumber)).statusCode, 200);
  assert.equal(await captures(app), 1);
});

test("a card whose bank rejects authentication is declined without a charge", async () => {
  await using app = await startTestApp();
  const reply = await payByCard(app, await issueInvoice(app), { number: cards.rejected });
  assert.equal(reply.statusCode, 402);
  assert.equal(await captures(app), 0);
});

test("an abandoned challenge does not lock the buyer out: a new start supersedes it, and its late answer charges nothing", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  const first = await challenge(app, orderNumber);
  const firstPage = (await app.app.inject(first.page)).body;
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
  await answerAtBank(firstPage, "successful").catch(() => undefined);
  const late = await process3ds(app, first);
  assert.equal(late.json().statusCode, 200, "the order is paid, by the second card");
  assert.equal(await captures(app), 1);
});

test("a return from the bank to an order that was cancelled meanwhile says that, and names no other way to pay", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  const page = await app.app.inject(started.page);
  const cancelled = await asMerchant(app, "POST", `/invoices/${started.orderNumber}/cancel`, {});
  assert.equal(cancelled.statusCode, 200, cancelled.body);
  await answerAtBank(page.body, "successful").catch(() => undefined);
  const reply = await process3ds(app, started);
  const { statusCode, closed } = reply.json();
  assert.deepEqual([reply.statusCode, statusCode, closed], [200, 400, true], reply.body);
  assert.equal(await captures(app), 0);
});

test("a buyer who never comes back from the bank is not charged; the attempt expires", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app);
  await challenge(app, orderNumber);
  for (let minute = 0; minute < 12; minute += 1) {
    app.clock.advance(60_000);
    await checkDueAttempts(app.services);
  }
  const attempt = await app.db.kysely
    .selectFrom("payment_attempts")
    .select("state")
    .executeTakeFirstOrThrow();
  assert.equal(attempt.state, "expired");
  assert.equal(await captures(app), 0);
  assert.equal((await payByCard(app, orderNumber)).statusCode, 200);
});

test("an abandoned challenge ends when it expires, however long the pauses between questions", async () => {
  await using app = await startTestApp();
  await challenge(app, await issueInvoice(app));
  const read = () =>
    app.db.kysely
      .selectFrom("payment_attempts")
      .select(["state", "created_at", "next_check_at"])
      .executeTakeFirstOrThrow();
  let attempt = await read();
  let askedAt = 0;
  for (let questions = 1; attempt.next_check_at !== null; questions += 1) {
    assert.ok(questions <= 100, "it is asked about for ever");
    assert.equal(attempt.state, "awaiting_buyer");
    // At the very moment that it is due, and no earlier.
    askedAt = attempt.next_check_at.getTime();
    app.clock.advance(Math.max(0, askedAt - app.clock.now()));
    await checkDueAttempts(app.services);
    attempt = await read();
  }
  assert.equal(attempt.state, "expired");
  assert.equal(askedAt - attempt.created_at.getTime(), timing.threeDSecureLifetimeMs);
  assert.equal(await captures(app), 0);
});

test("a buyer who closed the window after the bank said yes is finished by the job", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  await answerAtBank((await app.app.inject(started.page)).body, "successful");
  app.clock.advance(31_000);
  await checkDueAttempts(app.services);
  assert.equal((await loadModel(app, started.orderNumber)).order.orderStatus, "PAID");
  assert.equal(await captures(app), 1);
});

test("in a merchant's frame the bank's page may be shown by the registered origins alone, and leads back into the frame", async () => {
  await using app = await startTestApp();
  await app.db.kysely
    .updateTable("merchants")
    .set({ frame_origins: ["https://shop.example"] })
    .execute();
  const started = await challenge(app, await issueInvoice(app), "frame");
  const address = `${started.page}&frame=w%3D640%26b%3D000&lang=en`;
  const page = await app.app.inject(address);
  const policy = String(page.headers["content-security-policy"]);
  assert.match(policy, /^sandbox allow-forms allow-scripts allow-top-navigation;/);
  assert.match(policy, /; frame-ancestors https:\/\/shop\.example$/);
  // What the way back says is what the page listens for; loaded again it leads to the result.
  const returned = await app.app.inject(started.returnUrl);
  const [, message = "?"] = /postMessage\("([^"]+)"/.exec(returned.body) ?? [];
  assert.ok(page.body.includes(`e.data==="${message}"`), message);
  assert.doesNotMatch(returned.body, /window\.top\.location/);
  const again = await app.app.inject(address);
  assert.equal(again.statusCode, 303);
  const result = new URL(String(again.headers.location));
  assert.equal(result.searchParams.get("frame"), "w=640&b=000");
  assert.equal(result.searchParams.get("lang"), "en");
  assert.equal(decodeResult(result.searchParams.get("msg") ?? "")?.mode, "frame");
});

test("outside of a frame no site may frame the bank's page, whatever the address says", async () => {
  await using app = await startTestApp();
  const started = await challenge(app, await issueInvoice(app));
  const page = await app.app.inject(`${started.page}&frame=w%3D640`);
  assert.match(String(page.headers["content-security-policy"]), /; frame-ancestors 'none'$/);
  assert.doesNotMatch(page.body, /addEventListener\("message"/);
  const returned = await app.app.inject(started.returnUrl);
  assert.match(returned.body, /window\.top\.location/);
  assert.doesNotMatch(returned.body, /postMessage/);
});
