import assert from "node:assert/strict";
import { test } from "node:test";
import { resetLinkTo } from "#test/account-mails.ts";
import {
  cards,
  gatewayBody,
  issueInvoice,
  loadModel,
  payByCard,
  post,
  prepareSession,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { startShop } from "#test/console.ts";
import { removeOutlived } from "./retention.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

async function count(app: TestApp, table: string): Promise<number> {
  return (await app.db.pool.query(`select count(*)::int as rows from ${table}`)).rows[0].rows;
}

async function askForCode(app: TestApp, orderNumber: string): Promise<void> {
  const reply = await post(app, `/rest/pay/registerClientEmail/${orderNumber}`, {
    email: "noura@example.com",
    emailType: "EmailOtp",
  });
  assert.equal(reply.statusCode, 200, reply.body);
}

const digital = { lines: [{ title: "كتاب", quantity: 1, unitPrice: "50.00", isDigital: true }] };

test("card sessions are gone after a day, although their order can still be paid", async () => {
  await using app = await startTestApp();
  await prepareSession(app, await issueInvoice(app));
  app.clock.advance(dayMs - hourMs);
  assert.equal(await removeOutlived(app.services), 0);
  app.clock.advance(2 * hourMs);
  await removeOutlived(app.services);
  assert.equal(await count(app, "card_sessions"), 0);
});

test("from where terms of sale were accepted is gone once no payment can be disputed; that they were accepted stays", async () => {
  await using app = await startTestApp();
  const orderNumber = await issueInvoice(app, { agreement: { title: "شروط", text: "لا استرجاع" } });
  const session = await prepareSession(app, orderNumber);
  const body = { ...gatewayBody(await loadModel(app, orderNumber), session), agreementAccepted: true };
  assert.equal((await post(app, "/rest/pay/openGateway", body)).statusCode, 200);
  app.clock.advance(540 * dayMs - hourMs);
  await removeOutlived(app.services);
  assert.equal(await count(app, "acceptance_places"), 1);
  app.clock.advance(2 * hourMs);
  await removeOutlived(app.services);
  assert.equal(await count(app, "acceptance_places"), 0);
  assert.equal(await count(app, "orders where agreement_accepted_at is not null"), 1);
});

test("e-mail codes stay while they count against an order that can be paid", async () => {
  await using app = await startTestApp();
  const open = await issueInvoice(app, digital);
  await askForCode(app, open);
  app.clock.advance(29 * dayMs);
  assert.equal(await removeOutlived(app.services), 0);
  app.clock.advance(2 * dayMs);
  await removeOutlived(app.services);
  assert.equal(await count(app, "client_email_codes"), 0);
});

test("a day after an order is closed its card sessions, e-mail codes and counted tries are gone", async () => {
  await using app = await startTestApp();
  const paid = await issueInvoice(app);
  await payByCard(app, paid);
  const cancelled = await issueInvoice(app, digital);
  await askForCode(app, cancelled);
  await app.app.inject({
    method: "POST",
    url: `/api/v1/invoices/${cancelled}/cancel`,
    headers: { authorization: `Bearer ${app.apiKey}` },
  });
  app.clock.advance(23 * hourMs);
  assert.equal(await removeOutlived(app.services), 0);
  app.clock.advance(2 * hourMs);
  assert.equal(await removeOutlived(app.services), 3);
  for (const table of ["card_sessions", "client_email_codes", "payment_tries"])
    assert.equal(await count(app, table), 0, table);
  assert.equal((await loadModel(app, paid)).order.orderStatus, "PAID");
});

test("a page of 3-D Secure is gone a day after its end", async () => {
  await using app = await startTestApp();
  await payByCard(app, await issueInvoice(app), { number: cards.challenge });
  assert.equal(await count(app, "three_d_secure_pages"), 1);
  app.clock.advance(dayMs);
  await removeOutlived(app.services);
  assert.equal(await count(app, "three_d_secure_pages"), 1);
  app.clock.advance(hourMs);
  await removeOutlived(app.services);
  assert.equal(await count(app, "three_d_secure_pages"), 0);
});

test("answers that are kept for repetition are gone after 30 days", async () => {
  await using app = await startTestApp();
  await issueInvoice(app);
  app.clock.advance(30 * dayMs - hourMs);
  await removeOutlived(app.services);
  assert.equal(await count(app, "idempotency_keys"), 1);
  app.clock.advance(2 * hourMs);
  await removeOutlived(app.services);
  assert.equal(await count(app, "idempotency_keys"), 0);
});

test("people's links and invitations are gone when they expire, their sessions when no address is known by them", async () => {
  await using shop = await startShop();
  const email = await shop.addPerson("owner");
  const cookie = await shop.signIn(email);
  await shop.send("/reset", { form: { email } });
  await resetLinkTo(shop, email);
  const json = { email: "sara@shop.example", role: "cashier" };
  await shop.send("/api/v1/team/invitations", { cookie, shop: shop.merchantId, json });
  const left = () =>
    Promise.all(["person_links", "invitations", "person_sessions"].map((table) => count(shop, table)));
  const leftAfter = async (ms: number) => {
    shop.clock.advance(ms);
    await removeOutlived(shop.services);
    return await left();
  };
  assert.deepEqual(await left(), [1, 1, 1]);
  assert.deepEqual(await leftAfter(29 * 60_000), [1, 1, 1]);
  assert.deepEqual(await leftAfter(60_000), [0, 1, 1]);
  assert.deepEqual(await leftAfter(71 * hourMs), [0, 1, 1]);
  assert.deepEqual(await leftAfter(hourMs), [0, 0, 1]);
  assert.deepEqual(await leftAfter(86 * dayMs), [0, 0, 1]);
  assert.deepEqual(await leftAfter(dayMs), [0, 0, 0]);
});
