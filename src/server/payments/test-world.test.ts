/** Orders of a test world are marked, take no real card, and send nothing to strangers. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  cards,
  issueInvoice,
  loadModel,
  payByCard,
  post,
  startTestApp,
  type TestApp,
} from "#test/app-harness.ts";
import { readPages } from "#test/pdf.ts";
import { mayReach } from "../notifications/may-reach.ts";

let shop: TestApp;
/** The same app, called with the key of the test world. */
let twin: TestApp;

before(async () => {
  shop = await startTestApp();
  const answer = await shop.app.inject({
    method: "POST",
    url: "/api/v1/merchant/test-world",
    headers: { authorization: `Bearer ${shop.apiKey}`, "idempotency-key": "open" },
  });
  assert.equal(answer.statusCode, 201, answer.body);
  const { id } = await shop.db.kysely
    .selectFrom("merchants")
    .select("id")
    .where("world", "=", "test")
    .executeTakeFirstOrThrow();
  twin = { ...shop, apiKey: answer.json().key.key, merchantId: id };
});
after(async () => await shop?.[Symbol.asyncDispose]());

test("an order of a test world is marked for pages and in the API, is paid, and is unknown to the live key", async () => {
  const order = await issueInvoice(twin);
  const [ofTest, ofLive] = [await loadModel(twin, order), await loadModel(shop, await issueInvoice(shop))];
  assert.deepEqual([ofTest.merchant.isTest, ofLive.merchant.isTest], [true, undefined]);
  assert.equal((await payByCard(twin, order)).statusCode, 200);
  const read = async (key: string) =>
    await shop.app.inject({ url: `/api/v1/invoices/${order}`, headers: { authorization: `Bearer ${key}` } });
  const { status, livemode, receiptUrl, taxInvoice } = (await read(twin.apiKey)).json();
  assert.deepEqual([status, livemode], ["PAID", false]);
  for (const url of [receiptUrl, taxInvoice.url]) {
    const paper = await shop.app.inject({ url: new URL(url).pathname });
    const [page] = await readPages(paper.rawPayload);
    assert.match(page?.text ?? "", /Test mode: no real money is paid\./, url);
  }
  assert.equal((await read(shop.apiKey)).statusCode, 404);
});

test("a real card that is typed in a test world is refused before it is sent anywhere, with words", async () => {
  const order = await issueInvoice(twin);
  // What was sent to it; notifications of earlier payments go out automatically.
  const journal = async () => {
    const answer = await fetch(`${shop.simulatorUrl}/_control/journal`);
    const { entries } = (await answer.json()) as { entries: readonly { operation: string }[] };
    return entries.filter(({ operation }) => operation !== "WEBHOOK");
  };
  const before = await journal();
  const session = (cardNumber: string, orderNumber: string) =>
    post(shop, "/rest/pay/prepareSession", {
      orderNumber,
      cardNumber,
      expiryMonth: "01",
      expiryYear: "39",
      nameOnCard: "NOURA ALOTAIBI",
      cvv: "100",
    });
  const refused = await session("4111111111111111", order);
  assert.deepEqual([refused.statusCode, refused.json().code], [422, "test_card_required"]);
  assert.match(refused.json().detail, /وضع الاختبار/);
  assert.deepEqual(await journal(), before);
  assert.equal((await session(cards.frictionless, order)).statusCode, 200);
  const ofLive = await session("4111111111111111", await issueInvoice(shop));
  assert.equal(ofLive.statusCode, 200, "a live world takes any card");
});

test("nothing of a test world reaches an address that is not its merchant's own", async () => {
  const reaches = (merchantId: number, address: string) => mayReach(shop.db.kysely, { merchantId, address });
  assert.ok(await reaches(shop.merchantId, "buyer@example.com"));
  assert.ok(await reaches(twin.merchantId, "SHOP@example.com"));
  for (const address of ["buyer@example.com", "+966551234567"])
    assert.ok(!(await reaches(twin.merchantId, address)), address);
  // What a test key writes into its own account is not believed.
  const update = shop.db.kysely.updateTable("merchants").set({ email: "stranger@example.com" });
  await update.where("id", "=", twin.merchantId).execute();
  assert.ok(!(await reaches(twin.merchantId, "stranger@example.com")));
});
