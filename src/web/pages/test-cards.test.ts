import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { issuerBehaviour } from "#gateways/mpgs/simulator/cards.ts";
import { orderPage } from "#test/order-page.ts";
import { type PageRenderer, startPageRenderer } from "#test/page-renderer.ts";
import { catalogue } from "../i18n/catalogue.ts";
import { testCases } from "../payment/test-cards.ts";

let pages: PageRenderer;

before(async () => {
  pages = await startPageRenderer();
});

after(() => pages.close());

const address = `/pay/info3/${orderPage().orderNumber}?lang=en`;

test("every case is one button with a card that behaves so", async () => {
  const behaviours = {
    frictionless: "frictionless",
    challenge: "challenge",
    failed: "rejected",
    notEnrolled: "not_supported",
  } as const;
  const html = await pages.html(address);
  for (const { id, cardNumber } of testCases) {
    assert.equal(issuerBehaviour(cardNumber).behaviour, behaviours[id]);
    assert.ok(html.includes(`data-case="${id}"`) && html.includes(catalogue.en.testcards[id]), id);
  }
});

test("in live there is no such page (decision K12)", async () => {
  const reply = await pages.page(address, { hasTestPages: false });
  assert.equal(reply.status, 404);
  assert.doesNotMatch(String(reply.html), /test-card|5123/);
});

test("a closed order has no buttons, an unknown one is a 404", async () => {
  const closed = await pages.html(address, { order: orderPage({ order: { orderStatus: "PAID" } }) });
  assert.ok(closed.includes(catalogue.en.testcards.closed));
  assert.doesNotMatch(closed, /data-case/);
  assert.equal((await pages.page(address, { order: null })).status, 404);
});
